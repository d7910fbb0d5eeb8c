// Moves by hands on the board: clicks on squares, flags and chords where squares are covered, and pieces that
// are chosen and sent in a direction.
import { announce } from "./announce.js";
import { placeText, rowAndColumn } from "./place.js";
import { t } from "./words.js";
/** @import {Playing} from "./playing.js" */
/** @import {Frame, View} from "./types.js" */

/**
 * The up to eight squares around one.
 * @param {View} view
 * @param {number} square
 */
function around({ rows, columns }, square) {
  const [row, column] = rowAndColumn({ columns }, square);
  const found = [];
  for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, rows - 1); r += 1) {
    for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, columns - 1); c += 1) {
      if (r !== row || c !== column) found.push(r * columns + c);
    }
  }
  return found;
}

/**
 * @param {View} view
 * @param {number} square
 */
export function lookAt(view, square) {
  return view.kinds[view.tiles[square]];
}

/**
 * What a chord on a square opens: all that is covered around it and has no flag, where as many
 * flags are set as it counts.
 * @param {View} view
 * @param {number} square
 * @param {Set<number>} flags
 */
export function chord(view, square, flags) {
  const look = lookAt(view, square);
  if (look.ground !== "count") return [];
  const near = around(view, square).filter((near) => lookAt(view, near).ground === "lid");
  const flagged = near.filter((near) => flags.has(near));
  if (flagged.length !== Number(look.label)) return [];
  return near.filter((near) => !flags.has(near));
}

/**
 * How many flags the game itself has set.
 * @param {View} view
 */
export function markers(view) {
  return view.tiles.filter((kind) => view.kinds[kind].piece === "marker").length;
}

/**
 * How many mines there are, asleep or not.
 * @param {View} view
 */
export function mines(view) {
  const is = view.kinds.map(({ role }) => role === "danger");
  return view.tiles.reduce((sum, kind) => sum + (is[kind] ? 1 : 0), 0);
}

/** A press that lasts so long sets a flag, in milliseconds. */
const LONG = 450;

export class Clicks {
  /** Where flags were set; one that a flood has opened is back when that is taken back. @type {Set<number>} */
  flags = new Set();
  /** Whether a plain click sets a flag, for those without a right button. */
  isFlagging = false;
  /** @type {{square: number, timer: ReturnType<typeof setTimeout>} | null} */
  #press = null;
  #game;
  #covers;
  #changed;

  /**
   * @param {() => Playing | null} game
   * @param {() => boolean} covers whether the game's squares are covered
   * @param {() => void} changed the flags are others now
   */
  constructor(game, covers, changed) {
    this.#game = game;
    this.#covers = covers;
    this.#changed = changed;
  }

  /** The flags that can be seen: those on covered squares. */
  get standing() {
    return [...this.flags].filter((square) => this.#isCovered(square));
  }

  /** @param {{square: number, button: number}} detail */
  down({ square, button }) {
    this.release();
    if (button === 2) this.flag(square);
    if (button !== 0) return;
    const timer = setTimeout(() => {
      if (!this.#covers()) return;
      this.#press = null;
      this.flag(square);
      navigator.vibrate?.(20);
    }, LONG);
    this.#press = { square, timer };
  }

  /** A cancelled press has become a scroll or a zoom of the page. @param {{square: number, cancelled: boolean}} detail */
  up({ square, cancelled }) {
    const pressed = this.#press?.square;
    this.release();
    if (cancelled || pressed !== square) return;
    if (this.isFlagging && this.#isCovered(square)) this.flag(square);
    else this.open(square);
  }

  /** The press is over, or has become something else. */
  release() {
    clearTimeout(this.#press?.timer);
    this.#press = null;
  }

  /** Takes a key if it is one of its own. @param {{square: number, key: string, ctrl: boolean, alt: boolean, meta: boolean}} detail */
  key({ square, key, ctrl, alt, meta }) {
    const [opens, flags] = [key === "Enter" || key === " ", key === "f" || key === "F"];
    if (ctrl || alt || meta || !(opens || flags)) return false;
    if (opens) this.open(square);
    else this.flag(square);
    return true;
  }

  /** @param {number} square */
  flag(square) {
    const game = this.#game();
    if (!this.#covers() || !this.#isCovered(square) || game?.frame?.standing !== "playing") return;
    const move = `F${placeText(game.frame.view, square)}`;
    if (offers(game.frame, move)) return game.push(move);
    if (!this.flags.delete(square)) this.flags.add(square);
    announce(this.flags.has(square) ? t("flag set") : t("flag taken away"));
    this.#changed();
  }

  /** @param {number} square */
  open(square) {
    const game = this.#game();
    const view = game?.frame?.view;
    const isMove = !this.#covers() || this.#isCovered(square);
    if (!view || (isMove && this.flags.has(square))) return;
    const all = `C${placeText(view, square)}`;
    if (!isMove && game?.frame && offers(game.frame, all)) return game.push(all);
    const squares = isMove ? [square] : chord(view, square, this.flags);
    for (const square of squares) {
      // The click before may have opened it.
      game.push(placeText(view, square), () => !this.#covers() || this.#isCovered(square));
    }
  }

  /** @param {number} square */
  #isCovered(square) {
    const view = this.#game()?.frame?.view;
    return view !== undefined && lookAt(view, square).ground === "lid";
  }
}

/** Whether flags or chords are moves here: of a list that was cut, one move of each kind is left. @param {Frame} frame @param {string} move */
function offers({ moves, isCut }, move) {
  return isCut ? moves.some((offered) => offered[0] === move[0]) : moves.includes(move);
}

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
