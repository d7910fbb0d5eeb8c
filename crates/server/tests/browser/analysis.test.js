// What can be known of covered squares: drawn or pasted positions and games that are played, the
// chances of a mine, what to open and why, and what contradicts itself.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes, named, percent } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

/** Three layouts fit; one square is safe in all of them. */
const POSITION = "game: mines\nmines: 3\n\nB1??\nB2??\nB1??\n";

/** What the analysis says first. @param {Workbench} bench */
function headline(bench) {
  return bench.read(".analysis-headline");
}

/** The chances as the program tells them, row by row, as they are heard. @param {Workbench} bench @param {string} [query] */
async function told(bench, query = "") {
  const { chances } = await bench.ask("odds", query);
  const heard = (/** @type {number | null} */ chance) => {
    if (chance === null) return "";
    return chance === 0 ? "surely safe" : chance === 1 ? "surely a mine" : `a mine with a chance of ${percent(chance)}`;
  };
  return chances.flat().map(heard);
}

/** What is heard of the chances on the board. @param {Workbench} bench */
async function heard(bench) {
  const chance = /surely safe|surely a mine|a mine with a chance of [\d.]+%/;
  return (await bench.squares()).map((name) => chance.exec(name)?.[0] ?? "");
}

onPage("a position that is drawn shows the chance of every covered square", async (bench) => {
  await bench.choose("mines");
  await bench.fresh(3, 4);
  await bench.take("covered");
  await bench.stroke([[0, 0]]);
  await comes(() => bench.rows(), ["????", "????", "????"], "what is known gives way to what is not");
  await bench.take("blank");
  await bench.stroke([[0, 0], [1, 0], [2, 0]]);
  await bench.take("1");
  await bench.stroke([[0, 1]]);
  await bench.stroke([[2, 1]]);
  await bench.take("2");
  await bench.stroke([[1, 1]]);
  await comes(() => bench.rows(), ["B1??", "B2??", "B1??"]);
  await bench.page.fill("#note-mines", "3");
  await comes(() => bench.text(), POSITION);
  const expected = await told(bench);
  assert.ok(expected.includes("surely safe"));
  await comes(() => heard(bench), expected);
  const hint = await bench.ask("hint", "blind=true");
  await comes(() => headline(bench), /^Open row \d, column \d: surely safe\.$/);
  const why = hint.why.replace(hint.because.join(" "), hint.because.map(named).join("; "));
  const panel = await bench.read("fewest-analysis");
  assert.ok(panel.includes(why), "the reason in the program's words");
  assert.doesNotMatch(panel, /\d,\d/, "its squares called as everywhere here");
  const [row, column] = hint.move.split(",").map(Number);
  await comes(() => bench.square([row, column]), /surely safe, best move$/);
  for (const place of hint.because) {
    const [row, column] = place.split(",").map(Number);
    assert.match(await bench.square([row, column]), /the reason$/);
  }
  await comes(() => bench.verdict(), "Position");
  await comes(() => bench.heard(), /^Open row .*layouts /);
});

onPage("a position of JSMinesweeper that is pasted is analysed", async (bench) => {
  await bench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await bench.page.evaluate(() => navigator.clipboard.writeText("4x3x3\n01HH\n02HF\n01HH\n"));
  await bench.page.keyboard.press("Control+v");
  await comes(() => bench.text(), "game: mines\nmines: 3\n\nB1??\nB2?!\nB1??\n");
  await comes(() => heard(bench), await told(bench));
  await comes(() => headline(bench), "Open row 2, column 3: surely safe.");
  assert.equal(await bench.read(".par-words"), "Open row 2, column 3: surely safe.", "in sight above the board, too");
  await comes(() => bench.square([1, 3]), /^row 2, column 4: flag, covered, a mine with a chance of /);
});

onPage("on a position the eraser covers, a larger board is covered, and no tool knows of mines", async (bench) => {
  await bench.load("game: mines\n\n1M\nEF\n");
  await bench.mode("draw");
  await bench.take("mine");
  await bench.take("covered");
  await bench.stroke([[1, 0]]);
  await comes(() => bench.rows(), ["1?", "??"], "one covered square of which nothing is known covers all");
  await comes(() => bench.page.locator(".toast").innerText(), "Nothing is known of the covered squares now.");
  assert.equal(await bench.page.locator("[data-tool=mine]").count(), 0);
  assert.equal(await bench.page.locator("[data-tool=covered]").getAttribute("aria-checked"), "true");
  await bench.page.keyboard.press("Control+z");
  await comes(() => bench.rows(), ["1M", "EF"], "one step back");
  assert.equal(await bench.page.locator("[data-tool=mine]").count(), 1);
  await bench.load(POSITION);
  await bench.take("eraser");
  await bench.stroke([[0, 0]]);
  await comes(() => bench.rows(), ["?1??", "B2??", "B1??"]);
  await bench.size("columns", 5);
  await comes(() => bench.rows(), ["?1???", "B2???", "B1???"]);
  await bench.take("flag");
  await bench.stroke([[0, 2]]);
  await comes(() => bench.rows(), ["?1!??", "B2???", "B1???"]);
  await bench.page.click("[data-act=clear]");
  await comes(() => bench.rows(), ["?????", "?????", "?????"]);
});

onPage("the keys choose the number that they draw", async (bench) => {
  await bench.load("game: mines\n\n???\n???\n");
  await bench.page.locator(".stage-board [role=gridcell]").first().focus();
  await bench.page.keyboard.press("3");
  await bench.page.keyboard.press("Enter");
  await bench.page.keyboard.press("ArrowRight");
  await bench.page.keyboard.press("0");
  await bench.page.keyboard.press("Enter");
  await bench.page.keyboard.press("ArrowRight");
  await bench.page.keyboard.press("f");
  await bench.page.keyboard.press("Enter");
  await comes(() => bench.rows(), ["3B!", "???"]);
  await bench.page.keyboard.press("e");
  await bench.page.keyboard.press("Enter");
  await comes(() => bench.rows(), ["3B?", "???"]);
});

onPage("numbers that contradict each other are told and marked", async (bench) => {
  await bench.load("game: mines\nmines: 2\n\n1?B?1\n");
  await comes(() => headline(bench), "no layout fits: not all of these numbers can be right: row 1, column 1; row 1, column 3");
  await comes(() => bench.square([0, 0]), "row 1, column 1: 1, contradicts others");
  await comes(() => bench.square([0, 2]), /contradicts others$/);
  assert.doesNotMatch(await bench.square([0, 4]), /contradicts/);
  assert.equal(await bench.page.locator(".stage-board .mark-error").count(), 2);
  await bench.take("2");
  await bench.stroke([[0, 2]]);
  await comes(() => headline(bench), "Nothing is left to open.");
  assert.equal(await bench.page.locator(".stage-board .mark-error").count(), 0);
});

onPage("a guess is told with the chances of every choice", async (bench) => {
  await bench.load("game: mines\nmines: 1\n\n??\n11\n");
  await comes(() => headline(bench), "Open row 1, column 1: it wins with a chance of 50%.");
  const rows = bench.page.locator("fewest-analysis tbody tr");
  assert.deepEqual(await rows.allInnerTexts(), ["row 1, column 1\t50%\t50%", "row 1, column 2\t50%\t50%"]);
  await rows.nth(1).getByRole("button").press("Enter");
  await comes(() => bench.square([0, 1]), /looked at$/);
  assert.equal(await bench.page.locator("fewest-analysis tbody button:focus").count(), 1, "the focus stays");
});

onPage("played on, the analysis follows; back, and over the end", async (bench) => {
  await bench.load("game: mines\n\nEEEE\nEEEE\nEEEM\nMEEE\n");
  await bench.verdict();
  await bench.mode("play");
  assert.deepEqual([...new Set(await heard(bench))], [""], "nobody has asked for it");
  await bench.page.getByRole("button", { name: "Show chances" }).click();
  await comes(() => heard(bench), await told(bench));
  await bench.stroke([[0, 0]]);
  const opened = await told(bench, "after=0,0");
  assert.ok(opened.includes(""), "some are open now");
  await comes(() => heard(bench), opened);
  assert.equal((await bench.squares()).filter((name) => /: (mine|.*, mine)/.test(name)).length, 0, "no mine is given away");
  await bench.page.keyboard.press("z");
  await comes(() => heard(bench), await told(bench));
  await bench.stroke([[2, 3]]);
  await comes(() => bench.read(".outcome"), /^Lost/);
  await comes(async () => [...new Set(await heard(bench))], [""], "there is nothing to open");
  await bench.mode("draw");
  await comes(() => heard(bench), await told(bench), "it stays on");
});

onPage("what is known can be forgotten", async (bench) => {
  await bench.load("game: mines\n\nM1B\n11B\n");
  await bench.verdict();
  await bench.mode("draw");
  await bench.page.click("[data-does=forget]");
  await comes(() => bench.text(), "game: mines\nmines: 1\n\n?1B\n11B\n");
  await comes(() => bench.square([0, 0]), "row 1, column 1: covered, surely a mine");
  await comes(() => headline(bench), "Nothing is left to open.");
  await bench.page.keyboard.press("Control+z");
  await comes(() => bench.text(), "game: mines\n\nM1B\n11B\n");
});

onPage("a position is not played: the number that was shown is drawn", async (bench) => {
  await bench.load(POSITION);
  await bench.mode("play");
  await comes(() => bench.read(".outcome"), /draw the number that was shown instead/);
  await comes(() => heard(bench), await told(bench));
  await bench.page.keyboard.press("h");
  await comes(() => bench.heard(), /^Open row /);
  await bench.page.click("[data-does=draw]");
  await bench.page.waitForSelector("fewest-draw");
});

onPage("flags and chords are moves where they count", async (bench) => {
  await bench.load("game: mines\nclicks: all\n\nEEE\nEME\nEEE\n");
  await bench.mode("play");
  await bench.stroke([[1, 1]], "right");
  await comes(() => bench.read(".score"), /^clicks 1 .*flags 1 of 1$/);
  await comes(() => bench.square([1, 1]), "row 2, column 2: flag, covered");
  await bench.stroke([[0, 0]]);
  await comes(() => bench.read(".score"), /^clicks 2 /);
  await bench.stroke([[0, 0]]);
  await comes(() => bench.read(".score"), /^clicks 3 /, "the chord opens two at once");
  const made = () => bench.page.locator("fewest-moves button").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
  assert.deepEqual(await made(), ["move 1: a flag on row 2, column 2", "move 2: row 1, column 1", "move 3: a chord on row 1, column 1"]);
  await comes(() => bench.square([0, 1]), "row 1, column 2: 1");
});

onPage("in Chinese", async (bench) => {
  await bench.load(POSITION);
  await comes(() => headline(bench), /^Open /);
  await bench.page.click("[data-does=language]");
  await comes(() => headline(bench), /^翻开第 \d 行第 \d 列：必定安全。$/);
  const { why } = await bench.ask("hint", "blind=true&lang=zh");
  await comes(() => bench.read("fewest-analysis"), new RegExp(why.slice(0, 8)));
  assert.doesNotMatch(await bench.read("fewest-analysis"), /\d,\d/);
  await comes(() => bench.squares(), /必定安全，?.*最佳一步/);
});

onPage("other games have no such thing", async (bench) => {
  await bench.load(POSITION);
  await bench.page.waitForSelector("fewest-analysis:not([hidden])");
  await bench.choose("snake");
  assert.equal(await bench.page.locator("fewest-analysis:not([hidden])").count(), 0);
});
