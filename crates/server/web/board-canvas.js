// A board of many squares on a canvas. What lies in the squares is drawn again only where it changes; an SVG
// over it has what reaches across squares, and an element over both is the cursor.
import { alike, Overlay } from "./board-svg.js";
import { tint } from "./colours.js";
import { h, s } from "./dom.js";
import { isNamed, placeName, squareName, THINGS } from "./picture.js";
import { rowAndColumn } from "./place.js";
import { corner, middle, SIDE } from "./shapes.js";
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
function drawSymbol(pen, name, colour) {
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
/** In smaller squares, in pixels of the screen, there are flat colours in the place of symbols and letters. */
const LEAST_SYMBOL = 8;
/** In smaller squares, letters fill them. */
const LARGE_LETTER = 17;
/** Things in smaller squares are ringed, if they are few. */
const SEEN = 12;
const MOST_BEACONS = 8;
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
  #over = new Overlay();
  #cursor = 0;
  /** The side of a square on the canvas. */
  #pixels = 1;
  /** Whether letters and symbols can be recognised, and whether there is room for anything around a letter. */
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
    const { links, edges, body, way, badges, pointed } = this.#over;
    this.rings = s("g", { class: "rings" });
    this.over = s("svg", { class: "board-over", "aria-hidden": "true" }, links, edges, body, way, badges, this.rings, pointed);
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
    this.#hasSymbols = side >= LEAST_SYMBOL;
    this.#hasRoom = side >= LARGE_LETTER;
    this.#sprites.clear();
    this.base.width = Math.round(picture.columns * this.#pixels);
    this.base.height = Math.round(picture.rows * this.#pixels);
    this.over.setAttribute("viewBox", `0 0 ${picture.columns * SIDE} ${picture.rows * SIDE}`);
    // Lines are no thinner than can be seen.
    this.over.style.setProperty("--pixel", `${SIDE / side}px`);
    this.over.classList.toggle("is-small", !this.#hasRoom);
    this.#paint(picture, null);
    this.#lay(picture, null);
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
    this.#lay(picture, before);
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
      if (!isAll && tiles[square] === before.tiles[square] && mark?.kind === was?.kind) continue;
      const [row, column] = rowAndColumn(picture, square);
      const [left, top] = [Math.round(column * pixels), Math.round(row * pixels)];
      const box = { left, top, width: Math.round((column + 1) * pixels) - left, height: Math.round((row + 1) * pixels) - top };
      this.#square(pen, box, picture, square, segments.has(square));
      if (mark) this.#mark(pen, box, mark);
    }
  }

  /** @param {CanvasRenderingContext2D} pen @param {Box} box @param {Picture} picture @param {number} square @param {boolean} isBody */
  #square(pen, box, { tiles, heat }, square, isBody) {
    const { left, top, width, height } = box;
    const { ground, piece, label, text: glyph } = tiles[square];
    const value = heat?.values[square] ?? null;
    const colour = value === null ? this.#colour("--floor") : tint(value).colour;
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
    const hasName = isNamed(tiles[square]);
    if (label && this.#hasSymbols && !hasName) this.#label(pen, box, tiles[square], glyph);
    if (piece) this.#thing(pen, box, piece);
    if (hasName && this.#hasSymbols) this.#write(pen, box, label, this.#colour("--floor"), 0.5, 700, this.#colour("--player-1"));
    // Where squares are too small for anything else, solid ones are seen to be hot, too.
    const isSolid = ground === "wall" || ground === "block" || ground === "lid";
    if (value === null || this.#hasSymbols || !isSolid) return;
    pen.fillStyle = colour;
    pen.fillRect(left, top, width, height);
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
  #label(pen, box, { ground, piece, label }, glyph) {
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
    if (ground === "floor" && glyph === label && !/^\d+$/.test(label)) {
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

  /** Writes in the middle of a box, no larger than a share of it. @param {CanvasRenderingContext2D} pen @param {Box} box @param {string} text @param {string} ink @param {number} share @param {number} [weight] @param {string} [outline] the colour of one around the letters */
  #write(pen, { left, top, width, height }, text, ink, share, weight = 600, outline) {
    pen.fillStyle = ink;
    pen.font = `${weight} ${Math.min(height * share, (width * 1.5) / text.length)}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const [x, y] = [left + width / 2, top + height * 0.53];
    if (outline) {
      pen.strokeStyle = outline;
      pen.lineWidth = width * 0.15;
      pen.lineJoin = "round";
      pen.strokeText(text, x, y);
    }
    pen.fillText(text, x, y);
  }

  /** @param {CanvasRenderingContext2D} pen @param {Box} box @param {Mark} mark */
  #mark(pen, box, { kind }) {
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
  }

  /** Shows what reaches over several squares, and what stands out where squares are small. @param {Picture} picture @param {Picture | null} before */
  #lay(picture, before) {
    this.#over.show(picture, before);
    const errors = [...(picture.marks ?? [])].filter(([, { kind }]) => kind === "error").map(([square]) => {
      const { x, y } = corner(picture, square);
      return s("rect", { class: "outlined", x: x - 4, y: y - 4, width: SIDE + 8, height: SIDE + 8 });
    });
    this.rings.replaceChildren(...this.#beacons(picture), ...errors);
  }

  /** Rings around the few things that must be found at a glance, where their squares are too small to be seen. @param {Picture} picture */
  #beacons(picture) {
    if (this.#pixels > SEEN * devicePixelRatio) return [];
    /** @type {[number, string][]} */
    const found = [];
    picture.tiles.forEach(({ ground, piece }, square) => {
      if (piece === "pawn" || piece === "stone") found.push([square, "player"]);
      else if (ground === "flag" || ground === "target") found.push([square, "goal"]);
      else if (ground === "apple") found.push([square, "danger"]);
    });
    if (picture.body.length > 0) found.push([picture.body[0], "player"]);
    if (found.length > MOST_BEACONS) return [];
    const radius = Math.max((7 * devicePixelRatio * SIDE) / this.#pixels, SIDE * 0.85);
    return found.map(([square, colour]) => {
      const { x, y } = middle(picture, square);
      return s("circle", { class: `beacon beacon-${colour}`, cx: x, cy: y, r: radius });
    });
  }
}
