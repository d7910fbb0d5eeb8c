// What squares and moves are called: by row and column from 1, where level texts and the program's
// sentences write `row,column` from 0.

import { placedAt } from "./place.js";
import { store } from "./store.js";
import { placeName } from "./tiles.js";
import { t } from "./words.js";

/** The places of a sentence that stand side by side. */
const PLACES = /\d+,\d+(?: \d+,\d+)*/g;

/** A move in words where it is about a square of the board; any other stays as it is written. @param {string} move */
export function moveName(move) {
  const { rows, columns } = store.level;
  const [, kind, written] = /** @type {RegExpExecArray} */ (/^([FC]?)(.*)$/.exec(move));
  const square = placedAt({ rows, columns }, written);
  if (square === undefined) return move;
  const place = placeName({ rows, columns, numbered: store.info.board.numbered }, square);
  if (kind === "F") return t("a flag on {place}", { place });
  return kind === "C" ? t("a chord on {place}", { place }) : place;
}

/** A sentence of the program with its squares called as they are here. @param {string} sentence */
export function inWords(sentence) {
  return closed(sentence.replace(PLACES, (places) => places.split(" ").map(moveName).join(t("; "))));
}

/** A sentence without the spaces that Chinese does not put between its own words. @param {string} sentence */
export function closed(sentence) {
  return sentence.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "");
}
