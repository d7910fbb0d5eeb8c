// A board of many squares on a canvas. What lies in the squares is drawn again only where it changes; a second
// canvas over it has what reaches across squares, and an element over both is the cursor.
import { alike } from "./board-svg.js";
import { tint } from "./colours.js";
import { h } from "./dom.js";
import { isNamed, placeName, squareName, THINGS } from "./picture.js";
import { rowAndColumn } from "./place.js";
import { body, corner, edgeLines, head, link, middle, SIDE, THICK, way } from "./shapes.js";
import { t } from "./words.js";
/** @import {Mark, Picture, TileLook} from "./picture.js" */

/** What a symbol is drawn of. @typedef {{path: Path2D, fill: string | null, stroke: string | null, width: number, cap: CanvasLineCap, join: CanvasLineJoin, opacity: number}} Part */

/** @type {Map<string, Part[]>} */
const known = new Map();

/**
 * Draws a symbol with its origin at that of the pen, 40 units a side.
 * @param {CanvasRenderingContext2D} pen @param {string} name
 * @param {(name: string) => string} colour the colour that a property of the theme has
 */
export function drawSymbol(pen, name, colour) {
  const resolved = (/** @type {string} */ value) => {
    const property = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    return property ? colour(property) : value;
  };
  for (const { path, fill, stroke, width, cap, join, opacity } of partsOf(name)) {
    pen.globalAlpha = opacity;
    if (fill) {
      pen.fillStyle = resolved(fill);
      pen.fill(path);
    }
    if (stroke) {
      pen.strokeStyle = resolved(stroke);
      pen.lineWidth = width;
      pen.lineCap = cap;
      pen.lineJoin = join;
      pen.stroke(path);
    }
  }
  pen.globalAlpha = 1;
}

/** @param {string} name */
function partsOf(name) {
  const parts = known.get(name);
  if (parts) return parts;
  const symbol = document.querySelector(`[data-symbols] symbol#${name}`);
  // Not everything on a board has a symbol.
  if (!symbol) return [];
  const read = Array.from(symbol.children, part);
  known.set(name, read);
  return read;
}

/** @param {Element} shape @returns {Part} */
function part(shape) {
  const says = (/** @type {string} */ name) => shape.getAttribute(name);
  const paint = (/** @type {string | null} */ value) => (value === "none" || value?.startsWith("url") ? null : value);
  return {
    path: pathOf(shape),
    fill: paint(says("fill") ?? "#000"),
    stroke: paint(says("stroke")),
    width: Number(says("stroke-width") ?? 1),
    cap: /** @type {CanvasLineCap} */ (says("stroke-linecap") ?? "butt"),
    join: /** @type {CanvasLineJoin} */ (says("stroke-linejoin") ?? "miter"),
    opacity: Number(says("opacity") ?? 1),
  };
}

/** @param {Element} shape */
function pathOf(shape) {
  const n = (/** @type {string} */ name) => Number(shape.getAttribute(name) ?? 0);
  if (shape.tagName === "path") return new Path2D(shape.getAttribute("d") ?? "");
  const path = new Path2D();
  if (shape.tagName === "circle") path.arc(n("cx"), n("cy"), n("r"), 0, 7);
  else path.roundRect(n("x"), n("y"), n("width"), n("height"), n("rx"));
  return path;
}

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** A canvas of more pixels a side takes too much memory: the picture gets coarser. */
const MOST_PIXELS = 4096;
/** Letters in smaller squares cannot be read; in squares smaller than these, letters fill them. */
const LEAST_LETTER = 8;
const LARGE_LETTER = 17;
/** In smaller squares, in pixels of the screen, there are flat colours in the place of symbols. */
const LEAST_SYMBOL = 8;
/** Things in smaller squares are ringed, if they are few. */
const SEEN = 12;
const MOST_BEACONS = 8;
/** Numbers past this are too long for their badge. */
const MOST_BADGES = 999;

/** How marks look: what fills them and how strongly, and their edge. @type {Record<string, {fill?: [string, number], edge?: string, dashed?: boolean}>} */
const MARKS = {
  frontier: { fill: ["--lift-1", 0.62], edge: "--lift-3" },
  done: { fill: ["--lift-1", 0.2] },
  best: { fill: ["--goal-1", 0.2], edge: "--goal-1" },
  cursor: { edge: "--player-1", dashed: true },
  reason: { edge: "--goal-1", dashed: true },
};

/** The colours of counts that have one. @type {Record<string, string>} */
const COUNTS = { 1: "--player-1", 2: "--good", 3: "--danger-1", 4: "--drop-2" };

export class CanvasBoard {
  /** @type {Picture | null} */
  #shown = null;
  #cursor = 0;
  /** The side of a square on the canvas. */
  #pixels = 1;
  /** Whether letters and symbols can be recognised, and whether there is room for anything around a letter. */
  #hasLetters = true;
  #hasSymbols = true;
  #hasRoom = true;
  /** @type {Map<string, string>} */
  #colours = new Map();
  /** Symbols in the size of a square. @type {Map<string, HTMLCanvasElement>} */
  #sprites = new Map();

  /** @param {boolean} still whether it is only looked at */
  constructor(still) {
    this.still = still;
    this.base = h("canvas", {});
    this.over = h("canvas", {});
    this.cursor = h("div", { class: "board-cursor" });
    const spoken = still ? { "aria-hidden": "true" } : { role: "application", tabindex: 0 };
    this.element = h("div", { class: "board-canvas", ...spoken }, this.base, this.over, this.cursor);
  }

  /** How large a square is on the screen. @param {number} side in CSS pixels */
  fit(side) {
    const picture = this.#shown;
    if (!picture) return;
    const most = MOST_PIXELS / Math.max(picture.rows, picture.columns);
    this.#pixels = Math.min(side * devicePixelRatio, most);
    this.#hasLetters = side >= LEAST_LETTER;
    this.#hasSymbols = side >= LEAST_SYMBOL;
    this.#hasRoom = side >= LARGE_LETTER;
    this.#sprites.clear();
    for (const canvas of [this.base, this.over]) {
      canvas.width = Math.round(picture.columns * this.#pixels);
      canvas.height = Math.round(picture.rows * this.#pixels);
    }
    this.#paint(picture, null);
    this.#lay(picture);
    this.#place();
  }

  /** @param {Picture} picture */
  show(picture) {
    const before = this.#shown;
    this.#shown = picture;
    this.rename();
    // A board of another size is drawn when it is fitted.
    if (!before || before.rows !== picture.rows || before.columns !== picture.columns) return;
    this.#paint(picture, before);
    if (!isLaidAlike(picture, before)) this.#lay(picture);
  }

  /** Says what the board is called, and where its cursor is. */
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
    this.#sprites.clear();
    if (!this.#shown) return;
    this.#paint(this.#shown, null);
    this.#lay(this.#shown);
  }

  /** @param {number} square @param {boolean} focus */
  point(square, focus) {
    this.#cursor = square;
    if (focus) this.element.focus({ preventScroll: true });
    this.#place();
    this.rename();
    return this.cursor;
  }

  /** What the keyboard is on, in words. */
  spoken() {
    return this.#shown ? squareName(this.#shown, this.#cursor) : "";
  }

  /** Puts the cursor on its square. */
  #place() {
    if (!this.#shown) return;
    const { rows, columns } = this.#shown;
    const [row, column] = rowAndColumn(this.#shown, this.#cursor);
    const { style } = this.cursor;
    [style.left, style.top] = [`${(column * 100) / columns}%`, `${(row * 100) / rows}%`];
    [style.width, style.height] = [`${100 / columns}%`, `${100 / rows}%`];
  }

  /** @param {string} name */
  #colour(name) {
    let colour = this.#colours.get(name);
    if (colour === undefined) {
      // A colour may be made of others: it is read where it is used.
      this.cursor.style.color = `var(${name}, #888)`;
      colour = getComputedStyle(this.cursor).color;
      this.cursor.style.color = "";
      this.#colours.set(name, colour);
    }
    return colour;
  }

  /** Draws the squares that differ from those before, or all. @param {Picture} picture @param {Picture | null} before */
  #paint(picture, before) {
    const pen = this.base.getContext("2d");
    if (!pen) return;
    const { tiles, heat, marks } = picture;
    // The squares of the body are not tinted.
    const isAll = !before || heat !== before.heat || (heat !== undefined && !alike(picture.body, before.body));
    const segments = new Set(picture.body);
    const pixels = this.#pixels;
    for (let square = 0; square < tiles.length; square++) {
      const [mark, was] = [marks?.get(square), before?.marks?.get(square)];
      if (!isAll && tiles[square] === before.tiles[square] && mark?.kind === was?.kind && mark?.text === was?.text) continue;
      const [row, column] = rowAndColumn(picture, square);
      const [left, top] = [Math.round(column * pixels), Math.round(row * pixels)];
      const box = { left, top, width: Math.round((column + 1) * pixels) - left, height: Math.round((row + 1) * pixels) - top };
      this.#square(pen, box, picture, square, segments.has(square));
      if (mark) this.#mark(pen, box, mark);
    }
  }

  /** @param {CanvasRenderingContext2D} pen @param {Box} box @param {Picture} picture @param {number} square @param {boolean} isBody */
  #square(pen, box, { tiles, heat, marks }, square, isBody) {
    const { left, top, width, height } = box;
    const { ground, piece, label, text: glyph } = tiles[square];
    const value = heat?.values[square] ?? null;
    const { colour, ink } = value === null ? { colour: this.#colour("--floor"), ink: this.#colour("--ink") } : tint(value);
    const isOpen = ground === "floor" && !isBody;
    pen.fillStyle = ground === "flag" ? this.#colour("--goal-2") : isOpen || ground === "count" ? colour : this.#colour("--floor");
    pen.fillRect(left, top, width, height);
    if (this.#hasSymbols) {
      pen.fillStyle = this.#colour("--line");
      pen.fillRect(left, top, width, 1);
      pen.fillRect(left, top, 1, height);
    }
    if (heat?.unreached?.[square]) this.#hatch(pen, box);
    if (ground === "wall") this.#wall(pen, box);
    else if (THINGS[ground]?.isSymbol) this.#thing(pen, box, ground);
    for (const sprite of tiles[square].sprites ?? []) this.#picture(pen, box, sprite);
    if (label && this.#hasLetters) this.#label(pen, box, tiles[square], glyph);
    if (piece) this.#thing(pen, box, piece);
    const reading = heat?.texts?.[square] ?? "";
    const isSolid = ground === "wall" || ground === "block" || ground === "lid";
    if (value !== null && !this.#hasLetters && isSolid) {
      pen.fillStyle = colour;
      pen.fillRect(left, top, width, height);
    }
    if (reading === "" || !this.#hasLetters) return;
    const isFree = !piece && marks?.get(square)?.kind !== "flag" && (isSolid || isOpen);
    const unit = width / SIDE;
    if (isFree) {
      pen.fillStyle = colour;
      if (isSolid) pen.fillRect(left + 5 * unit, top + 5 * unit, 30 * unit, 30 * unit);
      const sign = heat?.signs?.[square];
      if (sign) this.#sign(pen, box, sign, ink);
      else this.#write(pen, box, reading, ink, 0.6);
      return;
    }
    // Beside what lies there, in a corner.
    const wide = Math.min(width, (reading.length * 7 + 5) * unit);
    const corner = { left: left + width - wide, top: top + height / 2, width: wide, height: height / 2 };
    pen.fillStyle = colour;
    pen.fillRect(corner.left, corner.top, corner.width, corner.height);
    this.#write(pen, corner, reading, ink, 0.9);
  }

  /** A sprite in the middle of its square. @param {CanvasRenderingContext2D} pen @param {Box} box @param {import("./picture.js").KnownSprite} sprite */
  #picture(pen, { left, top, width, height }, { canvas, columns, rows }) {
    const most = Math.max(columns, rows);
    const [wide, tall] = [(width * columns) / most, (height * rows) / most];
    // Sharp pixels, or their average where the square has fewer pixels than the sprite.
    pen.imageSmoothingEnabled = width < most;
    pen.drawImage(canvas, left + (width - wide) / 2, top + (height - tall) / 2, wide, tall);
    pen.imageSmoothingEnabled = true;
  }

  /** A symbol, or its colour where that is all that can be seen. @param {CanvasRenderingContext2D} pen @param {Box} box @param {string} name */
  #thing(pen, box, name) {
    const { left, top, width, height } = box;
    if (this.#hasSymbols) {
      pen.drawImage(this.#sprite(name, width, height), left, top);
      return;
    }
    const thing = THINGS[name];
    if (!thing) return;
    pen.fillStyle = this.#colour(thing.colour);
    // What stands there is round, what lies there fills the square.
    if (thing.isSymbol) return pen.fillRect(left, top, width, height);
    pen.beginPath();
    pen.arc(left + width / 2, top + height / 2, Math.max(1, width * 0.38), 0, 7);
    pen.fill();
  }

  /** @param {string} name @param {number} width @param {number} height */
  #sprite(name, width, height) {
    const key = `${name} ${width} ${height}`;
    let sprite = this.#sprites.get(key);
    if (!sprite) {
      sprite = h("canvas", { width, height });
      const pen = sprite.getContext("2d");
      if (pen) {
        pen.scale(width / SIDE, height / SIDE);
        drawSymbol(pen, name, (colour) => this.#colour(colour));
      }
      this.#sprites.set(key, sprite);
    }
    return sprite;
  }

  /** @param {CanvasRenderingContext2D} pen @param {Box} box */
  #wall(pen, { left, top, width, height }) {
    pen.fillStyle = this.#colour("--wall-1");
    pen.fillRect(left, top, width, height);
    if (!this.#hasSymbols) return;
    pen.strokeStyle = this.#colour("--wall-2");
    pen.lineWidth = Math.max(1, width / 20);
    pen.beginPath();
    pen.moveTo(left, top + height / 2);
    pen.lineTo(left + width / 2, top);
    pen.moveTo(left, top + height);
    pen.lineTo(left + width, top);
    pen.moveTo(left + width / 2, top + height);
    pen.lineTo(left + width, top + height / 2);
    pen.stroke();
  }

  /** A square that no win comes from. @param {CanvasRenderingContext2D} pen @param {Box} box */
  #hatch(pen, { left, top, width, height }) {
    pen.strokeStyle = this.#colour("--ink");
    pen.globalAlpha = 0.35;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(left, top + height);
    pen.lineTo(left + width, top);
    pen.stroke();
    pen.globalAlpha = 1;
  }

  /** @param {CanvasRenderingContext2D} pen @param {Box} box @param {TileLook} tile @param {string} glyph */
  #label(pen, box, tile, glyph) {
    const { ground, piece, label } = tile;
    if (ground === "count") return this.#write(pen, box, label, this.#colour(COUNTS[label] ?? "--ink"), this.#hasRoom ? 0.6 : 0.85, 700);
    if (ground === "ring" && !piece) {
      if (!this.#hasRoom) {
        pen.fillStyle = this.#colour("--lift-2");
        pen.fillRect(box.left, box.top, box.width, box.height);
        pen.strokeStyle = this.#colour("--lift-1");
        pen.lineWidth = 1;
        pen.strokeRect(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1);
      }
      return this.#write(pen, box, label, this.#colour("--ink"), this.#hasRoom ? 0.45 : 0.85, 700);
    }
    if (ground === "floor" && glyph === label && !/^\d+$/.test(label) && !isNamed(tile)) {
      return piece ? undefined : this.#write(pen, box, label, this.#colour("--ink"), 0.6);
    }
    // The number of a square, in its corner, where there is room for one.
    const size = (box.width * (label.length > 3 ? 8.5 : 10.5)) / SIDE;
    if (size < 6 * devicePixelRatio) return undefined;
    pen.fillStyle = this.#colour("--quiet");
    pen.font = `500 ${size}px system-ui, sans-serif`;
    pen.textAlign = "left";
    pen.textBaseline = "alphabetic";
    pen.fillText(label, box.left + (box.width * 4) / SIDE, box.top + (box.width * 12) / SIDE);
    return undefined;
  }

  /** @param {CanvasRenderingContext2D} pen @param {Box} box @param {"yes" | "no"} sign @param {string} ink */
  #sign(pen, { left, top, width }, sign, ink) {
    pen.save();
    pen.translate(left, top);
    pen.scale(width / SIDE, width / SIDE);
    pen.strokeStyle = ink;
    pen.lineWidth = 4.5;
    pen.lineCap = pen.lineJoin = "round";
    pen.stroke(new Path2D(sign === "yes" ? "M12 21l6 6 10-13" : "M13 13l14 14M27 13L13 27"));
    pen.restore();
  }

  /** Writes in the middle of a box, no larger than a share of it. @param {CanvasRenderingContext2D} pen @param {Box} box @param {string} text @param {string} ink @param {number} share @param {number} [weight] */
  #write(pen, { left, top, width, height }, text, ink, share, weight = 600) {
    pen.fillStyle = ink;
    pen.font = `${weight} ${Math.min(height * share, (width * 1.5) / text.length)}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, left + width / 2, top + height * 0.53);
  }

  /** @param {CanvasRenderingContext2D} pen @param {Box} box @param {Mark} mark */
  #mark(pen, box, { kind, text }) {
    if (kind === "error") return;
    if (kind === "flag") return this.#thing(pen, box, "marker");
    const { fill, edge, dashed } = MARKS[kind];
    const { left, top, width, height } = box;
    if (fill) {
      pen.globalAlpha = fill[1];
      pen.fillStyle = this.#colour(fill[0]);
      pen.fillRect(left, top, width, height);
      pen.globalAlpha = 1;
    }
    if (edge && this.#hasSymbols) {
      const wide = Math.max(1, width / 16);
      pen.strokeStyle = this.#colour(edge);
      pen.lineWidth = wide;
      if (dashed) pen.setLineDash([width / 5, width / 7]);
      pen.strokeRect(left + wide / 2, top + wide / 2, width - wide, height - wide);
      pen.setLineDash([]);
    }
    if (text && this.#hasLetters) this.#write(pen, box, text, this.#colour("--ink"), 0.6);
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
      pen.arc(x, y, Math.max((7 * devicePixelRatio) / scale, SIDE * 0.85), 0, 7);
      pen.lineWidth = (2.5 * devicePixelRatio) / scale;
      pen.strokeStyle = this.#colour(colour);
      pen.stroke();
    }
  }

  /** Draws what reaches over several squares. @param {Picture} picture */
  #lay(picture) {
    const pen = this.over.getContext("2d");
    if (!pen) return;
    pen.resetTransform();
    pen.clearRect(0, 0, this.over.width, this.over.height);
    const scale = this.#pixels / SIDE;
    pen.scale(scale, scale);
    pen.lineCap = pen.lineJoin = "round";
    if (this.#hasSymbols) this.#links(pen, picture);
    else this.#lines(pen, picture, scale);
    this.#edges(pen, picture, scale);
    this.#body(pen, picture, scale);
    this.#way(pen, picture, scale);
    this.#beacons(pen, picture, scale);
    for (const [square, mark] of picture.marks ?? []) {
      if (mark.kind !== "error") continue;
      const [{ x, y }, wide] = [corner(picture, square), Math.max(4, 2 / scale)];
      pen.strokeStyle = this.#colour("--danger-1");
      pen.lineWidth = wide;
      pen.strokeRect(x - wide, y - wide, SIDE + 2 * wide, SIDE + 2 * wide);
    }
  }

  /** Strokes a path in several colours, each thinner than the one before. @param {CanvasRenderingContext2D} pen @param {string} path @param {[string, number][]} strokes */
  #strokes(pen, path, strokes) {
    const drawn = new Path2D(path);
    for (const [colour, wide] of strokes) {
      pen.strokeStyle = this.#colour(colour);
      pen.lineWidth = wide;
      pen.stroke(drawn);
    }
  }

  /** @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {number} scale */
  #edges(pen, { rows, columns, edges, pointed }, scale) {
    const size = { rows, columns };
    this.#strokes(pen, edgeLines(size, edges), [["--wall-3", Math.max(6, 2 / scale)]]);
    if (!pointed) return;
    pen.globalAlpha = 0.6;
    this.#strokes(pen, edgeLines(size, [pointed]), [["--accent", Math.max(8, 3 / scale)]]);
    pen.globalAlpha = 1;
  }

  /** The longest first, so that the short ones lie on top. @param {CanvasRenderingContext2D} pen @param {Picture} picture */
  #links(pen, picture) {
    const drawn = picture.links.map((one) => link(picture, one)).sort((one, other) => other.long - one.long);
    for (const { path, ladder, head } of drawn) {
      if (ladder) this.#strokes(pen, path, [["--floor", 7.5], ["--lift-3", 4.5], ["--lift-1", 2.5]]);
      else this.#strokes(pen, path, [["--floor", 11], ["--drop-2", 8], ["--drop-1", 5.5]]);
      if (head) this.#turned(pen, "viper", head);
    }
  }

  /** Links as plain lines, where squares are small. @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {number} scale */
  #lines(pen, picture, scale) {
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
  }

  /** @param {CanvasRenderingContext2D} pen @param {string} name @param {{place: {x: number, y: number}, turned: number}} at */
  #turned(pen, name, { place, turned }) {
    pen.save();
    pen.translate(place.x, place.y);
    pen.rotate((turned * Math.PI) / 180);
    drawSymbol(pen, name, (colour) => this.#colour(colour));
    pen.restore();
  }

  /** @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {number} scale */
  #body(pen, picture, scale) {
    if (picture.body.length === 0) return;
    const thick = Math.max(THICK, 2 / scale);
    const { back, tail } = body(picture, picture.body);
    const tip = new Path2D(tail);
    if (this.#hasSymbols && back !== "") {
      this.#strokes(pen, back, [["--player-2", THICK]]);
      this.#strokes(pen, tail, [["--player-2", 3]]);
      this.#strokes(pen, back, [["--player-1", THICK - 3]]);
      pen.fillStyle = this.#colour("--player-1");
      pen.fill(tip);
    } else if (!this.#hasSymbols) {
      this.#strokes(pen, back, [["--player-1", thick]]);
      pen.fillStyle = this.#colour("--player-1");
      pen.fill(tip);
    }
    if (this.#hasSymbols) return this.#turned(pen, "head", head(picture, picture.body));
    const { x, y } = middle(picture, picture.body[0]);
    pen.beginPath();
    pen.arc(x, y, thick * 0.7, 0, 7);
    pen.fill();
  }

  /** @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {number} scale */
  #way(pen, picture, scale) {
    const { way: moves = [], trail = [], made = 0 } = picture;
    // A step to the next square is not drawn: the piece that made it covers it.
    const drawn = moves.length > 0 ? moves : trail.length > 2 ? [trail] : [];
    const thin = 1.5 / scale;
    if (drawn.length > 0) {
      const { line, heads, leaps } = way(picture, drawn);
      pen.setLineDash([3 * thin, 3 * thin]);
      this.#strokes(pen, leaps, [["--ink", Math.max(2, thin)]]);
      pen.setLineDash([]);
      this.#strokes(pen, line, [["--floor", Math.max(6.5, 3 * thin)], ["--ink", Math.max(3, thin)]]);
      pen.fillStyle = this.#colour("--ink");
      if (this.#hasSymbols) pen.fill(new Path2D(heads));
    } else if (trail.length === 1) {
      const { x, y } = corner(picture, trail[0]);
      pen.strokeStyle = this.#colour("--ink");
      pen.lineWidth = Math.max(3, thin);
      pen.strokeRect(x + 1.5, y + 1.5, SIDE - 3, SIDE - 3);
    }
    if (this.#hasRoom) this.#badges(pen, picture, moves, made, scale);
  }

  /** The number of every move where it ends, as on the SVG. @param {CanvasRenderingContext2D} pen @param {Picture} picture @param {readonly (readonly number[])[]} moves @param {number} made @param {number} scale */
  #badges(pen, picture, moves, made, scale) {
    if (made + moves.length > MOST_BADGES || moves.every((squares) => squares.length === 2)) return;
    const radius = Math.max(9, (6 * devicePixelRatio) / scale);
    moves.forEach((squares, number) => {
      const end = squares.at(-1);
      if (end === undefined) return;
      const { x, y } = middle(picture, end);
      const at = squares.length === 1 ? { x, y } : { x: x + SIDE / 4, y: y + SIDE / 4 };
      pen.fillStyle = this.#colour("--ink");
      pen.beginPath();
      pen.arc(at.x, at.y, radius, 0, 7);
      pen.fill();
      const box = { left: at.x - radius, top: at.y - radius, width: 2 * radius, height: 2 * radius };
      this.#write(pen, box, String(made + number + 1), this.#colour("--floor"), 0.6, 700);
    });
  }
}

/** Whether what reaches over several squares is the same in two pictures. @param {Picture} one @param {Picture} other */
function isLaidAlike(one, other) {
  if (one.way !== other.way || one.trail !== other.trail || one.made !== other.made) return false;
  if (one.pointed !== other.pointed || !alike(one.edges, other.edges)) return false;
  if (!alike(one.body, other.body) || !alike(one.links, other.links)) return false;
  const errors = (/** @type {Picture} */ { marks }) => [...(marks ?? [])].flatMap(([square, { kind }]) => (kind === "error" ? [square] : []));
  if (!alike(errors(one), errors(other))) return false;
  // Rings stand around the things that are few.
  return one.tiles === other.tiles || one.tiles.every((tile, square) => tile === other.tiles[square] || isPlain(tile, other.tiles[square]));
}

/** Whether neither of two squares can have a ring. @param {TileLook[]} tiles */
function isPlain(...tiles) {
  return tiles.every(({ ground, piece }) => piece === null && (ground === "wall" || ground === "floor"));
}
