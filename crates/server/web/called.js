// What squares, moves and levels are called: squares by row and column from 1, where level texts and the
// program's sentences write `row,column` from 0; steps by arrows, where they write letters.

import { LEVELS } from "./embedded.js";
import { placedAt } from "./place.js";
import { store } from "./store.js";
import { placeName } from "./tiles.js";
import { t, tr } from "./words.js";

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
