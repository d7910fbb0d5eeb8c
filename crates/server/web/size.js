// A level turned, mirrored or given another size, and `<fewest-size>`, where its size is chosen.
import { announce } from "./announce.js";
import { button, fill, h } from "./dom.js";
import { emptyOf } from "./level.js";
import { numberOf, squareOf } from "./picture.js";
import { edgeBeside, edgesIn, edgesText, placedAt, placeText, rowAndColumn } from "./place.js";
import { store } from "./store.js";
import { t } from "./words.js";
/** @import {Drawing} from "./level.js" */
/** @import {Info} from "./types.js" */

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

/** A board drawn by hand is no longer than this, so that every stroke is seen at once; one that was opened may be. */
const MOST_SIDE = 200;

export class SizeForm extends HTMLElement {
  #rows = h("input", { type: "number", min: 1, inputmode: "numeric", name: "rows" });
  #columns = h("input", { type: "number", min: 1, inputmode: "numeric", name: "columns" });
  #anchors = h("div", { class: "anchors", role: "radiogroup" });
  #down = 0;
  #across = 0;
  #game = "";

  constructor() {
    super();
    for (const field of [this.#rows, this.#columns]) {
      field.addEventListener("change", () => this.#change(field));
    }
  }

  build() {
    const { square, numbered } = store.info.board;
    if (this.#game !== store.info.id) {
      this.#game = store.info.id;
      // A numbered board begins at the bottom left.
      [this.#down, this.#across] = numbered ? [1, 0] : [0, 0];
    }
    const side = (/** @type {HTMLInputElement} */ field, /** @type {string} */ name) =>
      h("div", { class: "stepper" }, h("label", {}, h("span", {}, name), field), this.#step(field, -1, t("one less: {name}", { name })), this.#step(field, 1, t("one more: {name}", { name })));
    fill(
      this,
      h("h2", {}, t("Size")),
      h(
        "div",
        { class: "size" },
        h("div", { class: "sides" }, side(this.#rows, square ? t("side") : t("rows")), square ? null : side(this.#columns, t("columns"))),
        this.#anchors,
      ),
    );
    this.#anchors.setAttribute("aria-label", t("what stays where it is"));
    this.#draw();
    this.update();
  }

  update() {
    const { rows, columns } = store.level;
    if (document.activeElement !== this.#rows) this.#rows.value = String(rows);
    if (document.activeElement !== this.#columns) this.#columns.value = String(columns);
  }

  /** @param {HTMLInputElement} field @param {number} by @param {string} name */
  #step(field, by, name) {
    const press = () => {
      field.value = String(Number(field.value) + by);
      this.#change(field);
    };
    return button(by > 0 ? "+" : "−", press, { class: "small square", "aria-label": name, title: name });
  }

  /** Nine places, three by three. */
  #draw() {
    const downs = [t("top"), t("middle"), t("bottom")];
    const sides = [t("left"), t("middle"), t("right")];
    const held = this.#anchors.contains(document.activeElement);
    const buttons = downs.flatMap((down, row) =>
      sides.map((side, column) => {
        const chosen = this.#down === row / 2 && this.#across === column / 2;
        const name = t("{down} {side} stays", { down, side });
        return button([], () => this.#anchor(row / 2, column / 2), { role: "radio", "aria-checked": String(chosen), tabindex: chosen ? 0 : -1, "aria-label": name, title: name });
      }),
    );
    fill(this.#anchors, ...buttons);
    if (held) /** @type {HTMLElement | null} */ (this.#anchors.querySelector("[tabindex='0']"))?.focus();
    this.#anchors.onkeydown = (event) => {
      const step = { ArrowUp: [-0.5, 0], ArrowDown: [0.5, 0], ArrowLeft: [0, -0.5], ArrowRight: [0, 0.5] }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const within = (/** @type {number} */ place) => Math.min(Math.max(place, 0), 1);
      this.#anchor(within(this.#down + step[0]), within(this.#across + step[1]));
    };
  }

  /** @param {number} down @param {number} across */
  #anchor(down, across) {
    [this.#down, this.#across] = [down, across];
    this.#draw();
  }

  /** @param {HTMLInputElement} field */
  #change(field) {
    const { square } = store.info.board;
    const { level } = store;
    const read = (/** @type {HTMLInputElement} */ from, /** @type {number} */ before) => {
      const side = Math.round(Number(from.value));
      // What is no size, such as an emptied field, must not cut the board.
      return side >= 1 ? Math.min(side, Math.max(before, MOST_SIDE)) : before;
    };
    const rows = read(this.#rows, level.rows);
    const columns = square ? rows : read(this.#columns, level.columns);
    field.value = String(field === this.#rows ? rows : columns);
    if (rows === level.rows && columns === level.columns) return;
    store.change(t("Size"), (level) => resize(level, store.info, rows, columns, this.#down, this.#across));
    announce(t("{rows} rows, {columns} columns", { rows, columns }));
  }
}

customElements.define("fewest-size", SizeForm);
