// A small chart of bars, one a step; a click picks one.

import { s } from "./dom.js";

/** More bars than this cannot be told apart, and neighbours become one. */
const MOST = 160;
const HEIGHT = 100;

/**
 * @typedef {object} Bars
 * @property {SVGSVGElement} element
 * @property {(at: number) => void} mark shows which one it is about
 */

/**
 * @param {number[]} values
 * @param {{label: string, line?: number[], pick?: (index: number) => void}} options `line` is drawn
 *   across the bars, from 0 to 1
 * @returns {Bars}
 */
export function bars(values, { label, line, pick }) {
  const wide = Math.max(1, Math.ceil(values.length / MOST));
  const heights = [];
  for (let from = 0; from < values.length; from += wide) {
    heights.push(Math.max(...values.slice(from, from + wide)));
  }
  const most = Math.max(...heights, Number.MIN_VALUE);
  const gap = heights.length > 60 ? 0.1 : 0.2;
  const pieces = heights.map((height, n) => {
    // What is there at all is to be seen.
    const tall = height > 0 ? Math.max((height / most) * HEIGHT, 1.5) : 0;
    return s("rect", { x: n + gap / 2, y: HEIGHT - tall, width: 1 - gap, height: tall, class: "bar" });
  });
  const element = s(
    "svg",
    {
      viewBox: `0 0 ${Math.max(heights.length, 1)} ${HEIGHT}`,
      preserveAspectRatio: "none",
      class: "bars",
      role: "img",
      "aria-label": label,
    },
    pieces,
    line && s("polyline", { points: points(line, wide), class: "bars-line" }),
  );
  if (pick) {
    element.classList.add("is-live");
    const at = (/** @type {PointerEvent} */ event) => {
      const { left, width } = element.getBoundingClientRect();
      const place = Math.floor(((event.clientX - left) / width) * heights.length);
      pick(Math.min(Math.max(place, 0) * wide, values.length - 1));
    };
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      at(event);
    });
    element.addEventListener("pointermove", (event) => event.buttons && at(event));
  }
  let marked = -1;
  const mark = (/** @type {number} */ at) => {
    const now = Math.floor(at / wide);
    pieces[marked]?.classList.remove("is-here");
    pieces[now]?.classList.add("is-here");
    for (let n = Math.min(marked, now) + 1; n <= Math.max(marked, now); n += 1) {
      pieces[n]?.classList.toggle("is-done", n <= now);
    }
    marked = now;
  };
  return { element, mark };
}

/**
 * @param {number[]} line
 * @param {number} wide
 */
function points(line, wide) {
  return line.map((share, n) => `${(n + 0.5) / wide},${HEIGHT * (1 - share)}`).join(" ");
}
