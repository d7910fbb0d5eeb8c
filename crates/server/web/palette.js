// <fewest-palette>: the tools of the game, one of them in hand.
import { fill, h, s } from "./dom.js";
import { icon } from "./icons.js";
import { body, head, outline } from "./shapes.js";
import { ERASER } from "./tools.js";
import { t, tr } from "./words.js";

/** @typedef {import("./types.js").Info} Info */
/** @typedef {import("./types.js").Tool} Tool */

/** Fires `toolchange`. */
export class Palette extends HTMLElement {
  /** @type {Tool[]} */
  #tools = [];
  #chosen = 0;
  #game = "";

  constructor() {
    super();
    this.addEventListener("keydown", (event) => this.#arrow(event));
  }

  /** The tool in hand. @returns {Tool} */
  get tool() {
    return this.#tools[this.#chosen] ?? ERASER;
  }

  /** @param {Info} info @param {readonly Tool[]} tools those of the game that are offered */
  build(info, tools) {
    const before = info.id === this.#game ? this.tool : null;
    this.#game = info.id;
    this.#tools = [...tools, ERASER];
    this.#chosen = Math.max(this.#tools.findIndex((tool) => tool === before), 0);
    const buttons = this.#tools.map((tool, number) => this.#button(tool, number));
    this.setAttribute("role", "radiogroup");
    this.setAttribute("aria-label", t("tools"));
    fill(this, ...buttons);
  }

  /** Chooses by a key: the tool's own, or its place; E for the eraser. @param {string} key */
  key(key) {
    const pressed = key.toUpperCase();
    const found = this.#tools.findIndex((tool, number) => keyOf(tool, number) === pressed);
    const number = found < 0 && key === "0" ? this.#tools.length - 1 : found;
    if (number < 0) return false;
    this.#choose(number);
    return true;
  }

  /** @param {Tool} tool @param {number} number */
  #button(tool, number) {
    const erases = tool === ERASER;
    const [key, name] = [keyOf(tool, number), erases ? t("eraser") : tr(tool.name)];
    const chosen = number === this.#chosen;
    return h(
      "button",
      {
        type: "button",
        class: "palette-tool",
        role: "radio",
        "aria-checked": String(chosen),
        tabindex: chosen ? 0 : -1,
        "aria-keyshortcuts": key,
        "data-tool": tool.name,
        title: `${name} (${key})`,
        onclick: () => this.#choose(number),
      },
      erases ? icon("eraser") : sample(tool),
      h("span", { class: tool.name === tool.glyphs ? "hidden" : "palette-name" }, name),
      h("kbd", { "aria-hidden": "true" }, key),
    );
  }

  /** @param {number} number */
  #choose(number) {
    const held = this.contains(document.activeElement);
    this.#chosen = number;
    this.querySelectorAll("[role=radio]").forEach((button, at) => {
      button.setAttribute("aria-checked", String(at === number));
      button.setAttribute("tabindex", at === number ? "0" : "-1");
      if (at === number && held) /** @type {HTMLElement} */ (button).focus();
    });
    this.dispatchEvent(new CustomEvent("toolchange"));
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || !(event.target instanceof Element) || !event.target.matches("[role=radio]")) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose((this.#chosen + step + this.#tools.length) % this.#tools.length);
  }
}

/** @param {Tool} tool @param {number} number its place in the palette */
function keyOf(tool, number) {
  if (tool === ERASER) return "E";
  return tool.key?.toUpperCase() ?? String(number + 1);
}

/** A tool's picture: what it puts on a square. @param {Tool} tool */
function sample(tool) {
  const parts = [];
  const use = (/** @type {string} */ name) => s("use", { href: `#${name}`, width: 40, height: 40 });
  if (tool.kind === "path") {
    const [size, squares] = [{ rows: 1, columns: 2 }, [1, 0]];
    const { back, tail } = body(size, squares);
    const { place, turned } = head(size, squares);
    const drawn = [s("path", { d: tail, class: "tail-edge" }), s("path", { d: tail, class: "tail" }), s("path", { d: back, class: "skin", "stroke-width": 21 })];
    const looks = s("use", { href: "#head", x: -20, y: -20, width: 40, height: 40, transform: `translate(${place.x} ${place.y}) rotate(${turned})` });
    return s("svg", { viewBox: "6 0 80 40", class: "sample long", "aria-hidden": "true" }, s("g", { class: "body" }, ...drawn, looks));
  }
  if (tool.kind === "link") {
    const rungs = "M11 36V4M23 36V4M11 30h12M11 22h12M11 14h12M11 8h12";
    return s("svg", { viewBox: "0 0 40 40", class: "sample", "aria-hidden": "true" }, s("g", { class: "links" }, s("g", { class: "ladder" }, s("path", { class: "edge", d: rungs }), s("path", { class: "skin", d: rungs })), s("g", { class: "viper" }, s("path", { class: "edge", d: "M33 5c-6 5 4 9-1 15s4 9 0 15" }), s("path", { class: "skin", d: "M33 5c-6 5 4 9-1 15s4 9 0 15" }))));
  }
  if (tool.kind === "edge") {
    const lines = s("path", { class: "grid-lines", d: "M20 0v40M0 20h40" });
    return s("svg", { viewBox: "0 0 40 40", class: "sample board-svg", "aria-hidden": "true" }, lines, s("path", { class: "edges", d: "M20 2v18h18" }));
  }
  if (tool.ground === "wall") {
    const d = outline({ rows: 1, columns: 1 }, () => true);
    parts.push(s("path", { class: "wall", d }), s("path", { class: "hatch", d }));
  } else if (tool.ground === "floor") {
    parts.push(s("rect", { class: "floor", x: 3, y: 3, width: 34, height: 34, rx: 3 }), s("rect", { class: "frame", x: 3, y: 3, width: 34, height: 34, rx: 3 }));
  } else if (tool.ground && tool.ground !== "count") {
    parts.push(use(tool.ground));
  }
  if (tool.piece) parts.push(use(tool.piece));
  if (tool.kind === "pair") parts.push(s("text", { class: "letter middle", x: 20, y: 20.5, "font-size": 17 }, [...tool.glyphs][0]));
  if (tool.ground === "count") parts.push(s("text", { class: `count count-${tool.glyphs} middle`, x: 20, y: 21, "font-size": 24 }, [...tool.glyphs][0]));
  return s("svg", { viewBox: "0 0 40 40", class: "sample board-svg", "aria-hidden": "true" }, ...parts);
}

customElements.define("fewest-palette", Palette);
