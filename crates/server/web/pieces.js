// Moves of one of several pieces: a piece is chosen, and then a direction. Where there is only one, a move
// is a direction.

import { announce } from "./announce.js";
import { rowAndColumn } from "./place.js";
import { t } from "./words.js";
/** @import {Playing} from "./playing.js" */

/** @typedef {{square: number, from: number, button: number, cancelled: boolean, direction: string | null}} Gesture */

export class PieceMoves {
  #chosen = "";
  #game;
  #changed;

  /** @param {() => Playing | null} game @param {() => void} changed another piece is chosen now */
  constructor(game, changed) {
    this.#game = game;
    this.#changed = changed;
  }

  get #view() {
    return this.#game()?.frame?.view;
  }

  /** The squares of the pieces by their names, in order. */
  get squares() {
    const view = this.#view;
    /** @type {[string, number][]} */
    const found = [];
    view?.tiles.forEach((kind, square) => {
      const { piece, text } = view.kinds[kind];
      if (piece !== null) found.push([text, square]);
    });
    return new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** The names to choose from: none where there is only one piece. */
  get names() {
    const names = [...this.squares.keys()];
    return names.length > 1 ? names : [];
  }

  /** The name of the chosen piece, which its moves begin with; none where there is only one piece. */
  get chosen() {
    const { names } = this;
    return names.includes(this.#chosen) ? this.#chosen : (names[0] ?? "");
  }

  /** Another game begins: its first piece is chosen. */
  reset() {
    this.#chosen = "";
  }

  /** @param {string} name */
  choose(name) {
    if (name === this.chosen) return;
    this.#chosen = name;
    announce(t("robot {name} chosen", { name }));
    this.#changed();
  }

  /** @param {string} direction */
  push(direction) {
    this.#game()?.push(this.chosen + direction);
  }

  /**
   * The hand has left the board: a swipe moves the piece that it began on, or the chosen one; a click
   * chooses a piece, or moves the chosen one towards a square of its row or column.
   * @param {Gesture} gesture
   */
  up({ square, from, button, cancelled, direction }) {
    const view = this.#view;
    if (cancelled || button !== 0 || !view) return;
    const { squares, chosen } = this;
    const touched = [...squares].find(([, place]) => place === from)?.[0];
    if (touched !== undefined && squares.size > 1) this.choose(touched);
    if (direction) return this.push(direction);
    const place = chosen === "" ? [...squares.values()][0] : squares.get(chosen);
    if (touched !== undefined || place === undefined || square !== from) return;
    const [[row, column], [toRow, toColumn]] = [rowAndColumn(view, place), rowAndColumn(view, square)];
    if (row === toRow) this.push(toColumn > column ? "R" : "L");
    else if (column === toColumn) this.push(toRow > row ? "D" : "U");
  }
}
