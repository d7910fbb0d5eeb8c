// The colours that the reader chose, the scale from cold to hot, and what is drawn with them beside a board:
// legends and charts of bars.
import { h, s } from "./dom.js";
import { keep, THEME } from "./kept.js";

const THEMES = /** @type {const} */ (["system", "light", "dark"]);

/** @typedef {typeof THEMES[number]} Theme */

/** What the reader chose. @returns {Theme} */
export function theme() {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** The choice after this one. */
export function nextTheme() {
  return THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
}

/** Whether the page is dark now. */
export function isDark() {
  return theme() === "dark" || (theme() === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** @param {Theme} chosen */
export function setTheme(chosen) {
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  keep(THEME, chosen);
  tell();
}

function tell() {
  document.dispatchEvent(new CustomEvent("themechange-fewest"));
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);

/** Each stop's red, green and blue. @type {number[][] | undefined} */
let scale;

/** The theme's stops: the same in the light and in the dark, so they are read once. */
function stops() {
  const theme = getComputedStyle(document.documentElement);
  const found = [];
  for (let stop = 1; ; stop += 1) {
    const colour = /^#(..)(..)(..)$/.exec(theme.getPropertyValue(`--heat-${stop}`).trim());
    if (!colour) return found;
    found.push(colour.slice(1).map((part) => parseInt(part, 16)));
  }
}

/** The tint for a heat from 0 to 1, and the ink that is read on it. @param {number} heat */
export function tint(heat) {
  const colours = (scale ??= stops());
  const place = Math.min(Math.max(heat || 0, 0), 1) * (colours.length - 1);
  const below = Math.min(Math.floor(place), colours.length - 2);
  const mixed = colours[below].map((part, hue) => Math.round(part + (colours[below + 1][hue] - part) * (place - below)));
  const bright = (0.299 * mixed[0] + 0.587 * mixed[1] + 0.114 * mixed[2]) / 255 > 0.5;
  return { colour: `rgb(${mixed.join(" ")})`, ink: bright ? "#14141c" : "#fff" };
}

/**
 * @param {[string, string] | null} ends what stands at the cold and at the hot end
 * @param {[string, string][]} notes marks that are not on the scale, and what they mean
 */
export function legend(ends, notes) {
  const scale = h("span", { class: "scale", "aria-hidden": "true" });
  const stops = Array.from({ length: 9 }, (_, n) => tint(n / 8).colour);
  scale.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  return [
    ends && h("div", { class: "ends" }, h("span", {}, ends[0]), scale, h("span", {}, ends[1])),
    ...notes.map(([mark, meaning]) => h("p", { class: "quiet" }, `${mark} ${meaning}`)),
  ];
}

/**
 * Marks in the colours that they have on the board, each with what it means; those without words are left out.
 * @param {[kind: string, meaning: string][]} marks
 */
export function swatches(marks) {
  const named = marks.filter(([, meaning]) => meaning !== "");
  const swatch = (/** @type {string} */ kind) =>
    h("span", { class: `swatch swatch-${kind}`, "aria-hidden": "true" }, kind === "number" ? "3" : "");
  return h("ul", { class: "swatches" }, named.map(([kind, meaning]) => h("li", {}, swatch(kind), meaning)));
}

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
  const viewBox = `0 0 ${Math.max(heights.length, 1)} ${HEIGHT}`;
  const drawn = line && s("polyline", { points: points(line, wide), class: "bars-line" });
  const element = s("svg", { viewBox, preserveAspectRatio: "none", class: "bars", role: "img", "aria-label": label }, pieces, drawn);
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

/** What stands below a chart: at its ends, and between them. @param {string[]} words */
export function axis(...words) {
  return h("div", { class: "axis" }, words.map((word) => h("span", {}, word)));
}

/** A bar that is filled up to a share. @param {number} share @param {string} [kind] */
export function gauge(share, kind = "") {
  const level = h("span", { class: `level ${kind}`.trim() });
  level.style.width = `${share * 100}%`;
  return h("span", { class: "gauge", "aria-hidden": "true" }, level);
}

/**
 * @param {number[]} line
 * @param {number} wide
 */
function points(line, wide) {
  return line.map((share, n) => `${(n + 0.5) / wide},${HEIGHT * (1 - share)}`).join(" ");
}
