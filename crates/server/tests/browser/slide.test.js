// Walls between squares, a target under a piece, and several pieces to move: as Robots on ice has them.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes, KEYS } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */
/** @typedef {import("./workbench.js").Place} Place */

/** @type {import("./on-page.js").Look} */
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const TWO = "game: slide\nedges: 1,2R\n\n0...#\n...1.\n..G..\n";
const ONE = "game: slide\n\n0..#\n....\n..G.\n";

/** The middle of a side of a square on the screen. @param {Workbench} bench @param {Place} place @param {"R" | "D"} side */
async function sideOf(bench, [row, column], side) {
  const [one, other] = [await bench.at([row, column]), await bench.at(side === "R" ? [row, column + 1] : [row + 1, column])];
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/** Drags over some places of the screen, or clicks where there is one. @param {Workbench} bench @param {{x: number, y: number}[]} points @param {"left" | "right"} [button] */
async function drag({ page: { mouse } }, points, button = "left") {
  for (const [n, { x, y }] of points.entries()) {
    await mouse.move(x, y);
    if (n === 0) await mouse.down({ button });
  }
  await mouse.up({ button });
}

/** What the level's note says. @param {Workbench} bench @param {string} name */
async function note(bench, name) {
  return new RegExp(`^${name}: (.*)$`, "m").exec(await bench.text())?.[1] ?? "";
}

onPage("a click near a side sets a wall there or takes it away, and a drag sets several", async (bench) => {
  await bench.choose("slide");
  await bench.fresh(3, 4);
  await bench.take("wall");
  const right = await sideOf(bench, [0, 1], "R");
  await bench.page.mouse.move(right.x - 4, right.y);
  await comes(() => bench.page.locator(".stage-board .is-pointed").getAttribute("d"), "M80 0v40");
  await drag(bench, [{ x: right.x - 4, y: right.y }]);
  assert.equal(await note(bench, "edges"), "0,1R");
  assert.match(await bench.square([0, 1]), /^row 1, column 2: empty, walls: right$/);
  assert.match(await bench.square([0, 2]), /^row 1, column 3: empty, walls: left$/);
  assert.equal(await bench.page.locator(".stage-board .edges").first().getAttribute("d"), "M80 0v40");
  await drag(bench, [right]);
  assert.equal(await note(bench, "edges"), "");
  await bench.page.keyboard.press("Control+z");
  assert.equal(await note(bench, "edges"), "0,1R");
  await drag(bench, [await sideOf(bench, [1, 0], "D"), await sideOf(bench, [1, 3], "D")]);
  assert.equal(await note(bench, "edges"), "0,1R 1,0D 1,1D 1,2D 1,3D");
  await bench.stroke([[0, 0], [1, 0]]);
  assert.equal(await note(bench, "edges"), "0,0D 0,1R 1,0D 1,1D 1,2D 1,3D", "a drag from square to square sets what it crosses");
  await drag(bench, [await sideOf(bench, [1, 1], "D"), await sideOf(bench, [1, 3], "D")], "right");
  assert.equal(await note(bench, "edges"), "0,0D 0,1R 1,0D");
  await bench.take("eraser");
  await drag(bench, [await sideOf(bench, [1, 0], "D")]);
  assert.equal(await note(bench, "edges"), "0,0D 0,1R");
  await bench.page.keyboard.press("Control+z");
  await bench.page.keyboard.press("Control+z");
  assert.equal(await note(bench, "edges"), "0,0D 0,1R 1,0D 1,1D 1,2D 1,3D", "a stroke is taken back as a whole");
});

onPage("walls between squares by the keyboard, turned with the board, and kept", async (bench) => {
  await bench.choose("slide");
  await bench.fresh(2, 3);
  await bench.take("wall");
  assert.match(await bench.read("#tool-hint"), /Shift and an arrow key/);
  await bench.page.locator(".stage-board [role=gridcell]").first().focus();
  await bench.page.keyboard.press("Shift+ArrowRight");
  await comes(() => bench.heard(), "row 1, column 1: empty, walls: right");
  await bench.page.keyboard.press("Shift+ArrowDown");
  await comes(() => bench.heard(), "row 1, column 1: empty, walls: bottom, right");
  await bench.page.keyboard.press("ArrowRight");
  await bench.page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await note(bench, "edges"), "0,0D");
  await bench.page.keyboard.press("Enter");
  assert.equal(await note(bench, "edges"), "0,0D 0,1R");
  await bench.page.keyboard.press("Shift+ArrowUp");
  assert.equal(await note(bench, "edges"), "0,0D 0,1R", "there is no wall to set at the edge of the board");
  await bench.page.click("fewest-draw [data-act=rotate]");
  assert.equal(await note(bench, "edges"), "0,0R 1,1D");
  await bench.page.click("fewest-draw [data-act=mirror]");
  assert.equal(await note(bench, "edges"), "0,0R 1,0D");
  await bench.size("rows", 2);
  assert.equal(await note(bench, "edges"), "0,0R", "what falls off the board is gone");
  await bench.page.reload();
  await bench.page.waitForSelector("body.ready");
  assert.equal(await note(bench, "edges"), "0,0R");
  await bench.take("wall");
  await bench.page.locator(".stage-board [role=gridcell]").first().focus();
  await bench.page.keyboard.press("Enter");
  assert.equal(await note(bench, "edges"), "");
});

onPage("a target under a robot is kept in a note, and is back on the board without the robot", async (bench) => {
  await bench.choose("slide");
  await bench.fresh(2, 3);
  await bench.take("robot 0");
  await bench.stroke([[0, 0]]);
  await bench.take("target");
  await bench.stroke([[0, 0]]);
  assert.deepEqual(await bench.rows(), ["0..", "..."]);
  assert.equal(await note(bench, "target"), "0,0");
  await comes(() => bench.square([0, 0]), "row 1, column 1: robot 0, goal");
  await bench.take("robot 0");
  await bench.stroke([[1, 1]]);
  assert.deepEqual(await bench.rows(), ["G..", ".0."]);
  assert.equal(await note(bench, "target"), "");
  await bench.take("robot 1");
  await bench.stroke([[0, 2], [0, 0]]);
  assert.deepEqual(await bench.rows(), ["1..", ".0."]);
  assert.equal(await note(bench, "target"), "0,0");
  await bench.stroke([[0, 0]], "right");
  assert.deepEqual(await bench.rows(), ["G..", ".0."], "the eraser takes the robot, and leaves the target");
  await bench.page.keyboard.press("Control+z");
  await bench.page.click("fewest-draw [data-act=rotate]");
  assert.equal(await note(bench, "target"), "0,1");
  await bench.take("block");
  await bench.stroke([[0, 1]]);
  assert.equal(await note(bench, "target"), "", "a block takes the place of both");
});

onPage("a robot is chosen by its name or a click, and sent by keys, the pad, clicks and swipes", async (bench) => {
  await bench.load(TWO);
  await bench.verdict();
  await bench.mode("play");
  await comes(() => bench.square([0, 0]), "row 1, column 1: robot 0, chosen");
  assert.match(await bench.square([1, 2]), /walls: right$/);
  await bench.page.keyboard.press("1");
  await comes(() => bench.square([1, 3]), /robot 1, walls: left, chosen$/);
  assert.equal(await bench.page.locator("fewest-pad [data-piece='1']").getAttribute("aria-pressed"), "true");
  await bench.page.keyboard.press("ArrowDown");
  await comes(() => bench.square([2, 3]), /robot 1, chosen$/);
  await comes(() => bench.read("fewest-moves [data-made='1']"), "1D");
  await bench.page.keyboard.press("z");
  await comes(() => bench.square([1, 3]), /robot 1/);
  await bench.stroke([[0, 0]]);
  await comes(() => bench.square([0, 0]), /robot 0, chosen$/);
  await bench.stroke([[2, 0]]);
  await comes(() => bench.square([2, 0]), /robot 0, chosen$/);
  assert.equal(await bench.read("fewest-moves [data-made='1']"), "0D");
  // A drag moves the robot that it begins on.
  await bench.stroke([[1, 3], [2, 3]]);
  await comes(() => bench.read("fewest-moves [data-made='2']"), "1D");
  await bench.page.click("fewest-pad [data-piece='0']");
  await bench.page.click("fewest-pad [data-move=R]");
  await comes(() => bench.read(".outcome"), /^Won in 3 slides/);
  await bench.page.keyboard.press("r");
  await comes(() => bench.read(".score"), /^slides 0 /);
  await bench.page.keyboard.press("h");
  await comes(() => bench.read(".outcome"), /^Play \d[UDLR]/);
});

onPage("a robot that is alone is sent by the arrows at once", async (bench) => {
  await bench.load(ONE);
  await bench.verdict();
  const { moves } = await bench.ask("solve");
  await bench.mode("play");
  assert.equal(await bench.page.locator("fewest-pad [data-piece]").count(), 0);
  for (const [n, move] of moves.entries()) {
    await bench.page.keyboard.press(KEYS[move]);
    await comes(() => bench.read(".score"), new RegExp(`^slides ${n + 1} `));
  }
  await comes(() => bench.read(".outcome"), /^Won/);
});

onPage("walls between squares are there in films, and on boards that are drawn on a canvas", async (bench) => {
  await bench.load(TWO);
  await bench.verdict();
  await bench.mode("watch");
  await comes(() => bench.read("fewest-watch .caption"), /the start$/);
  assert.equal(await bench.page.locator(".stage-board .edges").first().getAttribute("d"), "M120 40v40");
  await bench.page.keyboard.press("End");
  await comes(() => bench.read("fewest-watch .caption"), /won$/);
  const rows = Array.from({ length: 51 }, (_, row) => ".".repeat(51).replace(/^./, row === 0 ? "0" : ".").replace(/.$/, row === 50 ? "G" : "."));
  await bench.load(`game: slide\nedges: 3,3R\n\n${rows.join("\n")}\n`);
  await bench.mode("draw");
  await comes(() => bench.page.locator(".stage-board .board-over .edges").first().getAttribute("d"), "M160 120v40");
  await bench.take("wall");
  await drag(bench, [await sideOf(bench, [10, 10], "D")]);
  assert.equal(await note(bench, "edges"), "3,3R 10,10D");
});

onPage("a finger sets a wall, and sends a robot", async (bench) => {
  await bench.load(TWO);
  await bench.mode("draw");
  await bench.page.locator("[data-tool=wall]").tap();
  const { x, y } = await sideOf(bench, [0, 1], "R");
  await bench.page.touchscreen.tap(x + 3, y);
  await comes(() => note(bench, "edges"), "0,1R 1,2R");
  await bench.page.touchscreen.tap(x, y);
  await comes(() => note(bench, "edges"), "1,2R");
  await bench.page.locator("[role=tab][data-mode=play]").tap();
  await bench.entered("play");
  await comes(() => bench.read(".score"), /^slides 0 /);
  const robot = await bench.at([1, 3]);
  await bench.page.touchscreen.tap(robot.x, robot.y);
  await comes(() => bench.square([1, 3]), /robot 1, walls: left, chosen$/);
  await bench.page.locator("fewest-pad [data-move=U]").tap();
  await comes(() => bench.square([0, 3]), /robot 1/);
  const overflow = await bench.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${overflow} pixels to scroll sideways`);
}, PHONE);
