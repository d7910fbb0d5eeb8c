// What the hand does to a board: painting, erasing, sizing, turning, taking back; and that nothing is
// lost when the page is closed.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes, gamesAt } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

/** @param {Workbench} bench @param {string} action */
const act = (bench, action) => bench.page.click(`fewest-draw [data-act=${action}]`);

onPage("a drag paints, a drag with the right button erases", async (bench) => {
  await bench.choose("portals");
  await bench.fresh(4, 6);
  await bench.take("wall");
  await bench.stroke([[0, 1], [0, 5]]);
  await bench.stroke([[1, 1], [3, 3]]);
  assert.deepEqual(await bench.rows(), [".#####", ".#....", "..#...", "...#.."]);
  await bench.stroke([[0, 3], [0, 4]], "right");
  assert.deepEqual(await bench.rows(), [".##..#", ".#....", "..#...", "...#.."]);
  await bench.stroke([[1, 1]]);
  assert.deepEqual((await bench.rows())[1], "......", "a brush set down on its own glyph wipes it off");
  await bench.take("eraser");
  await bench.stroke([[2, 2], [3, 3]]);
  assert.deepEqual(await bench.rows(), [".##..#", "......", "......", "......"]);
});

onPage("a stroke draws its own squares, and no other anew", async (bench) => {
  await bench.load("game: curling\n\nS..#\n...G\n");
  await bench.verdict();
  const block = await bench.page.locator(".stage-board .grounds use").first().elementHandle();
  await bench.take("block");
  await bench.stroke([[1, 0]]);
  await bench.verdict();
  await bench.rated();
  assert.equal(await bench.page.locator(".stage-board .grounds use").count(), 3);
  assert.equal(await block?.evaluate((shape) => shape.isConnected), true);
});

onPage("there is one of some things, and two ends of others", async (bench) => {
  await bench.choose("curling");
  await bench.fresh(2, 4);
  await bench.take("stone");
  await bench.stroke([[0, 0]]);
  await bench.stroke([[1, 2]]);
  assert.deepEqual(await bench.rows(), ["....", "..S."], "the stone moves");
  await bench.take("goal");
  await bench.stroke([[0, 3]]);
  await bench.stroke([[0, 3], [0, 1]]);
  assert.deepEqual(await bench.rows(), [".G..", "..S."], "what is dragged over comes back");

  await bench.choose("portals");
  await bench.fresh(2, 4);
  await bench.take("portal");
  await bench.stroke([[0, 1], [1, 1]]);
  await bench.stroke([[0, 2]]);
  await bench.stroke([[1, 2]]);
  assert.deepEqual(await bench.rows(), [".AB.", ".AB."]);
  await bench.take("goal");
  await bench.stroke([[0, 3]]);
  assert.match(await bench.text(), /^goal: 0,3$/m);
  await bench.stroke([[1, 3]]);
  assert.doesNotMatch(await bench.text(), /goal/, "the usual place is not written");
});

onPage("a snake is drawn as a path, back over itself and on from its middle", async (bench) => {
  await bench.choose("snake");
  await bench.fresh(3, 5);
  await bench.take("snake");
  await bench.stroke([[0, 0], [0, 4], [1, 4]]);
  assert.deepEqual(await bench.rows(), ["12345", "....6", "....."]);
  await bench.stroke([[0, 2], [1, 2], [2, 2], [2, 0]]);
  assert.deepEqual(await bench.rows(), ["123..", "..4..", "765.."]);
  await bench.stroke([[1, 2]], "right");
  assert.deepEqual(await bench.rows(), ["123..", ".....", "....."], "what hung on the lost segment goes");
});

onPage("jumps are dragged, and go by a click on their beginning", async (bench) => {
  await bench.choose("ladders");
  await bench.fresh(3);
  await bench.take("jump");
  await bench.stroke([[2, 1], [0, 1]]);
  assert.deepEqual(await bench.rows(), [". . .", ". . .", ". 8 ."]);
  assert.equal(await bench.page.locator(".stage-board .links > g").count(), 1);
  await bench.stroke([[2, 1]]);
  assert.deepEqual(await bench.rows(), [". . .", ". . .", ". . ."]);
  await bench.stroke([[0, 2]]);
  await bench.stroke([[1, 0]]);
  assert.deepEqual(await bench.rows(), [". . 6", ". . .", ". . ."], "two clicks are as good as a drag");
});

onPage("a board is sized, turned, mirrored and cleared, and every step can be taken back", async (bench) => {
  await bench.choose("portals");
  await bench.fresh(2, 3);
  await bench.take("wall");
  await bench.stroke([[0, 1]]);
  await bench.take("start");
  await bench.stroke([[1, 0]]);
  const states = [await bench.text()];
  const step = async (/** @type {() => Promise<void>} */ change, /** @type {string[]} */ rows, /** @type {RegExp} */ start) => {
    await change();
    assert.deepEqual(await bench.rows(), rows);
    assert.match(await bench.text(), start);
    states.push(await bench.text());
  };
  await step(() => act(bench, "rotate"), ["..", ".#", ".."], /^game: portals\ngoal: 2,0\n\n/);
  await step(() => act(bench, "mirror"), ["..", "#.", ".."], /^start: 0,1$/m);
  await step(() => act(bench, "flip"), ["..", "#.", ".."], /^start: 2,1$/m);
  await step(() => bench.size("columns", 4), ["....", "#...", "...."], /^start: 2,1$/m);
  await step(() => bench.size("rows", 2), ["....", "#..."], /^game: portals\n/);
  await step(() => act(bench, "clear"), ["....", "...."], /^game: portals\n\n/);

  for (let at = states.length - 2; at >= 0; at -= 1) {
    await (at % 2 ? act(bench, "undo") : bench.page.keyboard.press("Control+z"));
    assert.equal(await bench.text(), states[at], `undone to step ${at}`);
  }
  for (let at = 1; at < states.length; at += 1) {
    await (at % 2 ? act(bench, "redo") : bench.page.keyboard.press(at % 4 ? "Control+y" : "Control+Shift+z"));
    assert.equal(await bench.text(), states[at], `redone to step ${at}`);
  }
});

onPage("undo goes back past another game, an opened level and the notes", async (bench) => {
  await bench.choose("curling");
  await bench.fresh(1, 3);
  await bench.take("stone");
  await bench.stroke([[0, 0]]);
  const first = await bench.text();
  await bench.page.fill("input.title", "Short");
  const titled = await bench.text();
  assert.match(titled, /^title: Short$/m);
  await bench.load("game: snake\n\n12@\n");
  await bench.choose("mines");
  await bench.mode("draw");
  await bench.page.locator(".stage-board [role=gridcell]").first().focus();
  for (const expected of ["game: snake\n\n12@\n", titled, first]) {
    await bench.page.keyboard.press("Control+z");
    await comes(() => bench.text(), expected);
  }
});

onPage("numbers of squares stay with their squares when a board is turned", async (bench) => {
  await bench.load("game: ladders\n\n.  . .\n.  . .\n.  5 .\n");
  const ends = async () => (await bench.ask("show")).view.links;
  await comes(() => bench.verdict(), /^par/);
  assert.deepEqual(await ends(), [{ from: 7, to: 4, role: "lift" }]);
  await act(bench, "mirror");
  assert.deepEqual((await ends()).map((/** @type {any} */ link) => [link.from, link.to]), [[7, 4]]);
});

onPage("what is drawn is there again after the page was closed", async (bench) => {
  await bench.choose("snake");
  await bench.fresh(2, 4);
  await bench.take("snake");
  await bench.stroke([[0, 0], [0, 2]]);
  await bench.take("apple");
  await bench.stroke([[1, 3]]);
  const [text, squares] = [await bench.text(), await bench.squares()];
  await bench.visit();
  assert.equal(await bench.text(), text);
  await comes(() => bench.squares(), squares);
  await bench.choose("mines");
  await bench.choose("snake");
  assert.equal(await bench.text(), text, "every game keeps its own level");
});

onPage("a step is named after what it did, whatever tool is in hand", async (bench) => {
  await bench.choose("portals");
  await bench.fresh(2, 3);
  await bench.take("wall");
  await bench.stroke([[0, 1]]);
  await bench.stroke([[0, 1]], "right");
  await act(bench, "undo");
  await comes(() => bench.heard(), "undone: eraser");
});

onPage("a place off the board stays as wrong as it is when the board is turned", async (bench) => {
  await bench.load("game: portals\nstart: 0,9\n\n...\n...\n");
  await act(bench, "mirror");
  assert.match(await bench.text(), /^start: 0,9$/m);
});

onPage("the way back from an opened level goes when something else was done", async (bench) => {
  await bench.choose("curling");
  await bench.page.click("[data-does=gallery]");
  await bench.page.locator("dialog[open] .card-button").first().click();
  await bench.page.waitForSelector(".toast button");
  await bench.page.fill("input.title", "Mine");
  assert.equal(await bench.page.locator(".toast").count(), 0, "at once, and not only when its time is over");
});

onPage("what is no size leaves the board as it is", async (bench) => {
  await bench.load("game: snake\n\n1@\n..\n..\n");
  for (const size of ["", "0", "-3"]) {
    const field = bench.page.locator("fewest-size input[name=rows]");
    await field.fill(size);
    await field.press("Tab");
    await comes(() => field.inputValue(), "3");
    assert.deepEqual(await bench.rows(), ["1@", "..", ".."]);
  }
});

onPage("a turn that makes a level none says why", async (bench) => {
  await bench.load("game: ladders\n\n. . .\n. . .\n. . 5\n");
  await bench.verdict();
  await bench.page.click("[data-act=mirror]");
  await comes(() => bench.read("[data-toasts]"), /^[Ss]quare 1 /);
});

onPage("errors about a drawing name its tools, not the level's text", async (bench) => {
  for (const { id, tools } of await gamesAt(bench.url)) {
    await bench.choose(id);
    await bench.fresh();
    const words = async () => ((await bench.verdict()) === "Not a level yet" ? await bench.read(".par-words") : "");
    const speaksOfText = /`|\bline \d|\bcolumn \d+:|\bwrite\b/;
    await comes(async () => speaksOfText.test(await words()), false, `${id}, an empty board`);
    for (const { name } of tools) {
      if (!(await bench.page.locator(`[data-tool="${name}"]`).count())) continue;
      await bench.take(name);
      await bench.stroke([[1, 1]]);
      assert.doesNotMatch(await words(), speaksOfText, `${id}, ${name}`);
      await bench.stroke([[0, 0], [0, 1]]);
      assert.doesNotMatch(await words(), speaksOfText, `${id}, ${name} at the corner`);
    }
  }
});

onPage("a tab has the name of its level", async (bench) => {
  await bench.load("game: curling\ntitle: Own\n\nS.G\n");
  assert.equal(await bench.page.title(), "Own – fewest");
  await bench.page.fill("input.title", "");
  assert.equal(await bench.page.title(), "Curling 2.0 – fewest");
  await bench.page.fill("input.title", "Other");
  assert.equal(await bench.page.title(), "Other – fewest");
});

onPage("a level changed as a text is the same level, in the same mode, and can be taken back", async (bench) => {
  await bench.choose("mines");
  await bench.fresh(2, 2);
  await bench.take("mine");
  await bench.stroke([[0, 0]]);
  const before = await bench.text();
  await bench.page.click("[data-does=edit]");
  assert.equal(await bench.page.inputValue("#open-text"), before);
  await bench.page.fill("#open-text", "game: mines\n\nME\nEM\n");
  await bench.page.click("dialog[open] button.primary");
  await comes(() => bench.rows(), ["ME", "EM"]);
  await bench.entered("draw");
  await bench.page.keyboard.press("Control+z");
  await comes(() => bench.text(), before);
});
