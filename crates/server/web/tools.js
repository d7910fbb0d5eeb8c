// What each tool of a palette does to a level, as functions of the level and one stroke, and `<fewest-palette>`,
// where one of them is chosen.
import { button, fill, h, icon, s } from "./dom.js";
import { emptyOf, unmixed, withCells, withNote } from "./level.js";
import { bodyOf } from "./look.js";
import { numberOf } from "./picture.js";
import { beside, edgesIn, edgesText, hasEdge, placedAt, placeText, rowAndColumn } from "./place.js";
import { body, head, outline } from "./shapes.js";
import { t, tr } from "./words.js";
/** @import {Drawing} from "./level.js" */
/** @import {Edge, Info, Tool} from "./types.js" */

/** The tool that every game has. @type {Tool} */
export const ERASER = { name: "eraser", kind: "paint", glyphs: "", ground: null, piece: null, note: null, key: null };

/**
 * A tool on the board, from where it is set down to where it is lifted. Each step takes the level
 * as it is and gives it back changed.
 * @typedef {Object} Stroke
 * @property {string} name the tool's
 * @property {(drawing: Drawing) => Drawing} down
 * @property {(drawing: Drawing, square: number) => Drawing} enter
 * @property {(drawing: Drawing, square: number) => Drawing} up
 * @property {number} [from] where a link begins that is not drawn to its end yet
 * @property {(drawing: Drawing, edge: Edge) => Drawing} [pass] what it does to an edge that it passes
 */

/**
 * A stroke of a tool that begins on a square.
 * @param {Info} info @param {Tool} tool @param {number} square @param {Drawing} drawing the level before the stroke
 * @returns {Stroke}
 */
export function stroke(info, tool, square, drawing) {
  return { name: tool.name, ...begun(info, tool, square, drawing) };
}

/** What a stroke does. @typedef {Omit<Stroke, "name">} Doing */

/** @param {Info} info @param {Tool} tool @param {number} square @param {Drawing} drawing @returns {Doing} */
function begun(info, tool, square, drawing) {
  const empty = emptyOf(drawing, info);
  if (tool === ERASER) return paint(info, empty, square);
  switch (tool.kind) {
    case "one":
      return one(info, tool, square);
    case "path":
      return path(info, tool.glyphs, square, drawing);
    case "pair":
      return pair(info, tool.glyphs, square);
    case "link":
      return link(info, square);
    case "note":
      return note(tool, square);
    default:
      // Set down on its own glyph, a brush wipes it off: one finger is enough to draw and erase.
      return paint(info, drawing.cells[square] === tool.glyphs ? empty : tool.glyphs, square);
  }
}

/** @param {Info} info @param {string} glyph @param {number} begin @returns {Doing} */
function paint(info, glyph, begin) {
  const enter = (/** @type {Drawing} */ drawing, /** @type {number} */ square) =>
    mended(info, unmixed(withCells(drawing, new Map([[square, glyph]])), info, glyph), drawing);
  return { down: (drawing) => enter(drawing, begin), enter, up: (drawing) => drawing };
}

/** @param {Info} info @param {Tool} tool @param {number} begin @returns {Doing} */
function one(info, tool, begin) {
  const { glyphs: glyph, note } = tool;
  // What the piece is dragged over comes back when it has gone on.
  /** @type {Drawing | undefined} */
  let lifted;
  const enter = (/** @type {Drawing} */ drawing, /** @type {number} */ square) => {
    if (!lifted) {
      const bare = without(drawing, info, (cell) => cell === glyph);
      lifted = mended(info, note ? withNote(bare, note, "") : bare, drawing);
    }
    // Under a piece there is no place for its glyph.
    if (note && holdsPiece(info, lifted, square)) return withNote(lifted, note, placeText(lifted, square));
    return mended(info, withCells(lifted, new Map([[square, glyph]])), lifted);
  };
  return { down: (drawing) => enter(drawing, begin), enter, up: (drawing) => drawing };
}

/**
 * The same level with the cells that are chosen erased.
 * @param {Drawing} drawing @param {Info} info @param {(cell: string, square: number) => boolean} chosen
 */
function without(drawing, info, chosen) {
  const empty = emptyOf(drawing, info);
  /** @type {Map<number, string>} */
  const changes = new Map();
  drawing.cells.forEach((cell, square) => {
    if (chosen(cell, square)) changes.set(square, empty);
  });
  return withCells(drawing, changes);
}

/** @param {Info} info @param {string} glyphs @param {number} begin @param {Drawing} before @returns {Doing} */
function path(info, glyphs, begin, before) {
  const old = bodyOf(before, info);
  // Set down on the body, the pen goes on from there; anywhere else it begins anew.
  const squares = old.includes(begin) ? old.slice(0, old.indexOf(begin) + 1) : [begin];
  const bare = without(before, info, (cell) => glyphs.includes(cell));
  const draw = () => withCells(bare, new Map(squares.map((square, number) => [square, glyphs[number]])));

  /** @param {Drawing} drawing @param {number} square */
  function go(drawing, square) {
    const again = squares.indexOf(square);
    if (again >= 0) squares.length = again + 1;
    else if (squares.length < glyphs.length && beside(drawing, squares[squares.length - 1], square)) squares.push(square);
  }

  return {
    down: draw,
    enter(drawing, square) {
      const last = squares[squares.length - 1];
      // A quick hand skips squares: first along the row, then along the column.
      const { columns } = drawing;
      const [[row, column], [toRow, toColumn]] = [rowAndColumn(drawing, last), rowAndColumn(drawing, square)];
      for (let at = column; at !== toColumn; ) go(drawing, row * columns + (at += Math.sign(toColumn - at)));
      for (let at = row; at !== toRow; ) go(drawing, (at += Math.sign(toRow - at)) * columns + toColumn);
      return draw();
    },
    up: (drawing) => drawing,
  };
}

/** @param {Info} info @param {string} glyphs @param {number} begin @returns {Doing} */
function pair(info, glyphs, begin) {
  /** The glyph that waits for its other square, or else one that nobody uses. @param {Drawing} drawing */
  const next = (drawing) => {
    const used = (/** @type {string} */ glyph) => drawing.cells.filter((cell) => cell === glyph).length;
    return [...glyphs].find((glyph) => used(glyph) === 1) ?? [...glyphs].find((glyph) => used(glyph) === 0);
  };
  let placed = "";
  return {
    down(drawing) {
      if (glyphs.includes(drawing.cells[begin])) return withCells(drawing, new Map([[begin, info.board.empty]]));
      placed = next(drawing) ?? "";
      return placed ? mended(info, withCells(drawing, new Map([[begin, placed]])), drawing) : drawing;
    },
    enter: (drawing) => drawing,
    up(drawing, square) {
      const drags = square !== begin && placed !== "" && !glyphs.includes(drawing.cells[square]);
      const waits = drawing.cells.filter((cell) => cell === placed).length === 1;
      return drags && waits ? mended(info, withCells(drawing, new Map([[square, placed]])), drawing) : drawing;
    },
  };
}

/** @param {Info} info @param {number} from @returns {Doing} */
function link(info, from) {
  return {
    from,
    down: (drawing) => drawing,
    enter: (drawing) => drawing,
    up(drawing, square) {
      if (square !== from) return withCells(drawing, new Map([[from, String(numberOf(drawing, square))]]));
      return withCells(drawing, new Map([[from, info.board.empty]]));
    },
  };
}

/** @param {Tool} tool @param {number} begin @returns {Doing} */
function note(tool, begin) {
  const enter = (/** @type {Drawing} */ drawing, /** @type {number} */ square) => {
    const usual = tool.default === "last" ? drawing.cells.length - 1 : tool.default === "first" ? 0 : -1;
    return withNote(drawing, tool.note ?? "", square === usual ? "" : placeText(drawing, square));
  };
  return { down: (drawing) => enter(drawing, begin), enter, up: (drawing) => drawing };
}

/** The edge nearest to a hand on the board, and whether the hand is clearly on it. @typedef {{edge: Edge, isOn: boolean}} Near */

/**
 * A stroke that sets walls between squares, or takes them away, as the first edge has none or one. Set down
 * in the middle of a square, it begins on the first edge that it passes, or on the nearest if it passes none.
 * @param {Tool} tool @param {Near} near @param {boolean} erases whether it only takes away
 * @returns {Stroke}
 */
export function edgeStroke({ name, note }, near, erases) {
  /** @type {boolean | undefined} */
  let sets;
  const pass = (/** @type {Drawing} */ drawing, /** @type {Edge} */ edge) => {
    const edges = edgesIn(drawing, drawing.notes.get(note ?? "") ?? "");
    sets ??= !erases && !hasEdge(edges, edge);
    if (hasEdge(edges, edge) === sets) return drawing;
    const others = edges.filter(({ square, side }) => square !== edge.square || side !== edge.side);
    return withNote(drawing, note ?? "", edgesText(drawing, sets ? [...edges, edge] : others));
  };
  return {
    name,
    down: (drawing) => (near.isOn ? pass(drawing, near.edge) : drawing),
    enter: (drawing) => drawing,
    pass,
    up: (drawing) => (sets === undefined ? pass(drawing, near.edge) : drawing),
  };
}

/** Whether a piece stands on a square. @param {Info} info @param {Drawing} drawing @param {number} square */
function holdsPiece(info, drawing, square) {
  const cell = drawing.cells[square];
  const tool = info.tools.find(({ glyphs }) => glyphs.includes(cell));
  // Pieces past those that have a tool are known by their names alone.
  return tool ? tool.piece !== null : info.play === "pieces" && cell !== info.board.empty;
}

/**
 * A level after a step, with what belongs together put right: a path that lost a segment ends before
 * it, and what a piece was set on, or has left, is written in the note or on the board again.
 * @param {Info} info @param {Drawing} drawing @param {Drawing} before the level before the step
 */
function mended(info, drawing, before) {
  let level = drawing;
  for (const { kind, glyphs, note } of info.tools) {
    if (kind === "path") {
      const kept = new Set(bodyOf(level, info));
      level = without(level, info, (cell, square) => glyphs.includes(cell) && !kept.has(square));
    }
    if (kind !== "one" || !note) continue;
    const noted = placedAt(level, level.notes.get(note) ?? "");
    const covered = before.cells.indexOf(glyphs);
    if (noted !== undefined && !holdsPiece(info, level, noted)) {
      // What was drawn over both takes their place.
      const isBare = level.cells[noted] === emptyOf(level, info) && !level.cells.includes(glyphs);
      level = withNote(isBare ? withCells(level, new Map([[noted, glyphs]])) : level, note, "");
    } else if (covered >= 0 && noted === undefined && holdsPiece(info, level, covered)) {
      level = withNote(level, note, placeText(level, covered));
    }
  }
  return level;
}

/** Fires `toolchange`. */
export class Palette extends HTMLElement {
  /** @type {Tool[]} */
  #tools = [];
  #chosen = 0;
  #game = "";

  constructor() {
    super();
    this.addEventListener("keydown", (event) => this.#arrow(event));
  }

  /** The tool in hand. @returns {Tool} */
  get tool() {
    return this.#tools[this.#chosen] ?? ERASER;
  }

  /** @param {Info} info @param {readonly Tool[]} tools those of the game that are offered */
  build(info, tools) {
    const before = info.id === this.#game ? this.tool : null;
    this.#game = info.id;
    this.#tools = [...tools, ERASER];
    this.#chosen = Math.max(this.#tools.findIndex((tool) => tool === before), 0);
    const buttons = this.#tools.map((tool, number) => this.#button(tool, number));
    this.setAttribute("role", "radiogroup");
    this.setAttribute("aria-label", t("tools"));
    fill(this, ...buttons);
  }

  /** Chooses by a key: the tool's own, or its place; E for the eraser. @param {string} key */
  key(key) {
    const pressed = key.toUpperCase();
    const found = this.#tools.findIndex((tool, number) => keyOf(tool, number) === pressed);
    const number = found < 0 && key === "0" ? this.#tools.length - 1 : found;
    if (number < 0) return false;
    this.#choose(number);
    return true;
  }

  /** @param {Tool} tool @param {number} number */
  #button(tool, number) {
    const erases = tool === ERASER;
    const [key, name] = [keyOf(tool, number), erases ? t("eraser") : tr(tool.name)];
    const chosen = number === this.#chosen;
    const label = h("span", { class: tool.name === tool.glyphs ? "hidden" : "palette-name" }, name);
    const content = [erases ? icon("eraser") : sample(tool), label, h("kbd", { "aria-hidden": "true" }, key)];
    return button(content, () => this.#choose(number), {
      class: "palette-tool",
      role: "radio",
      "aria-checked": String(chosen),
      tabindex: chosen ? 0 : -1,
      "aria-keyshortcuts": key,
      "data-tool": tool.name,
      title: `${name} (${key})`,
    });
  }

  /** @param {number} number */
  #choose(number) {
    const held = this.contains(document.activeElement);
    this.#chosen = number;
    this.querySelectorAll("[role=radio]").forEach((button, at) => {
      button.setAttribute("aria-checked", String(at === number));
      button.setAttribute("tabindex", at === number ? "0" : "-1");
      if (at === number && held) /** @type {HTMLElement} */ (button).focus();
    });
    this.dispatchEvent(new CustomEvent("toolchange"));
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || !(event.target instanceof Element) || !event.target.matches("[role=radio]")) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose((this.#chosen + step + this.#tools.length) % this.#tools.length);
  }
}

/** @param {Tool} tool @param {number} number its place in the palette */
function keyOf(tool, number) {
  if (tool === ERASER) return "E";
  return tool.key?.toUpperCase() ?? String(number + 1);
}

/** A tool's picture: what it puts on a square. @param {Tool} tool */
function sample(tool) {
  const parts = [];
  const use = (/** @type {string} */ name) => s("use", { href: `#${name}`, width: 40, height: 40 });
  if (tool.kind === "path") {
    const [size, squares] = [{ rows: 1, columns: 2 }, [1, 0]];
    const { back, tail } = body(size, squares);
    const { place, turned } = head(size, squares);
    const drawn = [s("path", { d: tail, class: "tail-edge" }), s("path", { d: tail, class: "tail" }), s("path", { d: back, class: "skin" })];
    const looks = s("use", { href: "#head", x: -20, y: -20, width: 40, height: 40, transform: `translate(${place.x} ${place.y}) rotate(${turned})` });
    return s("svg", { viewBox: "6 0 80 40", class: "sample long", "aria-hidden": "true" }, s("g", { class: "body" }, ...drawn, looks));
  }
  if (tool.kind === "link") {
    const rungs = "M11 36V4M23 36V4M11 30h12M11 22h12M11 14h12M11 8h12";
    return s("svg", { viewBox: "0 0 40 40", class: "sample", "aria-hidden": "true" }, s("g", { class: "links" }, s("g", { class: "ladder" }, s("path", { class: "edge", d: rungs }), s("path", { class: "skin", d: rungs })), s("g", { class: "viper" }, s("path", { class: "edge", d: "M33 5c-6 5 4 9-1 15s4 9 0 15" }), s("path", { class: "skin", d: "M33 5c-6 5 4 9-1 15s4 9 0 15" }))));
  }
  if (tool.kind === "edge") {
    const lines = s("path", { class: "grid-lines", d: "M20 0v40M0 20h40" });
    return s("svg", { viewBox: "0 0 40 40", class: "sample board-svg", "aria-hidden": "true" }, lines, s("path", { class: "edges", d: "M20 2v18h18" }));
  }
  if (tool.ground === "wall") {
    const d = outline({ rows: 1, columns: 1 }, () => true);
    parts.push(s("path", { class: "wall", d }), s("path", { class: "hatch", d }));
  } else if (tool.ground === "floor") {
    parts.push(s("rect", { class: "floor", x: 3, y: 3, width: 34, height: 34, rx: 3 }), s("rect", { class: "frame", x: 3, y: 3, width: 34, height: 34, rx: 3 }));
  } else if (tool.ground && tool.ground !== "count") {
    parts.push(use(tool.ground));
  }
  if (tool.piece) parts.push(use(tool.piece));
  if (tool.kind === "pair") parts.push(s("text", { class: "letter middle", x: 20, y: 20.5, "font-size": 17 }, [...tool.glyphs][0]));
  if (tool.ground === "count") parts.push(s("text", { class: `count count-${tool.glyphs} middle`, x: 20, y: 21, "font-size": 24 }, [...tool.glyphs][0]));
  return s("svg", { viewBox: "0 0 40 40", class: "sample board-svg", "aria-hidden": "true" }, ...parts);
}

customElements.define("fewest-palette", Palette);
