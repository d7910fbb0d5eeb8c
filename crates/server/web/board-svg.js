// A board of not too many squares as SVG: layers of shapes, and over them a grid of cells that can be focused
// and are read aloud. Only what has changed is drawn again.
import { tint } from "./colours.js";
import { s } from "./dom.js";
import { isNamed, squareName, THINGS } from "./picture.js";
import { body, corner, edgeLines, head, link, outline, SIDE, way } from "./shapes.js";
/** @import {Picture} from "./picture.js" */

/** Shapes of one kind, at most one a square, in the order of the squares: the same board is the same
 * drawing, however it came about. */
class Layer {
  /** @type {Map<number, SVGElement>} */
  #shapes = new Map();
  /** The last square that ever had a shape. */
  #last = -1;

  /** @param {string} name */
  constructor(name) {
    this.group = s("g", { class: name });
  }

  /** Puts a shape in the place of the one before, or none. @param {number} square @param {SVGElement | false} shape */
  set(square, shape) {
    const before = this.#shapes.get(square);
    if (shape) {
      this.#shapes.set(square, shape);
      if (before) before.replaceWith(shape);
      else this.group.insertBefore(shape, this.#after(square));
      this.#last = Math.max(this.#last, square);
    } else if (before) {
      this.#shapes.delete(square);
      before.remove();
    }
  }

  /** The shape of the next square that has one. @param {number} square */
  #after(square) {
    for (let next = square + 1; next <= this.#last; next++) {
      const shape = this.#shapes.get(next);
      if (shape) return shape;
    }
    return null;
  }

  clear() {
    this.#shapes.clear();
    this.#last = -1;
    this.group.replaceChildren();
  }
}

/** What stands on squares. One that is alone of its kind moves, and is not drawn anew. */
class Pieces {
  group = s("g", { class: "pieces" });
  /** @type {Map<string, SVGElement>} */
  #drawn = new Map();

  /** @param {import("./picture.js").Picture} picture */
  show(picture) {
    /** @type {Map<string, number[]>} */
    const standing = new Map();
    picture.tiles.forEach((tile, square) => {
      const { piece, label } = tile;
      const called = piece && isNamed(tile) ? `${piece} called ${label}` : piece;
      if (called) (standing.get(called) ?? standing.set(called, []).get(called))?.push(square);
    });
    /** @type {Map<string, SVGElement>} */
    const now = new Map();
    for (const [piece, squares] of standing) {
      for (const square of squares) {
        const alone = squares.length === 1;
        const key = alone ? piece : `${piece} ${square}`;
        const shape = this.#drawn.get(key) ?? drawnPiece(picture.tiles[square], alone);
        const { x, y } = corner(picture, square);
        shape.style.transform = `translate(${x}px, ${y}px)`;
        now.set(key, shape);
      }
    }
    this.#drawn = now;
    const shapes = [...now.values()];
    // What stays in its place must not be taken out and put back: it would not glide any more.
    const same = shapes.length === this.group.childElementCount && shapes.every((shape, at) => shape === this.group.children[at]);
    if (!same) this.group.replaceChildren(...shapes);
  }
}

/** @typedef {number | import("./types.js").Link | import("./types.js").Edge} Item */

/** Numbers past this are too long for their badge. */
const MOST_BADGES = 999;
/** A tick and a cross, in a square. */
const SIGNS = { yes: "M12 21l6 6 10-13", no: "M13 13l14 14M27 13L13 27" };

/** What reaches over several squares: links, walls between squares, the body, and the way of moves. */
export class Overlay {
  links = s("g", { class: "links" });
  edges = s("path", { class: "edges" });
  body = s("g", { class: "body" });
  way = s("g", { class: "way" });
  badges = s("g", { class: "badges" });
  pointed = s("path", { class: "edges is-pointed" });

  /** Draws what has changed; says whether that changes what squares are called. @param {Picture} picture @param {Picture | null} before */
  show(picture, before) {
    const [sameBody, sameLinks, sameEdges] = /** @type {const} */ (["body", "links", "edges"]).map((part) => before !== null && alike(picture[part], before[part]));
    if (!sameLinks) this.#showLinks(picture);
    if (!sameBody) this.#showBody(picture);
    if (!sameEdges) this.edges.setAttribute("d", edgeLines(picture, picture.edges));
    this.pointed.setAttribute("d", picture.pointed ? edgeLines(picture, [picture.pointed]) : "");
    if (picture.way !== before?.way || picture.trail !== before?.trail || picture.made !== before?.made) this.#showWay(picture);
    return !sameBody || !sameLinks || !sameEdges;
  }

  /** The longest first, so that the short ones lie on top. @param {Picture} picture */
  #showLinks(picture) {
    const drawn = picture.links.map((one) => link(picture, one)).sort((one, other) => other.long - one.long);
    const groups = drawn.map(({ path, ladder, head }) => {
      const lines = ["seam", "edge", "skin"].map((part) => s("path", { class: part, d: path }));
      return s("g", { class: ladder ? "ladder" : "viper" }, ...lines, head && turned("viper", head));
    });
    this.links.replaceChildren(...groups);
  }

  /** @param {Picture} picture */
  #showBody(picture) {
    const squares = picture.body;
    const { back, tail } = body(picture, squares);
    const line = (/** @type {string} */ name, /** @type {string} */ d) => s("path", { class: name, d });
    const parts = back === "" ? [] : [line("edge", back), line("tail-edge", tail), line("skin", back), line("tail", tail), line("spots", back)];
    const looks = squares.length > 0 ? [turned("head", head(picture, squares))] : [];
    this.body.replaceChildren(...parts, ...looks);
  }

  /** @param {Picture} picture */
  #showWay(picture) {
    const { way: moves = [], trail = [], made = 0 } = picture;
    const groups = [];
    // A step to the next square is not drawn: whoever made it stands in its way.
    const drawn = moves.length > 0 ? moves : trail.length > 2 ? [trail] : [];
    if (drawn.length > 0) {
      const { line, heads, leaps } = way(picture, drawn);
      groups.push(s("path", { class: "leaps", d: leaps }), s("path", { class: "seam", d: line }), s("path", { class: "seam", d: heads }));
      groups.push(s("path", { class: "line", d: line }), s("path", { class: "heads", d: heads }));
    } else if (trail.length === 1) {
      const { x, y } = corner(picture, trail[0]);
      groups.push(s("rect", { class: "touched", x: x + 1.5, y: y + 1.5, width: 37, height: 37, rx: 5 }));
    }
    this.way.replaceChildren(...groups);
    this.badges.replaceChildren(...this.#numbers(picture, moves, made));
  }

  /**
   * The number of every move where it ends, for moves over several squares or over none: a line
   * alone would not show how many they are.
   * @param {Picture} picture @param {readonly (readonly number[])[]} moves @param {number} made
   */
  #numbers(picture, moves, made) {
    if (made + moves.length > MOST_BADGES || moves.every((squares) => squares.length === 2)) return [];
    /** @type {Map<number, number>} */
    const visits = new Map();
    return moves.flatMap((squares, number) => {
      const end = squares.at(-1);
      if (end === undefined) return [];
      const visit = visits.get(end) ?? 0;
      visits.set(end, visit + 1);
      const [x, y] = squares.length === 1 ? [20, 20] : [[30, 30], [30, 10], [10, 30], [10, 10]][visit % 4];
      const place = corner(picture, end);
      const at = { x: place.x + x, y: place.y + y };
      const text = String(made + number + 1);
      return [s("circle", { cx: at.x, cy: at.y, r: 9 }), s("text", { class: "middle", x: at.x, y: at.y + 0.5, "font-size": text.length > 2 ? 8 : 10.5 }, text)];
    });
  }
}

export class SvgBoard {
  #size = { rows: 0, columns: 0 };
  /** @type {Picture | null} */
  #shown = null;
  /** @type {SVGElement[]} */
  #cells = [];
  #cursor = 0;
  #over = new Overlay();
  #layers = {
    under: new Layer("under"),
    heat: new Layer("heat"),
    lines: s("path", { class: "grid-lines" }),
    walls: s("g", { class: "walls" }),
    links: this.#over.links,
    grounds: new Layer("grounds"),
    sprites: new Layer("sprites"),
    labels: new Layer("labels"),
    edges: this.#over.edges,
    body: this.#over.body,
    way: this.#over.way,
    pieces: new Pieces(),
    readings: new Layer("readings"),
    badges: this.#over.badges,
    marks: new Layer("marks"),
    pointed: this.#over.pointed,
  };

  /** @param {boolean} still whether it is only looked at */
  constructor(still) {
    this.still = still;
    const drawn = Object.values(this.#layers).map((layer) => ("group" in layer ? layer.group : layer));
    this.floor = s("rect", { class: "floor" });
    this.frame = s("rect", { class: "frame", rx: 3 });
    this.grid = s("g", { class: "cells" });
    this.pictures = s("g", { "aria-hidden": "true" }, this.floor, ...drawn, this.frame);
    this.element = s("svg", still ? { class: "board-svg", "aria-hidden": "true" } : { class: "board-svg", role: "grid" }, this.pictures, this.grid);
  }

  /** @param {Picture} picture */
  show(picture) {
    if (picture.rows !== this.#size.rows || picture.columns !== this.#size.columns) this.#resize(picture);
    const [before, layers] = [this.#shown, this.#layers];
    this.#shown = picture;
    const { tiles, heat, marks } = picture;
    const heated = heat !== before?.heat;
    // What cells are called depends on what reaches over them as well.
    const renamed = this.#over.show(picture, before) || picture.numbered !== before?.numbered;
    let walls = !before;
    for (let square = 0; square < tiles.length; square++) {
      const tile = tiles[square];
      const was = before?.tiles[square];
      const mark = marks?.get(square);
      const marked = mark !== before?.marks?.get(square);
      if (tile !== was) {
        walls ||= (tile.ground === "wall") !== (was?.ground === "wall");
        this.#tile(square, tile);
      }
      const reflagged = marked && (mark?.kind === "flag" || before?.marks?.get(square)?.kind === "flag");
      if (heated || tile !== was || reflagged) this.#heat(picture, square);
      if (marked) this.#mark(square, mark);
      if (!this.still && (tile !== was || marked || heated || renamed)) this.#name(square);
    }
    if (walls) this.#walls(picture);
    layers.pieces.show(picture);
  }

  /** Names all cells again, in another language. */
  rename() {
    if (!this.still) this.#cells.forEach((_, square) => this.#name(square));
  }

  /** The cell that the keyboard is on. @param {number} square @param {boolean} focus */
  point(square, focus) {
    this.#cells[this.#cursor]?.setAttribute("tabindex", "-1");
    this.#cursor = square;
    const cell = this.#cells[square];
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus({ preventScroll: true });
    return cell;
  }

  /** @param {Picture} picture */
  #resize({ rows, columns }) {
    this.#size = { rows, columns };
    this.#shown = null;
    const [width, height] = [columns * SIDE, rows * SIDE];
    this.element.setAttribute("viewBox", `-3 -3 ${width + 6} ${height + 6}`);
    for (const [name, value] of Object.entries({ width, height })) this.floor.setAttribute(name, String(value));
    for (const [name, value] of Object.entries({ x: -1, y: -1, width: width + 2, height: height + 2 })) {
      this.frame.setAttribute(name, String(value));
    }
    let lines = "";
    for (let column = 1; column < columns; column++) lines += `M${column * SIDE} 0v${height}`;
    for (let row = 1; row < rows; row++) lines += `M0 ${row * SIDE}h${width}`;
    this.#layers.lines.setAttribute("d", lines);
    for (const layer of Object.values(this.#layers)) if (layer instanceof Layer) layer.clear();
    if (this.still) return;
    this.element.setAttribute("aria-rowcount", String(rows));
    this.element.setAttribute("aria-colcount", String(columns));
    this.#cells = [];
    const all = document.createDocumentFragment();
    for (let row = 0; row < rows; row++) {
      const line = s("g", { role: "row", "aria-rowindex": row + 1 });
      for (let column = 0; column < columns; column++) {
        const place = { x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE };
        const cell = s("rect", { role: "gridcell", class: "cell", tabindex: -1, "aria-colindex": column + 1, ...place });
        this.#cells.push(cell);
        line.append(cell);
      }
      all.append(line);
    }
    this.grid.replaceChildren(all);
    this.point(Math.min(this.#cursor, this.#cells.length - 1), false);
  }

  /** @param {number} square */
  #name(square) {
    if (this.#shown) this.#cells[square].setAttribute("aria-label", squareName(this.#shown, square));
  }

  /** @param {number} square @param {import("./picture.js").TileLook} tile */
  #tile(square, tile) {
    const { under, grounds, sprites, labels } = this.#layers;
    const { x, y } = corner(this.#size, square);
    under.set(square, tile.ground === "flag" && s("rect", { class: "goal-square", x, y, width: SIDE, height: SIDE }));
    grounds.set(square, THINGS[tile.ground]?.isSymbol === true && symbol(tile.ground, x, y));
    sprites.set(square, tile.sprites !== undefined && s("g", {}, ...tile.sprites.map(({ id }) => symbol(id, x, y))));
    labels.set(square, tile.label !== "" && !isNamed(tile) && label(tile, x, y));
  }

  /** @param {Picture} picture @param {number} square */
  #heat({ heat, tiles, body: squares, marks }, square) {
    const { heat: tints, readings } = this.#layers;
    const value = heat?.values[square] ?? null;
    const text = heat?.texts?.[square] ?? "";
    const { ground, piece } = tiles[square];
    const { x, y } = corner(this.#size, square);
    const { colour, ink } = value === null ? { colour: "var(--floor)", ink: "var(--ink)" } : tint(value);
    const solid = ground === "wall" || ground === "block" || ground === "lid";
    const open = ground === "floor" && !squares.includes(square);
    if (heat?.unreached?.[square]) {
      const d = `M${x} ${y + 10}l10-10M${x} ${y + 20}l20-20M${x} ${y + 30}l30-30M${x} ${y + 40}l40-40m0 10l-30 30m30-20l-20 20m20-10l-10 10`;
      tints.set(square, s("path", { class: "unreached", d, fill: "none", stroke: "var(--ink)", "stroke-opacity": 0.35 }));
    } else tints.set(square, value !== null && (open || ground === "count" || ground === "floor") && s("rect", { x, y, width: SIDE, height: SIDE, fill: colour }));
    if (text === "") return readings.set(square, false);
    if (!piece && marks?.get(square)?.kind !== "flag" && (solid || open)) {
      const plate = solid && s("rect", { x: x + 5, y: y + 5, width: 30, height: 30, rx: 3, fill: colour });
      const sign = heat?.signs?.[square];
      if (sign) return readings.set(square, s("g", {}, plate, s("path", { class: "sign", d: SIGNS[sign], transform: `translate(${x} ${y})`, stroke: ink })));
      const size = Math.min(15, 44 / text.length);
      return readings.set(square, s("g", {}, plate, s("text", { x: x + 20, y: y + 20, "font-size": size, fill: ink, class: "middle" }, text)));
    }
    const wide = text.length * 5.5 + 5;
    const plate = s("rect", { x: x + 39 - wide, y: y + 26, width: wide, height: 13, rx: 3, fill: colour });
    readings.set(square, s("g", {}, plate, s("text", { x: x + 39 - wide / 2, y: y + 32.5, "font-size": 9.5, fill: ink, class: "middle" }, text)));
  }

  /** @param {number} square @param {import("./picture.js").Mark | undefined} mark */
  #mark(square, mark) {
    const { x, y } = corner(this.#size, square);
    if (!mark) return this.#layers.marks.set(square, false);
    const shape = s("rect", { x: x + 2, y: y + 2, width: 36, height: 36, rx: 6, class: "mark-shape" });
    const parts = [mark.kind === "flag" ? flag(x, y) : shape];
    if (mark.kind === "error") {
      parts.push(s("circle", { class: "mark-badge", cx: x + 36, cy: y + 4, r: 8 }), s("text", { class: "mark-sign middle", x: x + 36, y: y + 4.5, "font-size": 12 }, "!"));
    } else if (mark.text) {
      parts.push(s("text", { class: "mark-text middle", x: x + 20, y: y + 20.5, "font-size": Math.min(14, 42 / mark.text.length) }, mark.text));
    }
    this.#layers.marks.set(square, s("g", { class: `mark mark-${mark.kind}` }, ...parts));
  }

  /** @param {Picture} picture */
  #walls({ tiles }) {
    const d = outline(this.#size, (square) => tiles[square].ground === "wall");
    this.#layers.walls.replaceChildren(s("path", { class: "wall", d }), s("path", { class: "hatch", d }));
  }

}

/**
 * Whether two lists of squares, links or edges say the same.
 * @param {readonly Item[]} some @param {readonly Item[]} others
 */
export function alike(some, others) {
  const says = (/** @type {Item} */ one) => (typeof one === "number" ? one : "side" in one ? one.square + one.side : one.from * 1e8 + one.to);
  return some === others || (some.length === others.length && some.every((one, at) => says(one) === says(others[at])));
}

/** A piece in the corner of the board, with its name if it has one. @param {import("./picture.js").TileLook} tile @param {boolean} alone */
function drawnPiece(tile, alone) {
  const name = isNamed(tile) && s("text", { class: "middle", x: 20, y: 20.5, "font-size": 20 }, tile.label);
  return s("g", { class: alone ? "alone" : null }, symbol(`${tile.piece}`, 0, 0), name);
}

/** @param {string} name @param {number} x @param {number} y */
function symbol(name, x, y) {
  return s("use", { href: `#${name}`, x, y, width: SIDE, height: SIDE });
}

/** @param {string} name @param {{place: {x: number, y: number}, turned: number}} head */
function turned(name, { place, turned }) {
  const half = SIDE / 2;
  const transform = `translate(${place.x} ${place.y}) rotate(${Math.round(turned * 10) / 10})`;
  return s("use", { href: `#${name}`, x: -half, y: -half, width: SIDE, height: SIDE, transform });
}

/** A flag on a lid that somebody does not trust. @param {number} x @param {number} y */
function flag(x, y) {
  return s("g", { transform: `translate(${x} ${y})` }, s("path", { class: "flag-cloth", d: "M15 9l15 6-15 6z" }), s("path", { class: "flag-pole", d: "M14 8v24M9 32h10" }));
}

/** @param {import("./picture.js").TileLook} tile @param {number} x @param {number} y */
function label(tile, x, y) {
  if (tile.ground === "count") return s("text", { class: `count count-${tile.label} middle`, x: x + 20, y: y + 21, "font-size": 24 }, tile.label);
  const large = tile.ground === "ring" || (tile.ground === "floor" && tile.text === tile.label && !/^\d+$/.test(tile.label));
  if (large) return tile.piece ? s("g") : s("text", { class: "letter middle", x: x + 20, y: y + 20.5, "font-size": 17 }, tile.label);
  return s("text", { class: "corner", x: x + 4, y: y + 12, "font-size": tile.label.length > 3 ? 8.5 : 10.5 }, tile.label);
}
