// From an analysis to what the board shows: a tint, a text and a sign for every covered square, and
// marks on what to open and why, or on what cannot be right.

import { percent } from "./amounts.js";
import { placedAt } from "./place.js";
import { t } from "./words.js";
/** @import {Problem} from "./api.js" */
/** @import {Chances, Guidance} from "./types.js" */
/** @import {Heat, Mark, Picture} from "./tiles.js" */

/** @typedef {{chances: Chances | null, guidance: Guidance | null, problem: Problem | null, isAsking: boolean}} Analysed */

/** Texts are written on boards up to this size. */
const WRITTEN = 2500;

/** What was made of the chances last: the same chances are the same heat. @type {WeakMap<(number | null)[][], Heat>} */
const made = new WeakMap();

/**
 * The picture with what is known of its covered squares.
 * @param {Picture} picture
 * @param {Analysed} analysis
 * @returns {Picture}
 */
export function analysed(picture, { chances, guidance, problem, isAsking }) {
  const marks = new Map(picture.marks);
  const mark = (/** @type {string} */ place, /** @type {Mark} */ mark) => {
    const square = placedAt(picture, place);
    if (square !== undefined && !marks.has(square)) marks.set(square, mark);
  };
  // What was found of another position marks nothing here.
  if (!isAsking) {
    if (guidance?.move) mark(guidance.move, { kind: "best", name: t("best move") });
    for (const place of guidance?.because ?? []) mark(place, { kind: "reason", name: t("the reason") });
    for (const place of problem?.squares ?? []) mark(place, { kind: "error", text: t("contradicts others") });
  }
  const rows = chances?.chances ?? [];
  const fits = rows.length === picture.rows && rows[0]?.length === picture.columns;
  if (!fits) return { ...picture, marks };
  const heat = heatOf(rows);
  return { ...picture, marks, heat: isAsking ? stillCovered(heat, picture) : heat };
}

/**
 * What was known of the position before, where squares are covered still.
 * @param {Heat} heat @param {Picture} picture
 * @returns {Heat}
 */
function stillCovered({ values, texts, names, signs }, { tiles }) {
  const isCovered = (/** @type {unknown} */ _, /** @type {number} */ square) => tiles[square].ground === "lid";
  return {
    values: values.map((value, square) => (isCovered(value, square) ? value : null)),
    texts: texts?.map((text, square) => (isCovered(text, square) ? text : "")),
    names: names?.map((name, square) => (isCovered(name, square) ? name : "")),
    signs,
  };
}

/** @param {(number | null)[][]} rows */
function heatOf(rows) {
  const known = made.get(rows);
  if (known) return known;
  const values = rows.flat();
  const isWritten = values.length <= WRITTEN;
  /** @type {Heat} */
  const heat = {
    values,
    texts: isWritten ? values.map(written) : undefined,
    names: values.map(spoken),
    signs: values.map((chance) => (chance === 0 ? "yes" : chance === 1 ? "no" : null)),
  };
  made.set(rows, heat);
  return heat;
}

/** A chance in a square: in whole percents, but never as if it were certain. @param {number | null} chance */
function written(chance) {
  if (chance === null) return "";
  const isCertain = chance === 0 || chance === 1;
  return String(isCertain ? chance * 100 : Math.min(Math.max(Math.round(chance * 100), 1), 99));
}

/** @param {number | null} chance */
function spoken(chance) {
  if (chance === null) return "";
  if (chance === 0) return t("surely safe");
  if (chance === 1) return t("surely a mine");
  return t("a mine with a chance of {chance}", { chance: percent(chance) });
}
