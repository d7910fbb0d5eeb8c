// Lines that reach over several squares, as SVG path text: walls, the body, ladders, snakes, ways.
import { beside, rowAndColumn } from "./place.js";
/** @import {Size} from "./place.js" */

/** A square's side in the board's own units. */
export const SIDE = 40;

/** @typedef {{x: number, y: number}} Point */

/** @param {number} x @param {number} y @returns {Point} */
const at = (x, y) => ({ x, y });
/** @param {Point} a @param {Point} b */
const plus = (a, b) => at(a.x + b.x, a.y + b.y);
/** @param {Point} a @param {Point} b */
const minus = (a, b) => at(a.x - b.x, a.y - b.y);
/** @param {Point} a @param {number} by */
const times = (a, by) => at(a.x * by, a.y * by);
/** @param {Point} a */
const right = (a) => at(-a.y, a.x);
/** @param {Point} a */
const length = (a) => Math.hypot(a.x, a.y);
/** @param {Point} a */
const unit = (a) => (length(a) ? times(a, 1 / length(a)) : at(1, 0));
/** @param {Point} a */
const degrees = (a) => (Math.atan2(a.y, a.x) * 180) / Math.PI;
/** @param {number} n */
const n = (n) => String(Math.round(n * 100) / 100);
/** @param {Point} p */
const xy = (p) => `${n(p.x)} ${n(p.y)}`;

/** The top left corner of a square. @param {Size} size @param {number} square */
export function corner(size, square) {
  const [row, column] = rowAndColumn(size, square);
  return at(column * SIDE, row * SIDE);
}

/** The middle of a square. @param {Size} size @param {number} square */
export function middle(size, square) {
  return plus(corner(size, square), at(SIDE / 2, SIDE / 2));
}

/**
 * Which way it is from a square to the next, and whether that leads over an edge of the board.
 * @param {Size} size @param {number} from @param {number} to
 */
function step(size, from, to) {
  const gap = times(minus(corner(size, to), corner(size, from)), 1 / SIDE);
  const over = Math.abs(gap.x) + Math.abs(gap.y) > 1;
  const way = unit(gap);
  return { way: over ? times(way, -1) : way, over };
}

const WAYS = [at(1, 0), at(0, 1), at(-1, 0), at(0, -1)];

/**
 * The outline of all squares that are in, a little inside them, its corners rounded. Squares that
 * touch only at a corner stay apart.
 * @param {Size} size @param {(square: number) => boolean} isIn
 */
export function outline(size, isIn, inset = 1, radius = 6) {
  const { rows, columns } = size;
  const stride = columns + 1;
  // The edges by the corner where each begins, what is in lying to the right: a bit for each way.
  const ways = new Uint8Array(stride * (rows + 1));
  for (let row = 0, square = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, square++) {
      if (!isIn(square)) continue;
      const begin = row * stride + column;
      if (row === 0 || !isIn(square - columns)) ways[begin] |= 1;
      if (column + 1 === columns || !isIn(square + 1)) ways[begin + 1] |= 2;
      if (row + 1 === rows || !isIn(square + columns)) ways[begin + stride + 1] |= 4;
      if (column === 0 || !isIn(square - 1)) ways[begin + stride] |= 8;
    }
  }
  let path = "";
  for (let begin = 0; begin < ways.length; begin++) {
    while (ways[begin]) path += loop(ways, stride, begin, inset, radius);
  }
  return path;
}

/**
 * Follows the outline from a corner until it is closed, and takes its edges away.
 * @param {Uint8Array} ways @param {number} stride @param {number} begin
 * @param {number} inset @param {number} radius
 */
function loop(ways, stride, begin, inset, radius) {
  const first = Math.log2(ways[begin] & -ways[begin]);
  let [place, way, path] = [begin, first, ""];
  for (;;) {
    ways[place] &= ~(1 << way);
    place += WAYS[way].x + WAYS[way].y * stride;
    // To the right first: two squares that touch at a corner are two outlines.
    const next = [1, 0, 3].map((turn) => (way + turn) % 4).find((next) => (ways[place] >> next) & 1);
    const after = next ?? first;
    if (after !== way) {
      const [one, two] = [WAYS[way], WAYS[after]];
      const grid = times(at(place % stride, Math.floor(place / stride)), SIDE);
      const turn = plus(grid, times(plus(right(one), right(two)), inset));
      const from = minus(turn, times(one, radius));
      path += `${path ? "L" : "M"}${xy(from)}Q${xy(turn)} ${xy(plus(turn, times(two, radius)))}`;
    }
    if (next === undefined) return `${path}z`;
    way = after;
  }
}

/** The walls between squares. @param {Size} size @param {readonly import("./types.js").Edge[]} edges */
export function edgeLines(size, edges) {
  return edges.map(({ square, side }) => {
    const { x, y } = corner(size, square);
    return side === "R" ? `M${n(x + SIDE)} ${n(y)}v${SIDE}` : `M${n(x)} ${n(y + SIDE)}h${SIDE}`;
  }).join("");
}

/** How thick the body is, and its tail's tip. */
const THICK = 24;
const TIP = 7;

/**
 * The body without its head: a line to be drawn thick, and the shape of its tail.
 * @param {Size} size @param {readonly number[]} squares
 */
export function body(size, squares) {
  if (squares.length < 2) return { back: "", tail: "" };
  const [before, last] = squares.slice(-2);
  const tapers = !step(size, before, last).over;
  const thick = tapers ? squares.slice(0, -1) : squares;
  let back = `M${xy(middle(size, thick[0]))}`;
  // A line of no length has round ends all the same.
  if (thick.length === 1) back += "h0";
  for (let number = 1; number < thick.length; number++) {
    const { way, over } = step(size, thick[number - 1], thick[number]);
    const [from, to] = [middle(size, thick[number - 1]), middle(size, thick[number])];
    if (over) back += `L${xy(plus(from, times(way, SIDE)))}M${xy(minus(to, times(way, SIDE)))}`;
    back += `L${xy(to)}`;
  }
  return { back, tail: tapers ? taper(middle(size, before), middle(size, last)) : "" };
}

/** The last piece, from full width to the tip. @param {Point} from @param {Point} to */
function taper(from, to) {
  const along = unit(minus(to, from));
  const [wide, narrow] = [times(right(along), THICK / 2 - 1.5), times(right(along), TIP / 2)];
  const bend = plus(from, times(minus(to, from), 0.55));
  const round = times(along, (TIP * 2) / 3);
  const tip = [plus(plus(to, narrow), round), plus(minus(to, narrow), round), minus(to, narrow)];
  return (
    `M${xy(plus(from, wide))}Q${xy(plus(bend, wide))} ${xy(plus(to, narrow))}` +
    `C${tip.map(xy).join(" ")}Q${xy(minus(bend, wide))} ${xy(minus(from, wide))}z`
  );
}

/** Where the head is, and which way it looks. @param {Size} size @param {readonly number[]} squares */
export function head(size, squares) {
  const looks = squares.length > 1 ? step(size, squares[1], squares[0]).way : at(1, 0);
  return { place: middle(size, squares[0]), turned: degrees(looks) };
}

/**
 * A link: a ladder with rungs, or a snake in waves whose head is where it is entered.
 * @param {Size} size @param {{from: number, to: number, role: string}} link
 * @returns {{path: string, ladder: boolean, long: number, head?: {place: Point, turned: number}}}
 */
export function link(size, { from, to, role }) {
  const [begin, end] = [middle(size, from), middle(size, to)];
  const long = length(minus(end, begin));
  if (from === to) return { ...curl(begin), ladder: false, long };
  if (role === "lift") return { path: ladder(begin, end), ladder: true, long };
  return { ...snake(begin, end), ladder: false, long };
}

/** @param {Point} from @param {Point} to */
function ladder(from, to) {
  const along = unit(minus(to, from));
  const side = times(right(along), 5.5);
  const [foot, top] = [minus(from, times(along, 4)), plus(to, times(along, 4))];
  const rail = (/** @type {Point} */ aside) => `M${xy(plus(foot, aside))}L${xy(plus(top, aside))}`;
  let path = rail(side) + rail(times(side, -1));
  const tall = length(minus(top, foot));
  const rungs = Math.max(2, Math.floor(tall / 10));
  for (let rung = 0; rung < rungs; rung++) {
    const place = plus(foot, times(along, ((rung + 0.5) * tall) / rungs));
    path += `M${xy(minus(place, side))}L${xy(plus(place, side))}`;
  }
  return path;
}

/** @param {Point} from @param {Point} to */
function snake(from, to) {
  const [along, long] = [unit(minus(to, from)), length(minus(to, from))];
  const waves = Math.max(2, Math.round(long / 20));
  const wave = times(along, long / waves);
  const swing = times(right(along), 20 / 3);
  let path = `M${xy(from)}`;
  for (let number = 0; number < waves; number++) {
    const begin = plus(from, times(wave, number));
    const out = times(swing, number % 2 ? -1 : 1);
    const bends = [plus(plus(begin, times(wave, 1 / 3)), out), plus(plus(begin, times(wave, 2 / 3)), out)];
    path += `C${[...bends, plus(begin, wave)].map(xy).join(" ")}`;
  }
  const neck = plus(times(wave, 1 / 3), swing);
  return { path, head: { place: from, turned: degrees(times(neck, -1)) } };
}

/** A snake that bites its own tail. @param {Point} place */
function curl(place) {
  const top = plus(place, at(0, -9));
  return { path: `M${xy(top)}a9 9 0 1 0 .1 0`, head: { place: top, turned: 0 } };
}

/** Lines of several moves keep to the right of a square's middle: the way there and the way back are two. */
const LANE = 3.5;
const SHORT = 16;

/**
 * The way of some moves, each the squares it touches in order: a line with arrowheads, and bows
 * where two squares that follow each other are no neighbours. On a board whose edges are joined
 * the squares across an edge count as neighbours.
 * @param {Size} size @param {readonly (readonly number[])[]} moves
 */
export function way(size, moves) {
  /** @type {{points: Point[], lands: boolean, leaps: boolean}[]} */
  const walks = [];
  let leaps = "";
  /** @type {number | undefined} */
  let stands;
  for (const squares of moves) {
    squares.forEach((square, number) => {
      const [place, walk] = [middle(size, square), walks.at(-1)];
      if (stands === square && walk) return;
      if (number === 0 || !walk || stands === undefined) {
        walks.push({ points: [place], lands: false, leaps: false });
      } else if (beside(size, stands, square)) {
        walk.points.push(place);
      } else if (across(size, stands, square)) {
        const edge = times(step(size, stands, square).way, SIDE / 2);
        walk.points.push(plus(middle(size, stands), edge));
        walks.push({ points: [minus(place, edge), place], lands: false, leaps: false });
      } else {
        leaps += leap(middle(size, stands), place);
        walk.leaps = true;
        walks.push({ points: [place], lands: true, leaps: false });
      }
      stands = square;
    });
  }
  const drawn = walks.filter((walk) => walk.points.length > 1);
  const parts = drawn.map((walk, number) => lane(walk, number + 1 === drawn.length, moves.length > 1 ? LANE : 0));
  return { line: parts.map((part) => part.line).join(""), heads: parts.map((part) => part.heads).join(""), leaps };
}

/** @param {Size} size @param {number} one @param {number} other */
function across(size, one, other) {
  const gap = minus(corner(size, one), corner(size, other));
  const [wide, high] = [Math.abs(gap.x) / SIDE, Math.abs(gap.y) / SIDE];
  return (high === 0 && wide > 1 && wide === size.columns - 1) || (wide === 0 && high > 1 && high === size.rows - 1);
}

/** @param {{points: Point[], lands: boolean, leaps: boolean}} walk @param {boolean} isLast @param {number} off how far from the middle */
function lane(walk, isLast, off) {
  /** @type {{from: Point, to: Point, along: Point}[]} */
  const runs = [];
  for (let number = 1; number < walk.points.length; number++) {
    const [from, to] = [walk.points[number - 1], walk.points[number]];
    const [along, run] = [unit(minus(to, from)), runs.at(-1)];
    if (run && run.along.x === along.x && run.along.y === along.y) run.to = to;
    else runs.push({ from, to, along });
  }
  let [line, heads] = ["", ""];
  runs.forEach(({ from, to, along }, number) => {
    const aside = times(right(along), off);
    // Where two runs meet at a right angle their lanes cross; where the way turns back it changes
    // the lane.
    const meet = (/** @type {{along: Point} | undefined} */ other) =>
      other && (other.along.x !== -along.x || other.along.y !== -along.y) ? times(right(other.along), off) : at(0, 0);
    const [before, after] = [runs[number - 1], runs[number + 1]];
    let begin = plus(plus(from, aside), meet(before));
    let end = plus(plus(to, aside), meet(after));
    if (walk.lands && !before) begin = plus(begin, times(along, SHORT));
    const atTheEnd = isLast && !after;
    if (atTheEnd || (walk.leaps && !after)) end = minus(end, times(along, SHORT));
    const tip = atTheEnd ? end : plus(times(plus(begin, end), 0.5), times(along, 3));
    const back = minus(tip, times(along, 7));
    const wing = times(right(along), 4);
    line += `${before ? "L" : "M"}${xy(begin)}L${xy(end)}`;
    heads += `M${xy(tip)}L${xy(plus(back, wing))}L${xy(minus(back, wing))}z`;
  });
  return { line, heads };
}

/** A jump: a bow from one square to the other. @param {Point} from @param {Point} to */
function leap(from, to) {
  const bend = plus(times(plus(from, to), 0.5), times(right(minus(to, from)), 0.12));
  const begin = plus(from, times(unit(minus(bend, from)), SHORT));
  return `M${xy(begin)}Q${xy(bend)} ${xy(plus(to, times(unit(minus(bend, to)), SHORT)))}`;
}
