// The one state of the page: the level, its past, and what the server reads in it.
import { ask, games, levels, problemOf } from "./api.js";
import { History } from "./history.js";
import { keep, recall } from "./kept.js";
import { blank, compose, gameOf, parse } from "./level.js";
import { pause } from "./pause.js";
import { reach } from "./reach.js";

/** @typedef {import("./types.js").Info} Info */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./level.js").Drawing} Drawing */
/** @typedef {{ok: true, frame: Frame, revision: number} | {ok: false, problem: import("./api.js").Problem, revision: number}} Reading */

/** The 1 is the version of what is kept: a page that keeps it otherwise takes another number. */
const KEPT = "fewest.1.level";
const SHELF = "fewest.1.shelf";
/** All squares of the past together: about 30 MB. */
const MOST_SQUARES = 4_000_000;

class Store extends EventTarget {
  /** @type {Info[]} */
  games = [];
  /** Grows with every change of the level. */
  revision = 0;
  /** The last answer to what the level is; it may be about an earlier revision. @type {Reading | null} */
  reading = null;
  /** The last level that could be read, and how it looks. @type {{drawing: Drawing, view: import("./types.js").View} | null} */
  lastRead = null;
  /** @type {Drawing | undefined} */
  #level;
  /** The level's text, once somebody wanted it. @type {{level: Drawing, text: string} | null} */
  #composed = null;
  #mode = "draw";
  /** @type {History<Drawing>} */
  #history = new History((drawing) => drawing.cells.length + 50, MOST_SQUARES);
  /** @type {AbortController | null} */
  #asking = null;
  #saveLater = 0;
  /** Whether there is anything to keep: a level that was only looked at must not replace one drawn. */
  #isChanged = false;
  /** Levels by their games that the browser would not keep. @type {Record<string, string>} */
  #unkept = {};

  /** The level. */
  get level() {
    if (!this.#level) throw new Error("the store has not begun");
    return this.#level;
  }

  /** The level's game. */
  get info() {
    return this.infoOf(this.level.game) ?? this.games[0];
  }

  /** Which of the modes is on. */
  get mode() {
    return this.#mode;
  }

  set mode(mode) {
    if (mode === this.#mode) return;
    this.#mode = mode;
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

  /** Learns the games, and takes up the level that was left. */
  async begin() {
    this.games = await games();
    const kept = recall(KEPT);
    const drawing = (kept && this.read(kept)) || (await this.#sample()) || blank(this.games[0]);
    this.#take(drawing, "link");
    addEventListener("pagehide", () => this.#save());
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
    const before = this.level;
    const after = fn(before);
    if (after === before) return false;
    this.#history.push(label, before, merge);
    this.#take(after, "change");
    return true;
  }

  /** Goes back one step; gives its name. */
  undo() {
    const step = this.#history.undo(this.level);
    if (step) this.#take(step.value, "undo");
    return step?.label;
  }

  /** Goes forward one step; gives its name. */
  redo() {
    const step = this.#history.redo(this.level);
    if (step) this.#take(step.value, "redo");
    return step?.label;
  }

  /**
   * Puts another level in this one's place; undo brings it back. Says whether the text was one.
   * @param {string} text @param {string} [label] @param {"load" | "link"} [kind] a link is only looked at
   */
  load(text, label = "", kind = "load") {
    const drawing = this.read(text);
    if (!drawing) return false;
    this.#history.push(label, this.level);
    this.#take(drawing, kind);
    return true;
  }

  /** The level of another game: the one drawn last, or one that ships. @param {string} game @param {string} label */
  async choose(game, label) {
    const info = this.infoOf(game);
    if (!info || game === this.level.game) return;
    const drawn = this.#shelf()[game];
    const drawing = (drawn && this.read(drawn)) || (await this.#sample(game)) || blank(info);
    this.#history.push(label, this.level);
    this.#take(drawing, "load");
  }

  /** The level text. */
  text() {
    if (this.#composed?.level !== this.level) this.#composed = { level: this.level, text: compose(this.level, this.info) };
    return this.#composed.text;
  }

  /** A level that ships, of a usual size, that takes a few moves: something to look at on the first visit. @param {string} [game] */
  async #sample(game) {
    try {
      const few = (await levels()).filter((level) => !game || level.game === game);
      const size = (/** @type {{rows: number, columns: number}} */ { rows, columns }) => rows * columns;
      const usual = size(this.infoOf(game ?? "")?.board ?? this.games[0].board);
      const even = (/** @type {{rows: number, columns: number}} */ { rows, columns }) => Math.max(rows, columns) <= 2 * Math.min(rows, columns);
      const good = few.filter((level) => Number(level.par) >= 4 && even(level));
      const best = good.sort((one, other) => Math.abs(size(one) - usual) - Math.abs(size(other) - usual))[0] ?? few[0];
      return best ? this.read(best.text) : null;
    } catch {
      return null;
    }
  }

  /** @param {Drawing} drawing @param {"change" | "undo" | "redo" | "load" | "link"} kind */
  #take(drawing, kind) {
    const game = this.#level?.game;
    // What was drawn a moment ago is kept before another level is looked at.
    if (kind === "link") this.#save();
    this.#isChanged = kind !== "link";
    this.#level = drawing;
    this.revision++;
    if (game !== drawing.game) this.dispatchEvent(new Event("gamechange"));
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

  /** The level last drawn of every game, in this tab or another. @returns {Record<string, string>} */
  #shelf() {
    return { ...shelved(recall(SHELF)), ...this.#unkept };
  }

  /** Keeps the level; fires `unkept` the first time that the browser does not. */
  #save() {
    clearTimeout(this.#saveLater);
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const [text, shelf] = [this.text(), this.#shelf()];
    shelf[this.level.game] = text;
    const wasKept = Object.keys(this.#unkept).length === 0;
    const isKept = keep(KEPT, text) && keep(SHELF, JSON.stringify(shelf));
    this.#unkept = isKept ? {} : { ...this.#unkept, [this.level.game]: text };
    if (wasKept && !isKept) this.dispatchEvent(new Event("unkept"));
  }
}

/** What was kept of every game's level. @param {string | null} kept @returns {Record<string, string>} */
function shelved(kept) {
  try {
    return { ...JSON.parse(kept ?? "{}") };
  } catch {
    return {};
  }
}

export const store = new Store();
