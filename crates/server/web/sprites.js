// Sprites: small pictures of pixels that a level brings along. Each becomes a symbol of the page once,
// for boards of SVG, and a canvas of its own size, for boards on a canvas.
import { h, s } from "./dom.js";

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
export function knownSprite(sprite) {
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
