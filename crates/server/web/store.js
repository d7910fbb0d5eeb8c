// The one state of the page: the level, its past, the recent levels, and what the server reads in the level.
import { ask, pause, problemOf, reach } from "./api.js";
import { GAMES, LEVELS } from "./embedded.js";
import { forget, keep, recall, recallValue, tab } from "./kept.js";
import { blank, compose, gameOf, isVeiled, parse } from "./level.js";
/** @import {Drawing} from "./level.js" */
/** @import {Frame, Info} from "./types.js" */

/**
 * @template T
 * @typedef {{label: string, value: T}} Step what was done, and the value on the other side of it
 */

/** @template T */
class History {
  /** @type {Step<T>[]} */
  #past = [];
  /** @type {Step<T>[]} */
  #future = [];
  /** @type {unknown} */
  #merge;
  #weigh;
  #most;

  /**
   * Keeps as many steps as weigh no more than `most` together, and always the last one.
   * @param {(value: T) => number} weigh @param {number} most
   */
  constructor(weigh, most) {
    this.#weigh = weigh;
    this.#most = most;
  }

  /** What undo would take back, or nothing. */
  get undoLabel() {
    return this.#past.at(-1)?.label;
  }

  /** What redo would do again, or nothing. */
  get redoLabel() {
    return this.#future.at(-1)?.label;
  }

  /**
   * Remembers the value as it was before a step. Steps that follow each other with the same
   * `merge` are one: a stroke of the brush is undone as a whole.
   * @param {string} label @param {T} before @param {unknown} [merge]
   */
  push(label, before, merge) {
    this.#future = [];
    const goesOn = merge !== undefined && merge === this.#merge && this.#past.length > 0;
    this.#merge = merge;
    if (goesOn) return;
    this.#past.push({ label, value: before });
    let weight = this.#past.reduce((sum, step) => sum + this.#weigh(step.value), 0);
    while (weight > this.#most && this.#past.length > 1) {
      weight -= this.#weigh(/** @type {Step<T>} */ (this.#past.shift()).value);
    }
  }

  /** The last steps of the past and of the future that together weigh no more than `most`, to be kept. @param {number} most */
  lastSteps(most) {
    let left = most;
    const last = (/** @type {Step<T>[]} */ steps) => {
      let from = steps.length;
      while (from > 0 && this.#weigh(steps[from - 1].value) <= left) {
        from -= 1;
        left -= this.#weigh(steps[from].value);
      }
      return steps.slice(from);
    };
    return { past: last(this.#past), future: last(this.#future) };
  }

  /** Takes up steps that were kept. @param {{past: Step<T>[], future: Step<T>[]}} steps */
  resume({ past, future }) {
    this.#past = past;
    this.#future = future;
  }

  /** Goes back one step. @param {T} now @returns {Step<T> | undefined} */
  undo(now) {
    return this.#go(this.#past, this.#future, now);
  }

  /** Goes forward one step. @param {T} now @returns {Step<T> | undefined} */
  redo(now) {
    return this.#go(this.#future, this.#past, now);
  }

  /** @param {Step<T>[]} from @param {Step<T>[]} to @param {T} now */
  #go(from, to, now) {
    const step = from.pop();
    this.#merge = undefined;
    if (step) to.push({ label: step.label, value: now });
    return step;
  }
}

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
function keepRecent(id, text) {
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
function takeOverOldLevels() {
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

/** @typedef {{ok: true, frame: Frame, revision: number} | {ok: false, problem: import("./api.js").Problem, revision: number}} Reading */

/**
 * The level that is open.
 * @typedef {object} OpenLevel
 * @property {string} id under which it is kept among the recent levels
 * @property {Drawing} level
 * @property {boolean} isOwn whether it is kept there: one that was only looked at is not
 * @property {boolean} isLinked whether it is the level of the link in the address
 * @property {string} mode the mode that it was in last
 */

/**
 * Where a level comes from: a text or file, a list of levels, or a link.
 * @typedef {"text" | "list" | "link"} Origin
 */

/** This tab's level with its mode and past, and a flag that is there while no page uses them. */
const [TAB, LEFT] = ["fewest.2.tab", "fewest.2.left"];
/** All squares of the past together: about 30 MB. */
const MOST_SQUARES = 4_000_000;
/** All squares of the past that a reload keeps. */
const KEPT_SQUARES = 100_000;

class Store extends EventTarget {
  /** @type {Info[]} */
  games = GAMES;
  /** Grows with every change of the level. */
  revision = 0;
  /** The last answer to what the level is; it may be about an earlier revision. @type {Reading | null} */
  reading = null;
  /** The last level that could be read, and how it looks. @type {{drawing: Drawing, view: import("./types.js").View} | null} */
  lastRead = null;
  /** @type {OpenLevel | undefined} */
  #open;
  /** Texts of levels, made once each. @type {WeakMap<Drawing, string>} */
  #texts = new WeakMap();
  /** @type {History<OpenLevel>} */
  #history = new History(({ level }) => level.cells.length + 50, MOST_SQUARES);
  /** The level of each game that this tab had last. @type {Map<string, OpenLevel>} */
  #lastOf = new Map();
  /** @type {AbortController | null} */
  #asking = null;
  #saveLater = 0;
  /** Whether the level was changed since it was kept. */
  #isChanged = false;
  /** Whether the browser kept the level the last time. */
  #isKept = true;
  /** What this tab kept last for a reload. @type {string | null} */
  #record = null;

  /** The level. */
  get level() {
    return this.#now.level;
  }

  get #now() {
    if (!this.#open) throw new Error("the store has not begun");
    return this.#open;
  }

  /** Whether the level is that of the link in the address, unchanged. */
  get isLinked() {
    return this.#now.isLinked;
  }

  /** Whether a mode has anything to do with a level. @param {string} mode @param {Drawing} [level] */
  hasMode(mode, level = this.level) {
    return mode !== "odds" || this.infoOf(level.game)?.chance === true;
  }

  /** Whether the level's squares cover what the page knows. */
  get isHiding() {
    return this.#hides(this.level);
  }

  /** The level's game. */
  get info() {
    return this.infoOf(this.level.game) ?? this.games[0];
  }

  /** Which of the modes is on. */
  get mode() {
    return this.#now.mode;
  }

  set mode(mode) {
    if (mode === this.mode) return;
    this.#open = { ...this.#now, mode };
    this.#lastOf.set(this.level.game, this.#now);
    this.#keepTab();
    this.dispatchEvent(new Event("modechange"));
  }

  /** Whether the server has read the level as it is now, and found one. */
  get #isRead() {
    return this.reading?.ok === true && this.reading.revision === this.revision;
  }

  /** What undo would take back. */
  get undoLabel() {
    return this.#history.undoLabel;
  }

  /** What redo would do again. */
  get redoLabel() {
    return this.#history.redoLabel;
  }

  /** @param {string} game */
  infoOf(game) {
    return this.games.find((info) => info.id === game);
  }

  /** Takes up the level that this tab had, or the one drawn last in any tab. */
  begin() {
    takeOverOldLevels();
    const open = this.#resumed() ?? this.#first();
    this.#take(open, "load");
    // Nothing was drawn: only this tab keeps it.
    this.#isChanged = false;
    this.#keepTab();
    addEventListener("pagehide", () => {
      this.#save();
      keep(LEFT, "yes", tab);
    });
    addEventListener("pageshow", ({ persisted }) => {
      // A page that comes back as it was left, after another page of this tab has gone on with the level.
      if (persisted && recall(TAB, tab) !== this.#record) return location.reload();
      forget(LEFT, tab);
    });
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.#save());
    // A position has no words of the server's; why there is none is told again.
    document.addEventListener("languagechange-fewest", () => this.#isRead || this.ask());
    reach.addEventListener("back", () => this.ask());
  }

  /** The level that a level text holds, if it is one of a game there is. @param {string} text */
  read(text) {
    const info = this.infoOf(gameOf(text) ?? "");
    return info ? parse(text, info) : null;
  }

  /**
   * Changes the level; steps that follow each other with the same `merge` are undone as one.
   * @param {string} label what was done, in the reader's words
   * @param {(level: Drawing) => Drawing} fn gives the same level back where nothing changes
   * @param {unknown} [merge]
   */
  change(label, fn, merge) {
    const before = this.#now;
    const level = fn(before.level);
    if (level === before.level) return false;
    this.#history.push(label, before, merge);
    this.#take({ ...before, level, isOwn: true, isLinked: false }, "change");
    return true;
  }

  /** Begins a new level; undo brings the one before back. @param {string} label @param {Drawing} level */
  start(label, level) {
    this.#history.push(label, this.#now);
    this.#take({ id: newId(), level, isOwn: false, isLinked: false, mode: "draw" }, "load");
  }

  /** Goes back one step; gives its name. */
  undo() {
    const step = this.#history.undo(this.#now);
    if (step) this.#retake(step.value, "undo");
    return step?.label;
  }

  /** Goes forward one step; gives its name. */
  redo() {
    const step = this.#history.redo(this.#now);
    if (step) this.#retake(step.value, "redo");
    return step?.label;
  }

  /** Takes up a level of the past or the future: another one in the mode that it was in, this one in the mode of now. @param {OpenLevel} open @param {"undo" | "redo"} kind */
  #retake(open, kind) {
    const mode = open.id === this.#now.id ? this.mode : open.mode;
    this.#take({ ...open, isLinked: false, mode }, kind);
  }

  /**
   * Puts another level in this one's place; undo brings it back. Says whether the text was one.
   * @param {string} text @param {string} [label] @param {Origin} [origin]
   * @param {string | null} [wanted] the mode that a link asks for
   */
  load(text, label = "", origin = "text", wanted = null) {
    const level = this.read(text);
    if (!level) return false;
    const mode = wanted !== null && this.hasMode(wanted, level) ? wanted : this.#modeFor(level, this.mode);
    this.#history.push(label, this.#now);
    const isLinked = origin === "link";
    this.#take({ id: newId(), level, isOwn: origin === "text", isLinked, mode }, isLinked ? "link" : "load");
    return true;
  }

  /** Goes back to the level before the links that were followed; where the level of a link was changed, it stays. */
  leaveLink() {
    if (!this.isLinked) return;
    let step = this.#history.undo(this.#now);
    while (step?.value.isLinked) step = this.#history.undo(step.value);
    if (step) this.#take(step.value, "undo");
  }

  /** The level of another game: the one that this tab had last, the one drawn last in any tab, or one that ships. @param {string} game @param {string} label */
  choose(game, label) {
    const info = this.infoOf(game);
    if (!info || game === this.level.game) return;
    const last = this.#lastOf.get(game);
    const open = last ?? this.#first(game);
    const mode = last && this.#hides(last.level) ? last.mode : this.#modeFor(open.level, this.mode);
    this.#history.push(label, this.#now);
    this.#take({ ...open, isLinked: false, mode }, "load");
  }

  /** The level text. */
  text() {
    return this.#textOf(this.level);
  }

  /** @param {Drawing} level */
  #textOf(level) {
    const known = this.#texts.get(level);
    if (known !== undefined) return known;
    const text = compose(level, /** @type {Info} */ (this.infoOf(level.game)));
    this.#texts.set(level, text);
    return text;
  }

  /** Whether a level shows a player less than is known of it. @param {Drawing} level */
  #hides(level) {
    const info = this.infoOf(level.game);
    return info?.covers === true && !isVeiled(level, info);
  }

  /** The mode to open a level in that is there to be played. @param {Drawing} level @param {string} usual */
  #modeFor(level, usual) {
    return this.#hides(level) ? "play" : usual;
  }

  /** The level to begin with: the one drawn last, a level that ships, or an empty board. @param {string} [game] @returns {OpenLevel} */
  #first(game) {
    const recent = recentLevels().find(({ text }) => (!game || gameOf(text) === game) && this.read(text));
    const level = (recent && this.read(recent.text)) ?? this.#sample(game) ?? blank(this.infoOf(game ?? "") ?? this.games[0]);
    // Another tab may draw on the same level: a change makes it another one.
    return { id: newId(), level, isOwn: false, isLinked: false, mode: this.#modeFor(level, "draw") };
  }

  /** The level of this tab before it was reloaded, and its past. @returns {OpenLevel | null} */
  #resumed() {
    const kept = recallValue(TAB, tab);
    const isAlone = recall(LEFT, tab) !== null;
    forget(LEFT, tab);
    /** @type {Map<string, string>} */
    const ids = new Map();
    // A tab that was duplicated has what the other tab keeps, and must not write over it.
    const idOf = (/** @type {string} */ id) => (isAlone ? id : (ids.get(id) ?? ids.set(id, newId()).get(id) ?? id));
    const opened = (/** @type {any} */ { id, text, isOwn, mode }) => {
      const level = this.read(String(text));
      return level && { id: idOf(String(id)), level, isOwn: isOwn === true, isLinked: false, mode: String(mode) };
    };
    const steps = (/** @type {any} */ list) =>
      (Array.isArray(list) ? list : []).flatMap((step) => {
        const value = opened(step);
        return value ? [{ label: String(step.label), value }] : [];
      });
    const open = kept && opened(kept);
    if (open) this.#history.resume({ past: steps(kept.past), future: steps(kept.future) });
    return open;
  }

  /** A level that ships, of a usual size, that takes a few moves: something to look at on the first visit. @param {string} [game] */
  #sample(game) {
    const few = LEVELS.filter((level) => !game || level.game === game);
    const size = (/** @type {{rows: number, columns: number}} */ { rows, columns }) => rows * columns;
    const usual = size(this.infoOf(game ?? "")?.board ?? this.games[0].board);
    const even = (/** @type {{rows: number, columns: number}} */ { rows, columns }) => Math.max(rows, columns) <= 2 * Math.min(rows, columns);
    const good = few.filter((level) => Number(level.par) >= 4 && even(level));
    const best = good.sort((one, other) => Math.abs(size(one) - usual) - Math.abs(size(other) - usual))[0] ?? few[0];
    return best ? this.read(best.text) : null;
  }

  /** @param {OpenLevel} open @param {"change" | "undo" | "redo" | "load" | "link"} kind */
  #take(open, kind) {
    const before = this.#open;
    // What was drawn a moment ago is kept before another level takes its place.
    if (before && before.id !== open.id) this.#save();
    this.#open = open;
    this.#isChanged = true;
    this.revision++;
    this.#lastOf.set(open.level.game, open);
    if (before?.level.game !== open.level.game) this.dispatchEvent(new Event("gamechange"));
    // First the mode: the one before must not show what the new level covers.
    if (before && before.mode !== open.mode) this.dispatchEvent(new Event("modechange"));
    this.dispatchEvent(new CustomEvent("levelchange", { detail: { kind } }));
    clearTimeout(this.#saveLater);
    this.#saveLater = setTimeout(() => this.#save(), 250);
    this.ask();
  }

  /** Has the level read by the server, and forgets about what was asked before. */
  async ask() {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    const { level, revision } = this;
    // A stroke over a large board changes it many times a second: only its last state is sent.
    const calm = level.cells.length > 10_000 ? 150 : 15;
    try {
      await pause(calm, asking.signal);
      const frame = await ask("show", this.text(), {}, { signal: asking.signal });
      this.reading = { ok: true, frame, revision };
      if (frame.view) this.lastRead = { drawing: level, view: frame.view };
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) return;
      this.reading = { ok: false, problem, revision };
    }
    this.dispatchEvent(new Event("reading"));
  }

  /** Keeps the level; fires `unkept` the first time that the browser does not. */
  #save() {
    clearTimeout(this.#saveLater);
    if (!this.#isChanged || this.isLinked) return;
    this.#isChanged = false;
    this.#keepTab();
    const { id, level, isOwn } = this.#now;
    const wasKept = this.#isKept;
    this.#isKept = !isOwn || keepRecent(id, this.#textOf(level));
    if (wasKept && !this.#isKept) this.dispatchEvent(new Event("unkept"));
  }

  /** Keeps the level, its mode and its past for a reload of this tab. A link has its own in the address. */
  #keepTab() {
    if (this.isLinked) return;
    const written = (/** @type {OpenLevel} */ { id, level, isOwn, mode }) => ({ id, isOwn, mode, text: this.#textOf(level) });
    const { past, future } = this.#history.lastSteps(KEPT_SQUARES);
    const steps = (/** @type {typeof past} */ list) => list.map(({ label, value }) => ({ label, ...written(value) }));
    const record = { ...written(this.#now), past: steps(past), future: steps(future) };
    // The level itself is worth more than its past.
    if (!keep(TAB, JSON.stringify(record), tab)) keep(TAB, JSON.stringify(written(this.#now)), tab);
    this.#record = recall(TAB, tab);
  }
}

/** An id that no other level has. */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");
}

export const store = new Store();
