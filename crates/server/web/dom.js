// Elements, icons, dialogs and keys: what every part of the page is made of.
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes what begins with `on` listens; true and false set and
 *   leave out an attribute
 */

/**
 * An element of HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes, ...children) {
  return dressed(document.createElement(name), attributes, children);
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(name, attributes, ...children) {
  return dressed(document.createElementNS(SVG, name), attributes, children);
}

/** A button: what stands on it, and what a press does. @param {Child | Child[]} content @param {(event: MouseEvent) => void} act @param {Attributes} [attributes] */
export function button(content, act, attributes) {
  return h("button", { type: "button", onclick: act, ...attributes }, content);
}

/** A button with a sign before its name. @param {IconName} sign @param {string} name @param {(event: MouseEvent) => void} act @param {Attributes} [attributes] */
export function tool(sign, name, act, attributes) {
  return button([icon(sign), h("span", {}, name)], act, { class: "tool", ...attributes });
}

/**
 * A field to choose one of several values.
 * @param {string | null} name what it is called, where no label says it
 * @param {[value: string, called: string][]} options @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function choice(name, options, chosen, choose) {
  const select = h("select", { "aria-label": name, onchange: () => choose(select.value) }, options.map(([value, called]) => h("option", { value }, called)));
  select.value = chosen;
  return select;
}

/**
 * Puts new children in the place of the old ones.
 * @param {Element} parent
 * @param {(Child | Child[])[]} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...nodes(children));
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} [children]
 */
function dressed(element, attributes = {}, children = []) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/** @param {(Child | Child[])[]} children */
function nodes(children) {
  /** @type {(Node | string)[]} */
  const kept = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    kept.push(typeof child === "number" ? String(child) : child);
  }
  return kept;
}

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M8 4.5v15l12-7.5z",
  backwards: "M16 4.5v15L4 12z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4",
  restart: "M5 12a7 7 0 1 0 2.3-5.2M5 4v4.5h4.5",
  hint: "M9.5 17.5h5M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.7.6 1 1.2 1 2.1v1h5v-1c0-.9.3-1.5 1-2.1A6 6 0 0 0 12 3.5z",
  coach: "M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12.2h5",
  flag: "M7 21V4l11 4.5L7 13",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  die: "M6.5 4h11A2.5 2.5 0 0 1 20 6.5v11a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 17.5v-11A2.5 2.5 0 0 1 6.5 4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  rotate: "M19 12a7 7 0 1 1-2.3-5.2M19 4v4.5h-4.5",
  mirror: "M12 3v18M9 7l-6 10h6zM15 7l6 10h-6z",
  flip: "M3 12h18M7 9l10-6v6zM7 15l10 6v-6z",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",
  eraser:
    "M9 19.5l-5-5a1.5 1.5 0 0 1 0-2L13 3.5a1.5 1.5 0 0 1 2 0l5 5a1.5 1.5 0 0 1 0 2l-9 9zM8 9l7.5 7.5M9 19.5h11",
  fresh:
    "M14 3H7a1.5 1.5 0 0 0-1.5 1.5v15A1.5 1.5 0 0 0 7 21h10a1.5 1.5 0 0 0 1.5-1.5V7.5zM14 3v4.5h4.5M12 11v6M9 14h6",
  open: "M3.5 19V5.5H10l2 2.5h8.5V19zM3.5 12h17",
  gallery: "M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z",
  share:
    "M8 12.5l8-5M8 12.5l8 5M5.5 10a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM18.5 4a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM18.5 15.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  help: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 16.5h.01",
  light:
    "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  larger: "M12 5v14M5 12h14",
  smaller: "M5 12h14",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  U: "M12 19V5M6 11l6-6 6 6",
  D: "M12 5v14M6 13l6 6 6-6",
  L: "M19 12H5M11 6l-6 6 6 6",
  R: "M5 12h14M13 6l6 6-6 6",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }),
  );
}

/** A dialog that is called by the title with this id. @param {string} id @param {string} [size] */
export function sheet(id, size = "") {
  return h("dialog", { class: `sheet ${size}`.trim(), "aria-labelledby": id });
}

/** @param {HTMLDialogElement} dialog @param {string} title */
export function sheetHead(dialog, title) {
  const close = button("×", () => dialog.close(), { class: "plain", "aria-label": t("Close") });
  return h("header", {}, h("h2", { id: dialog.getAttribute("aria-labelledby") }, title), close);
}

const TAKEN =
  "input:not([type=checkbox]), textarea, select, dialog, [contenteditable], [role=tablist], [role=menu]";

/** The directions of the arrow keys. @type {Record<string, string>} */
export const DIRECTIONS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };

/** @param {KeyboardEvent} event */
export function isTaken(event) {
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest(TAKEN) != null || document.querySelector("dialog[open]") !== null;
}

/**
 * Undo and redo as the keyboard says them: 1 forwards, -1 back, 0 for any other key.
 * @param {KeyboardEvent} event
 */
export function undoKey(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return 0;
  const key = event.key.toLowerCase();
  if (key === "y" || (key === "z" && event.shiftKey)) return 1;
  return key === "z" ? -1 : 0;
}
