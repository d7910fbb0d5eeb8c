// A board of very many squares on a canvas: flat colours for what lies in the squares, drawn again
// only where they change, and a second canvas over it for what reaches across them.
import { h } from "./dom.js";
import { rowAndColumn } from "./place.js";
import { body, corner, middle, SIDE, THICK, way } from "./shapes.js";
import { placeName, squareName, THINGS } from "./tiles.js";
import { tint } from "./tint.js";
import { t } from "./words.js";

/** @typedef {import("./tiles.js").Picture} Picture */

/** More pixels a side than these are too much for some browsers: the picture gets coarser. */
const MOST_PIXELS = 8192;
/** Letters in smaller squares cannot be read. */
const LEAST_LETTER = 11;

/** Things in smaller squares are ringed, if they are few. */
const SEEN = 9;
const MOST_BEACONS = 8;

export class CanvasBoard {
  /** @type {Picture | null} */
  #shown = null;
  #cursor = 0;
  #pixels = 1;
  #seen = true;
  /** @type {Map<string, string>} */
  #colours = new Map();

  /** @param {boolean} still whether it is only looked at */
  constructor(still) {
    this.still = still;
    this.base = h("canvas", {});
    this.over = h("canvas", {});
    const spoken = still ? { "aria-hidden": "true" } : { role: "application", tabindex: 0 };
    this.element = h("div", { class: "board-canvas", ...spoken }, this.base, this.over);
    this.element.addEventListener("focus", () => this.#lay());
    this.element.addEventListener("blur", () => this.#lay());
  }

  /** How large a square is on the screen. @param {number} side in CSS pixels */
  fit(side) {
    const picture = this.#shown;
    if (!picture) return;
    const most = MOST_PIXELS / Math.max(picture.rows, picture.columns);
    const pixels = Math.min(side * devicePixelRatio, most);
    this.#pixels = pixels;
    this.#seen = side >= LEAST_LETTER;
    for (const canvas of [this.base, this.over]) {
      canvas.width = Math.round(picture.columns * pixels);
      canvas.height = Math.round(picture.rows * pixels);
    }
    this.#paint(picture, null);
    this.#lay();
  }

  /** @param {Picture} picture */
  show(picture) {
    const before = this.#shown;
    this.#shown = picture;
    this.rename();
    if (!before || before.rows !== picture.rows || before.columns !== picture.columns) return;
    this.#paint(picture, before);
    this.#lay();
  }

  rename() {
    if (!this.#shown || this.still) return;
    this.element.setAttribute("aria-roledescription", t("board"));
    const { rows, columns } = this.#shown;
    const name = t("board of {rows} by {columns} squares, {place}", { rows, columns, place: placeName(this.#shown, this.#cursor) });
    this.element.setAttribute("aria-label", name);
  }

  /** Takes the colours of another theme. */
  recolour() {
    this.#colours.clear();
    if (this.#shown) this.#paint(this.#shown, null);
    this.#lay();
  }

  /** @param {number} square @param {boolean} focus */
  point(square, focus) {
    this.#cursor = square;
    if (focus) this.element.focus({ preventScroll: true });
    this.#lay();
    return undefined;
  }

  /** What the keyboard is on, in words. */
  spoken() {
    return this.#shown ? squareName(this.#shown, this.#cursor) : "";
  }

  /** @param {string} name */
  #colour(name) {
    let colour = this.#colours.get(name);
    if (colour === undefined) {
      colour = getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888";
      this.#colours.set(name, colour);
    }
    return colour;
  }

  /** Draws the squares that differ from those before, or all. @param {Picture} picture @param {Picture | null} before */
  #paint(picture, before) {
    const pen = this.base.getContext("2d");
    if (!pen) return;
    const { tiles, heat, marks } = picture;
    const all = !before || heat !== before.heat;
    const segments = new Set(picture.body);
    const pixels = this.#pixels;
    for (let square = 0; square < tiles.length; square++) {
      const [tile, mark] = [tiles[square], marks?.get(square)];
      if (!all && tile === before.tiles[square] && mark?.kind === before.marks?.get(square)?.kind) continue;
      const value = heat?.values[square] ?? null;
      const [row, column] = rowAndColumn(picture, square);
      const [left, top] = [Math.round(column * pixels), Math.round(row * pixels)];
      const [width, height] = [Math.round((column + 1) * pixels) - left, Math.round((row + 1) * pixels) - top];
      const isTinted = value !== null && (tile.ground === "lid" || (tile.ground === "floor" && !segments.has(square)));
      pen.fillStyle = isTinted ? tint(value).colour : this.#colour("--floor");
      pen.fillRect(left, top, width, height);
      if (pixels >= 8) {
        pen.fillStyle = this.#colour("--line");
        pen.fillRect(left, top, width, 1);
        pen.fillRect(left, top, 1, height);
      }
      if (heat?.unreached?.[square]) {
        pen.strokeStyle = this.#colour("--ink");
        pen.globalAlpha = 0.35;
        pen.beginPath();
        pen.moveTo(left, top + height);
        pen.lineTo(left + width, top);
        pen.stroke();
        pen.globalAlpha = 1;
      }
      const ground = THINGS[tile.ground]?.colour;
      const gap = pixels >= 8 && tile.ground !== "wall" ? 1 : 0;
      if (ground && !isTinted) {
        pen.fillStyle = this.#colour(ground);
        pen.fillRect(left + gap, top + gap, width - 2 * gap, height - 2 * gap);
      }
      const piece = THINGS[tile.piece ?? ""]?.colour;
      if (piece) {
        pen.fillStyle = this.#colour(piece);
        pen.beginPath();
        pen.arc(left + width / 2, top + height / 2, Math.max(1, pixels * 0.38), 0, 7);
        pen.fill();
      }
      if (mark && mark.kind !== "error") {
        pen.globalAlpha = mark.kind === "done" ? 0.3 : 0.65;
        pen.fillStyle = this.#colour(mark.kind === "flag" ? "--danger-1" : "--lift-1");
        pen.fillRect(left, top, width, height);
        pen.globalAlpha = 1;
      }
      const text = heat?.texts?.[square] || tile.label;
      if (this.#seen && text) {
        pen.fillStyle = value === null ? this.#colour("--ink") : tint(value).ink;
        pen.font = `${Math.min(pixels * 0.6, (pixels * 1.5) / text.length)}px system-ui, sans-serif`;
        pen.textAlign = "center";
        pen.textBaseline = "middle";
        pen.fillText(text, left + width / 2, top + height / 2);
      }
    }
  }

  /**
   * Rings around the few things that must be found at a glance, where their squares are too small
   * to be seen.
   * @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {number} scale
   */
  #beacons(pen, picture, scale) {
    if (SIDE * scale > SEEN * devicePixelRatio) return;
    /** @type {[number, string][]} */
    const found = [];
    picture.tiles.forEach(({ ground, piece }, square) => {
      if (piece === "pawn" || piece === "stone") found.push([square, "--player-1"]);
      else if (ground === "flag" || ground === "target") found.push([square, "--goal-1"]);
      else if (ground === "apple") found.push([square, "--danger-1"]);
    });
    if (picture.body.length > 0) found.push([picture.body[0], "--player-1"]);
    if (found.length > MOST_BEACONS) return;
    for (const [square, colour] of found) {
      const { x, y } = middle(picture, square);
      pen.beginPath();
      pen.arc(x, y, (7 * devicePixelRatio) / scale, 0, 7);
      pen.lineWidth = (2.5 * devicePixelRatio) / scale;
      pen.strokeStyle = this.#colour(colour);
      pen.stroke();
    }
  }

  /** Draws what reaches over several squares, and the cursor. */
  #lay() {
    const [pen, picture] = [this.over.getContext("2d"), this.#shown];
    if (!pen || !picture) return;
    pen.resetTransform();
    pen.clearRect(0, 0, this.over.width, this.over.height);
    const scale = this.#pixels / SIDE;
    pen.scale(scale, scale);
    pen.lineCap = pen.lineJoin = "round";
    pen.globalAlpha = 0.6;
    pen.lineWidth = Math.max(8, 1 / scale);
    for (const { from, to, role } of picture.links) {
      const [begin, end] = [middle(picture, from), middle(picture, to)];
      pen.strokeStyle = this.#colour(role === "lift" ? "--lift-1" : "--drop-1");
      pen.beginPath();
      pen.moveTo(begin.x, begin.y);
      pen.lineTo(end.x, end.y);
      pen.stroke();
    }
    pen.globalAlpha = 1;
    const thick = Math.max(THICK, 2 / scale);
    pen.strokeStyle = pen.fillStyle = this.#colour("--player-1");
    pen.lineWidth = thick;
    const { back, tail } = body(picture, picture.body);
    pen.stroke(new Path2D(back));
    pen.fill(new Path2D(tail));
    if (picture.body.length > 0) {
      const { x, y } = middle(picture, picture.body[0]);
      pen.beginPath();
      pen.arc(x, y, thick * 0.7, 0, 7);
      pen.fill();
    }
    const moves = picture.way ?? (picture.trail && picture.trail.length > 1 ? [picture.trail] : []);
    if (moves.length > 0) {
      const { line, leaps } = way(picture, moves);
      pen.lineWidth = Math.max(4, 2 / scale);
      pen.strokeStyle = this.#colour("--ink");
      pen.stroke(new Path2D(line));
      pen.setLineDash([4 / scale, 4 / scale]);
      pen.stroke(new Path2D(leaps));
      pen.setLineDash([]);
    }
    this.#beacons(pen, picture, scale);
    const frame = (/** @type {number} */ square, /** @type {string} */ colour) => {
      const [{ x, y }, wide] = [corner(picture, square), Math.max(4, 2 / scale)];
      pen.strokeStyle = this.#colour(colour);
      pen.lineWidth = wide;
      pen.strokeRect(x - wide, y - wide, SIDE + 2 * wide, SIDE + 2 * wide);
    };
    for (const [square, mark] of picture.marks ?? []) if (mark.kind === "error") frame(square, "--danger-1");
    if (document.activeElement === this.element) frame(this.#cursor, "--player-1");
  }
}
