// From answers to heat: a value from 0, cold, to 1, hot, and a text for every square.

import { limitName } from "./amounts.js";
import { figure, t, tr } from "./words.js";
/** @import {Advice, AdviceGroup, Change, Frame, Info} from "./types.js" */

/** Texts are written on boards up to this size. */
const WRITTEN = 2500;
const UNCHANGED = "=";
const IMPOSSIBLE = "×";
const OPEN = "?";
const HATCHED = "▨";

/**
 * @typedef {object} HeatMap
 * @property {string} title
 * @property {(number | null)[]} values
 * @property {string[]} [texts]
 * @property {[string, string] | null} ends what stands at the cold and at the hot end
 * @property {boolean[]} [unreached] the squares that no win comes from, or that are never reached
 * @property {[string, string][]} notes marks that are not on the scale, and what they mean
 */

/**
 * The nearer the win, the hotter.
 * @param {Frame} frame
 * @param {Info} info
 * @returns {HeatMap}
 */
export function byDistance(frame, info) {
  const distances = frame.distances ?? frame.view.tiles.map(() => null);
  const [least, most] = extent(distances);
  const { kinds, tiles } = frame.view;
  const isKnown = frame.distances !== undefined && !info.covers;
  const unreached = distances.map((distance, square) => {
    return isKnown && distance === null && kinds[tiles[square]].role !== "wall";
  });
  const nowhere = frame.limit
    ? t("The search stopped at a limit: {limit}.", { limit: limitName(frame.limit) })
    : t("From no square is there a way to the win.");
  return {
    title: least === null ? nowhere : t("{unit} to the win", { unit: tr(info.unit.many) }),
    values: distances.map((distance) => (distance === null ? null : 1 - along(distance, least, most))),
    texts: written(distances.map((distance) => (distance === null ? "" : String(distance)))),
    ends: least === null ? null : [figure(most), figure(least)],
    unreached,
    notes: unreached.includes(true) ? [[HATCHED, t("no win from here, or never reached")]] : [],
  };
}

/**
 * The harder a change makes it, the hotter.
 * @param {AdviceGroup} group
 * @param {Advice} advice
 * @returns {HeatMap}
 */
export function byAdvice(group, advice) {
  const cells = group.grid.flat();
  const now = advice.verdict === "fewest" ? advice.fewest : advice.verdict;
  const pars = cells.map((cell) => (typeof cell === "number" && cell !== now ? cell : null));
  const [least, most] = extent(pars);
  // Which of several changes that show on one square it is.
  const best = group.best.flat();
  const by = (/** @type {number} */ square) => group.changes[best[square] ?? -1]?.by;
  const text = (/** @type {number | string | null} */ cell, /** @type {number} */ square) => {
    if (cell === null) return "";
    if (cell === now) return UNCHANGED;
    if (cell === "impossible") return IMPOSSIBLE;
    if (typeof cell !== "number") return OPEN;
    return by(square) === undefined ? String(cell) : `${by(square)}:${cell}`;
  };
  const texts = cells.map(text);
  const example = texts.findIndex((text, square) => text.includes(":") && by(square) !== undefined);
  const isNow =
    advice.verdict === "fewest"
      ? t("par {n} as it is", { n: figure(advice.fewest ?? 0) })
      : t("impossible as it is");
  /** @type {[string, string][]} */
  const marks = [
    [UNCHANGED, isNow],
    [IMPOSSIBLE, t("impossible")],
    [OPEN, t("undecided")],
  ];
  return {
    title: t("par by change: {what}", { what: tr(group.name) }),
    values: pars.map((par) => (par === null ? null : along(par, least, most))),
    texts: written(texts),
    ends: least === null ? null : [figure(least), figure(most)],
    notes: [
      ...marks.filter(([mark]) => texts.includes(mark)),
      ...(example < 0 ? [] : [noteOf(texts[example], group.changes[best[example] ?? 0])]),
    ],
  };
}

/**
 * What a text with a change and its par says.
 * @param {string} text
 * @param {Change} change
 * @returns {[string, string]}
 */
function noteOf(text, { what, fewest }) {
  return [text, t("{what}: par {n}", { what, n: figure(fewest ?? 0) })];
}

/**
 * The changes that do something, the strongest first.
 * @param {Change[]} changes
 * @param {string} wish
 */
export function advised(changes, wish) {
  const way = wish === "harder" ? -1 : 1;
  const telling = changes.filter(({ effect, verdict }) => effect !== "unchanged" && verdict === "fewest");
  return telling.toSorted((one, other) => way * ((one.fewest ?? 0) - (other.fewest ?? 0)));
}

/**
 * @param {(number | null)[]} values
 * @returns {[number, number] | [null, null]}
 */
function extent(values) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [null, null];
  return known.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
}

/**
 * How far along a number is from one end to the other.
 * @param {number} value
 * @param {number | null} from
 * @param {number | null} to
 */
function along(value, from, to) {
  if (from === null || to === null || from === to) return 0;
  return (value - from) / (to - from);
}

/** @param {string[]} texts */
function written(texts) {
  return texts.length <= WRITTEN ? texts : undefined;
}
