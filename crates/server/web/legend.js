// What the colours of a board mean: the scale from cold to hot, marks that are not on it, and swatches.

import { h } from "./dom.js";
import { tint } from "./tint.js";

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
  return h(
    "ul",
    { class: "swatches" },
    named.map(([kind, meaning]) =>
      h("li", {}, h("span", { class: `swatch swatch-${kind}`, "aria-hidden": "true" }, kind === "number" ? "3" : ""), meaning),
    ),
  );
}
