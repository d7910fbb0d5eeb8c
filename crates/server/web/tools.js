// What each tool of a palette does to a level: pure functions of the level and one stroke.
import { withCells, withNote } from "./level.js";
import { bodyOf } from "./look.js";
import { beside, edgesIn, edgesText, hasEdge, placedAt, placeText, rowAndColumn } from "./place.js";
import { numberOf } from "./tiles.js";
import { emptyOf, unmixed } from "./veil.js";

/** @typedef {import("./types.js").Info} Info */
/** @typedef {import("./types.js").Tool} Tool */
/** @typedef {import("./level.js").Drawing} Drawing */
/** @typedef {import("./types.js").Edge} Edge */

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

/**
 * A stroke that sets walls between squares, or takes them away.
 * @param {Tool} tool @param {Edge} begin @param {boolean} sets
 * @returns {Stroke}
 */
export function edgeStroke({ name, note }, begin, sets) {
  const pass = (/** @type {Drawing} */ drawing, /** @type {Edge} */ edge) => {
    const edges = edgesIn(drawing, drawing.notes.get(note ?? "") ?? "");
    if (hasEdge(edges, edge) === sets) return drawing;
    const others = edges.filter(({ square, side }) => square !== edge.square || side !== edge.side);
    return withNote(drawing, note ?? "", edgesText(drawing, sets ? [...edges, edge] : others));
  };
  return { name, down: (drawing) => pass(drawing, begin), enter: (drawing) => drawing, pass, up: (drawing) => drawing };
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
