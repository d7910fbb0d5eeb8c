// How hard a level is, from 0 to 10: a bar of its parts, and what was counted.

import { percent, short } from "./amounts.js";
import { h } from "./dom.js";
import { figure, t } from "./words.js";
/** @import {Counts, DifficultyPart, Rated} from "./types.js" */
/** @import {Child} from "./dom.js" */

/** What each part is called, and what makes it large. */
const PARTS = () =>
  /** @type {Record<string, [string, string]>} */ ({
    length: [t("length"), t("how many moves there are to choose")],
    space: [t("space"), t("how many positions there are to get lost in")],
    precision: [t("precision"), t("how many moves lose the optimum")],
    traps: [t("traps"), t("how many moves lose the win for good")],
    surprise: [t("surprise"), t("how far a first guess is off")],
    rarity: [t("rarity"), t("how few the optimal solutions are")],
  });

/**
 * What the details hold: a summary first.
 * @param {Rated | null} rated
 * @returns {Child[]}
 */
export function difficulty(rated) {
  if (!rated) return [h("summary", {}, h("span", { class: "par-difficulty" }, t("difficulty …")))];
  const { difficulty: found, counts } = rated;
  const value = found ? figure(found.value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : "–";
  const summary = h(
    "summary",
    {},
    h("span", { class: "par-difficulty" }, t("difficulty {value}", { value })),
    found && bar(found.parts),
  );
  const parts = found?.parts.length ? h("dl", { class: "parts" }, found.parts.flatMap(row)) : null;
  const untold = rated.counts_limit ? h("p", {}, t("There is too much to count here.")) : null;
  return [summary, h("div", { class: "par-sheet" }, parts, counts && tally(counts, found !== null), untold)];
}

/** @param {DifficultyPart[]} parts */
function bar(parts) {
  const pieces = parts.map(({ name, value, weight }) => {
    const piece = h("span", { class: `part part-${name}` });
    piece.style.width = `${value * weight * 100}%`;
    return piece;
  });
  return h("span", { class: "difficulty-bar", "aria-hidden": "true" }, pieces);
}

/** @param {DifficultyPart} part */
function row({ name, value, weight }) {
  const [called, meaning] = PARTS()[name] ?? [name, ""];
  const level = h("span", { class: `level part-${name}` });
  level.style.width = `${value * 100}%`;
  const points = figure(value * weight * 10, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const most = figure(weight * 10, { maximumFractionDigits: 1 });
  return [
    h("dt", { title: meaning }, called),
    h(
      "dd",
      {},
      h("span", { class: "gauge", "aria-hidden": "true" }, level),
      h("span", { class: "points" }, t("{points} of {most}", { points, most })),
      h("small", {}, meaning),
    ),
  ];
}

/**
 * @param {Counts} counts
 * @param {boolean} isWinnable
 */
function tally(counts, isWinnable) {
  /** @type {[string, string][]} */
  const rows = [
    [t("optimal solutions"), short(counts.solutions)],
    [t("positions within reach"), short(counts.positions)],
    [t("of them without a way to win"), short(counts.dead)],
  ];
  if (counts.keep_optimum !== null)
    rows.push([t("moves that keep the optimum"), percent(counts.keep_optimum)]);
  if (counts.keep_win !== null) rows.push([t("moves that keep the win"), percent(counts.keep_win)]);
  if (isWinnable) rows.push([t("longest run of forced moves"), figure(counts.forced)]);
  return h(
    "dl",
    { class: "tally" },
    rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
  );
}
