// A level turned, mirrored or given another size: its squares move, and with them whatever names
// a square or a direction.
import { edgeBeside, edgesIn, edgesText, placedAt, placeText, rowAndColumn } from "./place.js";
import { numberOf, squareOf } from "./tiles.js";
import { emptyOf } from "./veil.js";

/** @typedef {import("./types.js").Info} Info */
/** @typedef {import("./level.js").Drawing} Drawing */
/** @typedef {(row: number, column: number) => [number, number]} Move */

/** A quarter turn to the right. @param {Drawing} drawing @param {Info} info */
export function rotate(drawing, info) {
  const { rows, columns } = drawing;
  return moved(drawing, info, columns, rows, (row, column) => [column, rows - 1 - row], "URDL", "RDLU");
}

/** Left and right exchanged. @param {Drawing} drawing @param {Info} info */
export function mirror(drawing, info) {
  const { rows, columns } = drawing;
  return moved(drawing, info, rows, columns, (row, column) => [row, columns - 1 - column], "LR", "RL");
}

/** Top and bottom exchanged. @param {Drawing} drawing @param {Info} info */
export function flip(drawing, info) {
  const { rows, columns } = drawing;
  return moved(drawing, info, rows, columns, (row, column) => [rows - 1 - row, column], "UD", "DU");
}

/**
 * Another size; what was there stays where `down` and `across` say: 0 at the top or left, 0.5 in
 * the middle, 1 at the bottom or right. What falls off the board is gone.
 * @param {Drawing} drawing @param {Info} info @param {number} rows @param {number} columns
 * @param {number} down @param {number} across
 */
export function resize(drawing, info, rows, columns, down, across) {
  const below = Math.round((rows - drawing.rows) * down);
  const beside = Math.round((columns - drawing.columns) * across);
  return moved(drawing, info, rows, columns, (row, column) => [row + below, column + beside], "", "");
}

/**
 * @param {Drawing} drawing @param {Info} info @param {number} rows @param {number} columns
 * @param {Move} move where a square goes
 * @param {string} steps directions, and @param {string} become what they become; none for a move
 * of all squares alike
 * @returns {Drawing}
 */
function moved(drawing, info, rows, columns, move, steps, become) {
  const turns = steps !== "";
  const size = { rows, columns };
  const goes = (/** @type {number} */ square) => {
    const [row, column] = move(...rowAndColumn(drawing, square));
    const stays = row >= 0 && row < rows && column >= 0 && column < columns;
    return stays ? row * columns + column : undefined;
  };
  const cells = new Array(rows * columns).fill(emptyOf(drawing, info));
  drawing.cells.forEach((cell, square) => {
    const to = goes(square);
    if (to !== undefined) cells[to] = info.board.numbered ? renumbered(cell) : cell;
  });

  /** A cell that may hold the number of a square. @param {string} cell */
  function renumbered(cell) {
    const named = squareOf(drawing, Number(cell));
    if (named === undefined) return cell;
    const to = goes(named);
    return to === undefined ? info.board.empty : String(numberOf(size, to));
  }

  /** A place as notes and moves write it; one that is not on the board stays as wrong as it is. @param {string} text */
  function replaced(text) {
    const square = placedAt(drawing, text);
    if (square === undefined) return text;
    const to = goes(square);
    return to === undefined ? "" : placeText(size, to);
  }

  /** The same edge between the same two squares, if both are still there. @param {import("./types.js").Edge} edge */
  function turned({ square, side }) {
    const [one, other] = [goes(square), goes(side === "R" ? square + 1 : square + drawing.columns)];
    if (one === undefined || other === undefined) return [];
    const edge = edgeBeside(size, Math.min(one, other), Math.abs(one - other) === 1 && columns > 1 ? "R" : "D");
    return edge ? [edge] : [];
  }

  /** A click, which may begin with a letter that says what kind it is. @param {string} move */
  function clicked(move) {
    const kind = /^[a-z]?/i.exec(move)?.[0] ?? "";
    const place = replaced(move.slice(kind.length));
    return place && kind + place;
  }

  const notes = new Map(drawing.notes);
  for (const option of info.options) {
    const value = notes.get(option.name);
    if (value !== undefined) notes.set(option.name, replaced(value));
  }
  for (const { kind, note, default: corner } of info.tools) {
    const value = notes.get(note ?? "");
    if (note && value && kind === "edge") notes.set(note, edgesText(size, edgesIn(drawing, value).flatMap(turned)));
    else if (note && value && kind === "one" && !info.options.some(({ name }) => name === note)) notes.set(note, replaced(value));
    if (!note || kind !== "note") continue;
    const cornerOf = (/** @type {import("./place.js").Size} */ board) => placeText(board, corner === "last" ? board.rows * board.columns - 1 : 0);
    // What stands in a corner because no note says otherwise turns with the board, too.
    if (turns && !notes.get(note)) notes.set(note, replaced(cornerOf(drawing)));
    if (notes.get(note) === cornerOf(size)) notes.delete(note);
  }
  for (const [name, value] of notes) if (value === "") notes.delete(name);

  let solution = drawing.solution;
  if (info.play === "steps" || info.play === "pieces") {
    solution = [...solution].map((move) => become[steps.indexOf(move)] ?? move).join("");
  } else if (info.play === "squares") {
    solution = solution.split(" ").map(clicked).filter(Boolean).join(" ");
  } else if (turns) {
    // The squares of a numbered board are walked in another order now: nothing claimed still holds.
    solution = "";
    notes.delete("par");
  }
  return { game: drawing.game, notes, rows, columns, cells, solution };
}
