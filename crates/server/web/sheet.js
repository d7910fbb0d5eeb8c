// What every dialog begins with: its title, and a button that closes it.
import { h } from "./dom.js";
import { t } from "./words.js";

/** A dialog that is called by the title with this id. @param {string} id @param {string} [size] */
export function sheet(id, size = "") {
  return h("dialog", { class: `sheet ${size}`.trim(), "aria-labelledby": id });
}

/** @param {HTMLDialogElement} dialog @param {string} title */
export function sheetHead(dialog, title) {
  const close = h("button", { type: "button", class: "plain", "aria-label": t("Close"), onclick: () => dialog.close() }, "×");
  return h("header", {}, h("h2", { id: dialog.getAttribute("aria-labelledby") }, title), close);
}
