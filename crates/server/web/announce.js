// Telling what happened: aloud for those who hear the page, and as a short note for those who see it.
import { h } from "./dom.js";
import { store } from "./store.js";
import { t } from "./words.js";

let turn = 0;

/** Has a screen reader say a text. @param {string} text */
export function announce(text) {
  // Two places by turns: the same text said twice is otherwise not heard again.
  const regions = document.querySelectorAll("[data-announce]");
  turn = (turn + 1) % Math.max(regions.length, 1);
  regions.forEach((region, number) => {
    region.textContent = number === turn ? text : "";
  });
}

/**
 * Shows a short note at the edge of the page, perhaps with something to press.
 * @param {string} text
 * @param {{label: string, act: () => void, signal: AbortSignal}} [action] until the signal there is
 *   something to press
 */
export function toast(text, action) {
  const place = document.querySelector("[data-toasts]");
  if (!place) return;
  const note = h("div", { class: "toast" }, h("span", {}, text));
  if (action) {
    const press = () => {
      note.remove();
      action.act();
    };
    action.signal.addEventListener("abort", () => note.remove());
    note.append(h("button", { class: "plain", type: "button", onclick: press }, action.label));
  }
  place.replaceChildren(note);
  announce(text);
  setTimeout(() => note.remove(), action ? 8000 : 4000);
}

/** Says what took the place of the level before, with a way back as long as nothing else was done. @param {string} words */
export function tellReplaced(words) {
  const left = new AbortController();
  store.addEventListener("levelchange", () => left.abort(), { once: true });
  toast(words, { label: t("Undo"), act: () => store.undo(), signal: left.signal });
}
