// A game being played: the moves made, those taken back, what each of them cost, and the positions along them.
// Nothing is drawn here. Every move goes to the server, which knows the rules.
import { ask, askLines, isAbort, NO_LEVEL, pause, Problem, problemOf } from "./api.js";
/** @import {Frame, Guidance, Hint, Walked} from "./types.js" */

/** So many squares are kept in all: enough for any game on a small board. */
const KEPT_SQUARES = 4_000_000;
/** More moves than these are no choice to be offered on buttons. */
const MOVES = 1000;
/** A film of no more squares than this is asked for at once. */
const AT_ONCE = 400_000;

export class Frames {
  /** @type {Map<string, Frame>} */
  #kept = new Map();
  #squares = 0;
  #text;

  /** @param {string} text the level */
  constructor(text) {
    this.#text = text;
  }

  /**
   * The position after some moves, if it is here already.
   * @param {string[]} moves
   */
  kept(moves) {
    return this.#kept.get(moves.join(" "));
  }

  /**
   * The position after some moves.
   * @param {string[]} moves
   * @param {AbortSignal} [signal]
   */
  async after(moves, signal) {
    const kept = this.kept(moves);
    if (kept) return kept;
    /** @type {Frame} */
    const frame = await ask("show", this.#text, { after: moves.join(" ") }, { signal });
    this.#keep(moves.join(" "), frame);
    return frame;
  }

  /**
   * All positions along some moves, or none where they are too much for one answer.
   * @param {string[]} moves
   * @param {AbortSignal} [signal]
   */
  async fetchAll(moves, signal) {
    const first = await this.after([], signal);
    if (first.view.tiles.length * (moves.length + 1) > AT_ONCE) return [];
    const after = moves.join(" ");
    /** @type {Frame[]} */
    const frames = await askLines("show", this.#text, { after, every: true }, { signal });
    frames.forEach((frame, made) => this.#keep(moves.slice(0, made).join(" "), frame));
    return frames;
  }

  /**
   * @param {string} key
   * @param {Frame} frame
   */
  #keep(key, frame) {
    if (this.#kept.has(key)) return;
    // Nobody reads the board's glyphs beside its view, nor a list of moves as long as the board.
    frame.board = [];
    if (frame.moves.length > MOVES) {
      // One of each kind stays: an opening, a flag, a chord.
      const kinds = new Map(frame.moves.map((move) => [/^[FC]?/.exec(move)?.[0], move]));
      Object.assign(frame, { moves: [...kinds.values()], isCut: true });
    }
    this.#kept.set(key, frame);
    this.#squares += frame.view.tiles.length;
    for (const [oldest, { view }] of this.#kept) {
      if (this.#squares <= KEPT_SQUARES || oldest === key) break;
      this.#kept.delete(oldest);
      this.#squares -= view.tiles.length;
    }
  }
}

/** Moves wait for those before them; more than this are a key held down. */
const WAITING = 16;
/** What the moves cost is asked when the player rests. */
const REST = 120;

/** Fires `played` on every change, `waiting` when a move waits or does no more, `full` when one cannot, and `refused` (detail: a Problem) when a move is illegal. */
export class Playing extends EventTarget {
  /** @type {string[]} */
  moves = [];
  /** The moves taken back, the next one last. @type {string[]} */
  undone = [];
  /** The position now; nothing until it is known. @type {Frame | null} */
  frame = null;
  /** What the moves cost, once that is known. @type {Walked | null} */
  walked = null;
  /** What the position needs, where it was asked. @type {Hint | null} */
  hint = null;
  /** What to play by what can be seen alone, where that was asked. @type {Guidance | null} */
  guidance = null;

  #frames;
  /** Every move and every step back waits for the one before it. */
  #turn = Promise.resolve();
  #waiting = 0;
  #isSeen = true;
  #isCoached;
  #gone = new AbortController();
  /** @type {AbortController | null} */
  #asked = null;
  /** @type {AbortController | null} */
  #hinting = null;

  /**
   * @param {string} text the level
   * @param {boolean} isCoached whether the player wants to know what each move cost
   * @param {{moves: string[], undone: string[]}} [before] a game to go on with
   */
  constructor(text, isCoached, { moves, undone } = { moves: [], undone: [] }) {
    super();
    this.text = text;
    this.#isCoached = isCoached;
    this.#frames = new Frames(text);
    this.undone = [...undone, ...moves.toReversed()];
    this.#queue(async () => {
      try {
        await this.#seek(moves.length);
      } catch (error) {
        // Moves that are refused are none of this level's.
        if (!(error instanceof Problem) || error.status !== NO_LEVEL || moves.length === 0) throw error;
        this.undone = [];
        await this.#seek(0);
      }
    });
  }

  /** Switches the reports of what each move cost on or off. @param {boolean} isCoached */
  coach(isCoached) {
    this.#isCoached = isCoached;
    this.#asked?.abort();
    if (!isCoached) this.walked = null;
    else if (this.#isSeen && !this.#isWalked()) this.#walk(this.moves);
    this.dispatchEvent(new Event("played"));
  }

  /** Nobody plays it any more. */
  end() {
    this.#gone.abort();
    this.pause();
  }

  /** Nobody looks for now: what the moves cost, and a hint, are not wanted. */
  pause() {
    this.#isSeen = false;
    this.#asked?.abort();
    this.#hinting?.abort();
  }

  /** Somebody looks again. */
  resume() {
    this.#isSeen = true;
    if (!this.#isWalked()) this.#walk(this.moves);
  }

  /**
   * Makes a move, or is refused.
   * @param {string} move
   * @param {() => boolean} [isWanted] asked when its turn has come
   */
  push(move, isWanted = () => true) {
    if (this.#waiting >= WAITING) return void this.dispatchEvent(new Event("full"));
    this.#queue(async () => {
      if (this.frame?.standing !== "playing" || !isWanted()) return;
      const moves = [...this.moves, move];
      const frame = await this.#frames.after(moves, this.#gone.signal);
      const isRedo = this.undone.at(-1) === move;
      this.#become(moves, isRedo ? this.undone.slice(0, -1) : [], frame);
    });
  }

  undo() {
    this.goTo(() => this.moves.length - 1);
  }

  redo() {
    this.goTo(() => this.moves.length + 1);
  }

  /**
   * Goes to the position after so many of all the moves, made or taken back.
   * @param {number | (() => number)} where
   */
  goTo(where) {
    this.#queue(() => this.#seek(typeof where === "number" ? where : where()));
  }

  /** @param {number} where */
  async #seek(where) {
    const all = [...this.moves, ...this.undone.toReversed()];
    const made = Math.min(Math.max(where, 0), all.length);
    const frame = await this.#frames.after(all.slice(0, made), this.#gone.signal);
    this.#become(all.slice(0, made), all.slice(made).reverse(), frame);
  }

  /** Asks what to play by what can be seen alone. */
  async askGuidance() {
    const guidance = await this.#consult((moves, signal) => ask("hint", this.text, { after: moves.join(" "), blind: true }, { signal }));
    if (!guidance) return;
    this.guidance = guidance;
    this.dispatchEvent(new Event("played"));
  }

  /** Asks what to play now, and the position which that leads to, for its way. */
  async askHint() {
    const found = await this.#consult(async (moves, signal) => {
      const hint = await ask("hint", this.text, { after: moves.join(" ") }, { signal });
      const best = hint.keep_optimum[0];
      return { hint, next: best === undefined ? null : await this.#frames.after([...moves, best], signal) };
    });
    if (!found) return null;
    this.hint = found.hint;
    this.dispatchEvent(new Event("played"));
    return found.next?.view.trace ?? null;
  }

  /**
   * Asks about the position of now; null where that is not the position any more.
   * @template T
   * @param {(moves: string[], signal: AbortSignal) => Promise<T>} question
   * @returns {Promise<T | null>}
   */
  async #consult(question) {
    // The moves on their way come first: the question is about where they lead.
    await this.#turn;
    if (this.#gone.signal.aborted) return null;
    const moves = this.moves;
    this.#hinting?.abort();
    const { signal } = (this.#hinting = new AbortController());
    try {
      const answer = await question(moves, signal);
      return moves === this.moves ? answer : null;
    } catch (error) {
      this.#complain(error);
      return null;
    }
  }

  /**
   * @param {string[]} moves
   * @param {string[]} undone
   * @param {Frame} frame
   */
  #become(moves, undone, frame) {
    Object.assign(this, { moves, undone, frame, hint: null, guidance: null });
    this.#asked?.abort();
    if (this.#isSeen && !this.#isWalked()) this.#walk(moves);
    this.dispatchEvent(new Event("played"));
  }

  /** Whether it is known what every move cost. */
  #isWalked() {
    const known = this.walked?.steps ?? [];
    return this.moves.length <= known.length && this.moves.every((move, n) => known[n].move === move);
  }

  /** @param {string[]} moves */
  async #walk(moves) {
    // Nobody can say what a move costs where it is not known what it opens.
    if (this.frame?.missing || !this.#isCoached) return;
    const asked = new AbortController();
    this.#asked = asked;
    try {
      await pause(REST, asked.signal);
      const solution = moves.join(" ");
      this.walked = await ask("why", this.text, { solution }, { signal: asked.signal });
      this.dispatchEvent(new Event("played"));
    } catch (error) {
      // A game too large to be analysed can be played all the same.
      if (!isAbort(error)) this.walked = null;
    }
  }

  /** @param {() => Promise<void>} step */
  #queue(step) {
    this.#wait(1);
    this.#turn = this.#turn
      .then(step)
      .catch((error) => this.#complain(error))
      .finally(() => this.#wait(-1));
  }

  /** Whether something waits for the server. */
  get isWaiting() {
    return this.#waiting > 0;
  }

  /** @param {number} more */
  #wait(more) {
    this.#waiting += more;
    this.dispatchEvent(new Event("waiting"));
  }

  /** @param {unknown} error */
  #complain(error) {
    const detail = problemOf(error);
    if (detail) this.dispatchEvent(new CustomEvent("refused", { detail }));
  }
}
