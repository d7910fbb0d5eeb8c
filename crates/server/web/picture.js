// What a picture of a board is made of, and how its squares are called in words.
import { h, s } from "./dom.js";
import { edgeBeside, hasEdge, rowAndColumn } from "./place.js";
import { t } from "./words.js";
/** @import {Edge, Frame, Info, Link, Trace} from "./types.js" */

/**
 * A sprite that the page knows.
 * @typedef {object} KnownSprite
 * @property {string} id of its symbol
 * @property {number} columns
 * @property {number} rows
 * @property {HTMLCanvasElement} canvas a pixel of it for each pixel
 */

/** @type {Map<string, KnownSprite>} */
const known = new Map();
/** The symbols. */
const symbols = s("svg", { width: 0, height: 0, "aria-hidden": "true" });

/** The one object of all sprites that are equal. @param {import("./types.js").Sprite} sprite @returns {KnownSprite} */
function knownSprite(sprite) {
  const key = JSON.stringify([sprite.columns, sprite.colours, sprite.pixels]);
  let found = known.get(key);
  if (!found) {
    const { columns } = sprite;
    const rows = sprite.pixels.length / columns;
    found = { id: `sprite-${known.size}`, columns, rows, canvas: h("canvas", { width: columns, height: rows }) };
    known.set(key, found);
    const pen = found.canvas.getContext("2d");
    const paths = sprite.colours.map((colour) => ({ fill: colour, d: "" }));
    for (const { row, column, width, colour } of runs(sprite)) {
      paths[colour].d += `M${column} ${row}h${width}v1h-${width}z`;
      if (!pen) continue;
      pen.fillStyle = sprite.colours[colour];
      pen.fillRect(column, row, width, 1);
    }
    if (!symbols.isConnected) document.querySelector("[data-symbols]")?.append(symbols);
    const drawn = paths.filter(({ d }) => d !== "").map((path) => s("path", path));
    symbols.append(s("symbol", { id: found.id, viewBox: `0 0 ${columns} ${rows}`, "shape-rendering": "crispEdges" }, ...drawn));
  }
  return found;
}

/** The pixels of one colour that lie side by side. @param {import("./types.js").Sprite} sprite */
function runs({ columns, pixels }) {
  /** @type {{row: number, column: number, width: number, colour: number}[]} */
  const found = [];
  pixels.forEach((colour, pixel) => {
    const column = pixel % columns;
    const last = found.at(-1);
    const row = (pixel - column) / columns;
    if (colour === null) return;
    if (last && last.row === row && last.column + last.width === column && last.colour === colour) last.width++;
    else found.push({ row, column, width: 1, colour });
  });
  return found;
}

/** How a square looks, its pictures looked up. @typedef {import("./types.js").TileLook & {sprites?: readonly KnownSprite[]}} TileLook */
/** @typedef {"error" | "best" | "cursor" | "frontier" | "done" | "flag" | "reason"} MarkKind */
/** `name` is only heard. @typedef {{kind: MarkKind, text?: string, name?: string}} Mark */

/**
 * Heat from 0 to 1 for each square.
 * @typedef {Object} Heat
 * @property {(number | null)[]} values
 * @property {string[]} [texts] what is written in the squares
 * @property {string[]} [names] what is heard of them, where that is not what is written
 * @property {boolean[]} [unreached] the squares that are hatched: no win comes from there
 * @property {("yes" | "no" | null)[]} [signs] a tick or a cross in the place of a text
 */

/**
 * Everything that a board shows.
 * @typedef {Object} Picture
 * @property {number} rows
 * @property {number} columns
 * @property {readonly TileLook[]} tiles row by row
 * @property {readonly number[]} body squares from the head to the tail
 * @property {readonly Link[]} links
 * @property {readonly Edge[]} edges
 * @property {Edge | null} [pointed] the edge under the hand
 * @property {ReadonlyMap<number, Mark>} [marks]
 * @property {Heat} [heat]
 * @property {readonly (readonly number[])[]} [way] the moves of a way, each the squares it touches
 * @property {number} [made] how many moves were made before those
 * @property {readonly number[]} [trail] the squares of the move that led here
 * @property {boolean} [numbered] whether the squares are called by numbers
 */

/** The edges of a board without any. @type {readonly Edge[]} */
export const NO_EDGES = [];

/** Every look there has been. @type {Map<string, TileLook>} */
const looks = new Map();

/** The one object of all looks that are alike: a board draws only the squares whose look is another. @param {TileLook} look */
export function only(look) {
  const { ground, piece, label, role, text, sprites } = look;
  const says = JSON.stringify([ground, piece, label, role, text, sprites?.map(({ id }) => id)]);
  const before = looks.get(says);
  if (before) return before;
  looks.set(says, look);
  return look;
}

/** A square with nothing in it. */
export const FLOOR = only(Object.freeze({ ground: "floor", piece: null, label: "", role: "plain", text: "." }));

/** How each kind of square of a position looks. @param {import("./types.js").View} view */
export function looksOf({ kinds, sprites = [] }) {
  return kinds.map((kind) => only(kind.pictures ? { ...kind, sprites: kind.pictures.map((picture) => knownSprite(sprites[picture])) } : kind));
}

/**
 * The picture of a position as the server describes it.
 * @param {import("./types.js").View} view
 * @returns {Picture}
 */
export function pictureOf(view) {
  const kinds = looksOf(view);
  return {
    rows: view.rows,
    columns: view.columns,
    tiles: view.tiles.map((kind) => kinds[kind]),
    body: view.body,
    links: view.links,
    edges: view.edges ?? NO_EDGES,
  };
}

/**
 * What lies in squares, and what stands on them: its colour where a square is but a few pixels,
 * what it is called where its name says it all, and whether it lies there as a symbol.
 * @type {Record<string, {colour: string, name?: () => string, isSymbol?: boolean}>}
 */
export const THINGS = {
  wall: { colour: "--wall-1", name: () => t("wall") },
  block: { colour: "--wall-1", name: () => t("block"), isSymbol: true },
  rubble: { colour: "--wall-2", name: () => t("rubble"), isSymbol: true },
  lid: { colour: "--lid-1", name: () => t("covered"), isSymbol: true },
  ring: { colour: "--lift-1", isSymbol: true },
  target: { colour: "--goal-1", name: () => t("goal"), isSymbol: true },
  flag: { colour: "--goal-1", name: () => t("goal"), isSymbol: true },
  apple: { colour: "--danger-1", name: () => t("apple"), isSymbol: true },
  count: { colour: "--line" },
  pawn: { colour: "--player-1", name: () => t("player") },
  stone: { colour: "--player-1", name: () => t("stone") },
  mine: { colour: "--ink", name: () => t("mine") },
  blast: { colour: "--danger-1", name: () => t("exploded mine") },
  marker: { colour: "--danger-1", name: () => t("flag") },
};

/**
 * A square's place in words: its number where squares have numbers, otherwise row and column.
 * @param {{rows: number, columns: number, numbered?: boolean}} board @param {number} square
 */
export function placeName(board, square) {
  if (board.numbered) return t("square {number}", { number: numberOf(board, square) });
  const [row, column] = rowAndColumn(board, square);
  return t("row {row}, column {column}", { row: row + 1, column: column + 1 });
}

/** Whether a piece carries its name: one of several that can be moved. @param {TileLook} tile */
export function isNamed({ piece, label, text, ground }) {
  return piece !== null && label !== "" && label === text && ground !== "ring";
}

/**
 * What is to be seen in a square, in words.
 * @param {Picture} picture @param {number} square
 */
function thingName(picture, square) {
  const tile = picture.tiles[square] ?? FLOOR;
  const segment = picture.body.indexOf(square);
  const link = picture.links.find((link) => link.from === square);
  const things = [];
  if (tile.piece) things.push(isNamed(tile) ? t("robot {name}", { name: tile.label }) : (THINGS[tile.piece]?.name?.() ?? tile.piece));
  if (segment === 0) things.push(t("head"));
  if (segment > 0) things.push(t("body {number}", { number: segment + 1 }));
  if (tile.ground === "ring") things.push(t("portal {letter}", { letter: tile.label }));
  const ground = THINGS[tile.ground]?.name?.();
  if (ground) things.push(ground);
  if (tile.ground === "count") things.push(tile.label || "0");
  if (link) {
    const to = placeName(picture, link.to);
    things.push(link.role === "lift" ? t("ladder to {place}", { place: to }) : t("snake to {place}", { place: to }));
  }
  const walls = [["U", t("top")], ["D", t("bottom")], ["L", t("left")], ["R", t("right")]];
  const sides = walls.filter(([direction]) => hasEdge(picture.edges, edgeBeside(picture, square, direction))).map(([, side]) => side);
  const heat = (picture.heat?.names ?? picture.heat?.texts)?.[square];
  const mark = picture.marks?.get(square);
  // What a sprite shows has no name but the square's text.
  if (things.length === 0) things.push(tile.sprites ? tile.text : t("empty"));
  if (sides.length > 0) things.push(t("walls: {sides}", { sides: sides.join(t(", ")) }));
  if (heat) things.push(heat);
  if (mark && mark.kind === "flag") things.push(t("flagged"));
  else if (mark?.name ?? mark?.text) things.push(mark.name ?? mark.text ?? "");
  return things.join(", ");
}

/** A square in words: its place and what is there. @param {Picture} picture @param {number} square */
export function squareName(picture, square) {
  return t("{place}: {thing}", { place: placeName(picture, square), thing: thingName(picture, square) });
}

/**
 * The number of a square on a board whose squares are numbered from the bottom left, each row up
 * running the other way.
 * @param {{rows: number, columns: number}} size @param {number} square
 */
export function numberOf({ rows, columns }, square) {
  const [row, column] = rowAndColumn({ columns }, square);
  const up = rows - 1 - row;
  return up * columns + (up % 2 ? columns - 1 - column : column) + 1;
}

/**
 * The square of a number, or nothing where the board has none.
 * @param {{rows: number, columns: number}} size @param {number} number
 * @returns {number | undefined}
 */
export function squareOf({ rows, columns }, number) {
  if (!(number >= 1 && number <= rows * columns)) return undefined;
  const up = Math.floor((number - 1) / columns);
  const along = (number - 1) % columns;
  return (rows - 1 - up) * columns + (up % 2 ? columns - 1 - along : along);
}

/** @typedef {HTMLElement & {picture: Picture}} BoardElement */

/**
 * @param {Frame} frame
 * @param {Info} info
 * @param {(look: TileLook) => TileLook} [seen] how each kind of square is shown
 * @returns {Picture}
 */
export function shown({ view }, info, seen = (look) => look) {
  const picture = pictureOf({ ...view, kinds: view.kinds.map(seen) });
  return { ...picture, numbered: info.board.numbered };
}

/**
 * The squares of a move, one after another.
 * @param {Trace} trace
 */
export function wayOf(trace) {
  return trace.jump === null ? trace.steps : [...trace.steps, trace.jump];
}

/**
 * A mine under its lid, as a player sees it: nothing but the lid, and a flag that stands on it.
 * @param {TileLook} look
 * @returns {TileLook}
 */
export function covered(look) {
  if (look.ground !== "lid" || look.piece === null) return look;
  const piece = look.piece === "marker" ? look.piece : null;
  return { ...look, piece, role: "hidden", text: "", label: "" };
}
