// The positions along a list of moves, asked for when they are looked at, and kept.

import { ask, askLines } from "./api.js";
/** @import {Frame} from "./types.js" */

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
