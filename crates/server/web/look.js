// What a level being drawn looks like, finished or not: from the game's tools, and from what the server last
// said about the same squares.
import { FLOOR, looksOf, NO_EDGES, numberOf, only, shown, squareOf } from "./picture.js";
import { edgesIn, placedAt } from "./place.js";
import { store } from "./store.js";
/** @import {Drawing} from "./level.js" */
/** @import {Picture, TileLook} from "./picture.js" */
/** @import {Info, Tool, View} from "./types.js" */

/** A level that the server could read, and what it said it looks like. @typedef {{drawing: Drawing, view: View}} LastRead */

/**
 * @param {Drawing} drawing @param {Info} info @param {LastRead | null} [read]
 * @returns {Picture}
 */
export function look(drawing, info, read) {
  const same = read && alike(read.drawing, drawing, info) ? read : null;
  const byGlyph = looks(info, read?.drawing.game === drawing.game ? read : null);
  const { numbered } = info.board;
  const kinds = same ? looksOf(same.view) : [];
  const tiles = drawing.cells.map((cell, square) => {
    if (same && same.drawing.cells[square] === cell) return kinds[same.view.tiles[square]];
    const tile = byGlyph(cell);
    return numbered ? only({ ...tile, label: String(numberOf(drawing, square)) }) : tile;
  });
  if (!same) {
    for (const tool of info.tools) {
      const square = tool.kind === "note" || tool.kind === "one" ? noteSquare(drawing, tool) : undefined;
      if (square !== undefined) tiles[square] = only(stands(tiles[square], tool));
    }
  }
  return {
    rows: drawing.rows,
    columns: drawing.columns,
    tiles,
    body: bodyOf(drawing, info),
    links: linksOf(drawing, info),
    edges: edgesOf(drawing, info),
    numbered,
  };
}

/** Whether what is known of one level's squares holds for the other's. @param {Drawing} one @param {Drawing} other @param {Info} info */
function alike(one, other, info) {
  const sameSize = one.game === other.game && one.rows === other.rows && one.columns === other.columns;
  const names = new Set([...one.notes.keys(), ...other.notes.keys()]);
  // Walls between squares change no square.
  for (const { kind, note } of info.tools) if (kind === "edge" && note) names.delete(note);
  return sameSize && [...names].every((name) => one.notes.get(name) === other.notes.get(name));
}

/**
 * How a glyph looks, by itself: as its tool says, or as it looks where the server saw one.
 * @param {Info} info @param {LastRead | null} read
 */
function looks(info, read) {
  /** @type {Map<string, TileLook>} */
  const found = new Map([[info.board.empty, { ...FLOOR, ground: info.board.ground, text: info.board.empty }]]);
  for (const tool of info.tools) {
    for (const glyph of tool.kind === "path" ? "" : tool.glyphs) {
      // Where there are several pieces to move, each carries its name.
      const isNamed = tool.piece !== null && info.play === "pieces";
      const labelled = isNamed || tool.ground === "count" || (tool.glyphs.length > 1 && tool.ground !== null);
      found.set(glyph, {
        ground: tool.ground ?? "floor",
        piece: tool.piece,
        label: labelled ? glyph : "",
        role: "plain",
        text: glyph,
      });
    }
  }
  const kinds = read ? looksOf(read.view) : [];
  for (let square = 0; read && square < read.drawing.cells.length; square++) {
    const cell = read.drawing.cells[square];
    const tile = kinds[read.view.tiles[square]];
    if (found.has(cell) || tile.text !== cell) continue;
    if (!tile.piece) found.set(cell, tile);
    else if (info.play === "pieces") found.set(cell, { ...tile, ground: "floor" });
  }
  const isSegment = new Set(info.tools.flatMap((tool) => (tool.kind === "path" ? [...tool.glyphs] : [])));
  /** @type {Map<string, TileLook>} */
  const told = new Map();
  return (/** @type {string} */ cell) => {
    let tile = told.get(cell);
    if (!tile) {
      const plain = isSegment.has(cell) || info.board.numbered;
      tile = only(found.get(cell) ?? (plain ? FLOOR : { ...FLOOR, label: cell, text: cell }));
      told.set(cell, tile);
    }
    return tile;
  };
}

/** The square that a note names, or where its tool says it is without one. @param {Drawing} drawing @param {Tool} tool */
function noteSquare(drawing, tool) {
  const { rows, columns } = drawing;
  const value = drawing.notes.get(tool.note ?? "");
  if (!value) return tool.default === "last" ? rows * columns - 1 : tool.default === "first" ? 0 : undefined;
  return placedAt(drawing, value);
}

/** A tile with what a note's tool puts there; a wall stays seen. @param {TileLook} tile @param {Tool} tool */
function stands(tile, tool) {
  const ground = tool.ground && tile.ground !== "wall" ? tool.ground : tile.ground;
  return { ...tile, ground, piece: tool.piece ?? tile.piece };
}

/** The squares of the path, from its head on, up to the first gap. @param {Drawing} drawing @param {Info} info */
export function bodyOf(drawing, info) {
  const tool = info.tools.find((tool) => tool.kind === "path");
  if (!tool) return [];
  const places = new Map(drawing.cells.map((cell, square) => [cell, square]));
  const squares = [];
  for (const glyph of tool.glyphs) {
    const square = places.get(glyph);
    if (square === undefined) break;
    squares.push(square);
  }
  return squares;
}

/** The links that the cells of a numbered board name. @param {Drawing} drawing @param {Info} info */
function linksOf(drawing, info) {
  /** @type {import("./types.js").Link[]} */
  const links = [];
  if (!info.board.numbered) return links;
  drawing.cells.forEach((cell, from) => {
    const to = squareOf(drawing, Number(cell));
    if (to === undefined) return;
    const up = Number(cell) >= numberOf(drawing, from);
    links.push({ from, to, role: up ? "lift" : "drop" });
  });
  return links;
}

/** The walls between squares that the notes list. @param {Drawing} drawing @param {Info} info */
function edgesOf(drawing, info) {
  const note = info.tools.find(({ kind }) => kind === "edge")?.note;
  return note ? edgesIn(drawing, drawing.notes.get(note) ?? "") : NO_EDGES;
}

/** The level of now as the server reads it; nothing while that is not known, or where it is no level. */
export function nowFrame() {
  const { reading, revision } = store;
  return reading?.ok && reading.revision === revision ? reading.frame : null;
}

/** @param {(look: TileLook) => TileLook} [seen] how each square is shown */
export function nowShown(seen) {
  const { level, info } = store;
  const frame = nowFrame();
  if (frame) return shown(frame, info, seen);
  const picture = look(level, info, store.lastRead);
  return seen ? { ...picture, tiles: picture.tiles.map((tile) => only(seen(tile))) } : picture;
}

/** Why the level of now cannot be read, where that is known. */
export function nowProblem() {
  const { reading, revision } = store;
  return reading && !reading.ok && reading.revision === revision ? reading.problem : null;
}
