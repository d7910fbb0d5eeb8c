// The symbols of the sheet that the server sends, drawn on a canvas.

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
