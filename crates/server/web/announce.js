// Telling what happened, aloud for those who hear the page and as a short note for those who see it, and what
// squares, moves and levels are called.
import { button, h } from "./dom.js";
import { LEVELS } from "./embedded.js";
import { placeName } from "./picture.js";
import { placedAt } from "./place.js";
import { store } from "./store.js";
import { t, tr } from "./words.js";

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
    note.append(button(action.label, press, { class: "plain" }));
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

const SHIPPED = new Set(LEVELS.map(({ title }) => title));

/** The places of a sentence that stand side by side. */
const PLACES = /\d+,\d+(?: \d+,\d+)*/g;

/** @type {Record<string, string>} */
const ARROWS = { U: "↑", D: "↓", L: "←", R: "→" };

/** What a move is called: an arrow for a step, words for a square, a number for a roll. @param {string} move */
export function moveName(move) {
  const { play } = store.info;
  if ((play === "steps" || play === "pieces") && ARROWS[move]) return ARROWS[move];
  const { rows, columns } = store.level;
  const [, kind, written] = /** @type {RegExpExecArray} */ (/^([FC]?)(.*)$/.exec(move));
  const square = placedAt({ rows, columns }, written);
  if (square === undefined) return move;
  const place = placeName({ rows, columns, numbered: store.info.board.numbered }, square);
  if (kind === "F") return t("a flag on {place}", { place });
  return kind === "C" ? t("a chord on {place}", { place }) : place;
}

/** What a level with a title is called: those that ship in the reader's language, any other as it was written. @param {string} title */
export function titleName(title) {
  return SHIPPED.has(title) ? tr(title) : title;
}

/** A sentence of the program with its squares called as they are here. @param {string} sentence */
export function inWords(sentence) {
  return closed(sentence.replace(PLACES, (places) => places.split(" ").map(moveName).join(t("; "))));
}

/** A sentence without the spaces that Chinese does not put between its own words. @param {string} sentence */
export function closed(sentence) {
  return sentence.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "");
}
