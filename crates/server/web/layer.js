// Layers of an SVG board: shapes by their squares, and pieces that glide from square to square.
import { s } from "./dom.js";
import { corner, SIDE } from "./shapes.js";

/** Shapes of one kind, at most one a square. */
export class Layer {
  /** @type {Map<number, SVGElement>} */
  #shapes = new Map();

  /** @param {string} name */
  constructor(name) {
    this.group = s("g", { class: name });
  }

  /** Puts a shape in the place of the one before, or none. @param {number} square @param {SVGElement | false} shape */
  set(square, shape) {
    this.#shapes.get(square)?.remove();
    if (shape) {
      this.#shapes.set(square, shape);
      this.group.append(shape);
    } else {
      this.#shapes.delete(square);
    }
  }

  clear() {
    this.#shapes.clear();
    this.group.replaceChildren();
  }
}

/** What stands on squares. One that is alone of its kind moves, and is not drawn anew. */
export class Pieces {
  group = s("g", { class: "pieces" });
  /** @type {Map<string, SVGElement>} */
  #drawn = new Map();

  /** @param {import("./tiles.js").Picture} picture */
  show(picture) {
    /** @type {Map<string, number[]>} */
    const standing = new Map();
    picture.tiles.forEach(({ piece }, square) => {
      if (piece) (standing.get(piece) ?? standing.set(piece, []).get(piece))?.push(square);
    });
    /** @type {Map<string, SVGElement>} */
    const now = new Map();
    for (const [piece, squares] of standing) {
      for (const square of squares) {
        const alone = squares.length === 1;
        const key = alone ? piece : `${piece} ${square}`;
        const shape = this.#drawn.get(key) ?? s("use", { href: `#${piece}`, width: SIDE, height: SIDE, class: alone ? "alone" : null });
        const { x, y } = corner(picture, square);
        shape.style.transform = `translate(${x}px, ${y}px)`;
        if (!shape.parentNode) this.group.append(shape);
        now.set(key, shape);
      }
    }
    for (const [key, shape] of this.#drawn) if (now.get(key) !== shape) shape.remove();
    this.#drawn = now;
  }
}
