// Moves by a click on a square. Where squares are covered: flags too, by long presses, the right
// button and keys, and the chord on a count whose flags are all set.

import { announce } from "./announce.js";
import { chord, lookAt } from "./flags.js";
import { placeText } from "./place.js";
import { t } from "./words.js";
/** @import {Playing} from "./playing.js" */
/** @import {Frame} from "./types.js" */

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
