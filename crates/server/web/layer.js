// Layers of an SVG board: shapes by their squares, and pieces that glide from square to square.
import { s } from "./dom.js";
import { corner, SIDE } from "./shapes.js";
import { isNamed } from "./tiles.js";

/** Shapes of one kind, at most one a square, in the order of the squares: the same board is the same
 * drawing, however it came about. */
export class Layer {
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
export class Pieces {
  group = s("g", { class: "pieces" });
  /** @type {Map<string, SVGElement>} */
  #drawn = new Map();

  /** @param {import("./tiles.js").Picture} picture */
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
        const shape = this.#drawn.get(key) ?? s("use", { href: `#${picture.tiles[square].piece}`, width: SIDE, height: SIDE, class: alone ? "alone" : null });
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
