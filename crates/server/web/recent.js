// The recent levels: everything drawn or opened in this browser, in any tab. Each has its own key, so
// that no tab overwrites what another keeps.
import { forget, keep, recall, recallValue } from "./kept.js";
import { gameOf } from "./level.js";

/** @typedef {{id: string, time: number, text: string}} RecentLevel */

/** The 2 is the version of the format. */
const PREFIX = "fewest.2.level.";
/** The level shown last, and the last level of each game by the game's id, as the page kept them before. */
const [OLD_LEVEL, OLD_SHELF] = ["fewest.1.level", "fewest.1.shelf"];

/** All recent levels, the newest first. @returns {RecentLevel[]} */
export function recentLevels() {
  const found = ids().flatMap((id) => {
    const { time, text } = recallValue(PREFIX + id) ?? {};
    return typeof text === "string" ? [{ id, time: Number(time) || 0, text }] : [];
  });
  return found.sort((one, other) => other.time - one.time);
}

/** Whether there is any recent level. */
export function hasRecentLevels() {
  return ids().length > 0;
}

/** Keeps a level, or its newer version; says whether the browser does. @param {string} id @param {string} text */
export function keepRecent(id, text) {
  return keep(PREFIX + id, JSON.stringify({ time: Date.now(), text }));
}

/** @param {string} id */
export function forgetRecent(id) {
  forget(PREFIX + id);
}

/** A level that was forgotten is kept again, with the time it had. @param {RecentLevel} level */
export function restoreRecent({ id, time, text }) {
  keep(PREFIX + id, JSON.stringify({ time, text }));
}

/** Takes over what an older version of the page kept. */
export function takeOverOldLevels() {
  const shown = recall(OLD_LEVEL);
  /** @type {string[]} */
  const texts = Object.values({ ...recallValue(OLD_SHELF) });
  const game = gameOf(shown ?? "");
  const others = texts.filter((text) => typeof text === "string" && gameOf(text) !== game);
  const all = shown === null ? others : [...others, shown];
  const now = Date.now();
  const isKept = all.every((text, at) => keep(`${PREFIX}old-${at}`, JSON.stringify({ time: now + at - all.length, text })));
  if (!isKept) return;
  forget(OLD_LEVEL);
  forget(OLD_SHELF);
}

/** @returns {string[]} */
function ids() {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  } catch {
    return [];
  }
}
