// Playing: every way to move, taking back past the end, what a move cost, hints; flags and chords; and lists of
// moves that are longer than their place.

import assert from "node:assert/strict";
import { WALL } from "./boards.js";
import { onPage } from "./on-page.js";
import { comes, gamesAt, named } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

/** @param {Workbench} bench @param {string} text */
async function play(bench, text) {
  await bench.load(text);
  await bench.verdict();
  await bench.mode("play");
}

/** @param {Workbench} bench @param {string} keys parted by spaces */
async function press(bench, keys) {
  for (const key of keys.split(" ")) await bench.page.keyboard.press(key);
}

onPage("W A S D move, and a quick hand loses no move", async (bench) => {
  await play(bench, WALL);
  await press(bench, "w d d s");
  await comes(() => bench.read(".score"), "moves 4 · par 4");
  await comes(() => bench.read(".outcome"), "Won in 4 moves: the fewest there are!");
  await press(bench, "d z");
  await comes(() => bench.read(".score"), "moves 3 · par 4", "after the win there are no moves: the last one is taken back");
});

onPage("the pad's buttons move, and the list of moves leads back", async (bench) => {
  await play(bench, WALL);
  for (const name of ["up", "right", "right", "down"]) await bench.page.getByRole("button", { name, exact: true }).click();
  await comes(() => bench.read(".outcome"), /^Won/);
  await bench.page.click("fewest-moves [data-made='2']");
  await comes(() => bench.read(".score"), "moves 2 · par 4");
  await press(bench, "y y");
  await comes(() => bench.read(".outcome"), /^Won/);
  await press(bench, "r");
  await comes(() => bench.read(".score"), "moves 0 · par 4");
});

onPage("a move that cannot be made is refused, and nothing changes", async (bench) => {
  await play(bench, WALL);
  await press(bench, "ArrowRight");
  await comes(() => bench.page.locator(".outcome").getAttribute("class"), "outcome is-refused");
  assert.notEqual(await bench.read(".outcome"), "");
  assert.equal(await bench.read(".score"), "moves 0 · par 4");
  await press(bench, "ArrowUp");
  await comes(() => bench.read(".score"), "moves 1 · par 4");
  assert.equal(await bench.read(".outcome"), "");
});

onPage("at which move the optimum was lost, and the way back there", async (bench) => {
  await play(bench, "game: portals\n\n....\n....\n....\n");
  await press(bench, "ArrowRight ArrowLeft ArrowRight ArrowRight ArrowRight ArrowDown ArrowDown");
  await comes(() => bench.read(".score"), "seconds 7 · par 5");
  await comes(() => bench.read(".outcome"), "Won in 7 seconds; 5 would do.");
  await comes(() => bench.read(".cost"), /^The optimum was lost at move 2: ↓ or → instead of ← saves 2\./);
  assert.match(String(await bench.page.locator("fewest-moves [data-made='2']").getAttribute("aria-label")), /2 more than needed/);
  await bench.page.getByRole("button", { name: "Go back there" }).click();
  await comes(() => bench.read(".score"), "seconds 1 · par 5");
  await comes(() => bench.read(".cost"), "No move wasted so far.");
});

onPage("undo goes back past a lost throw", async (bench) => {
  await play(bench, "game: curling\n\n#..S..G\n");
  await press(bench, "ArrowUp");
  await comes(() => bench.read(".outcome"), /^Lost: .*Take the last move back, or restart\.$/);
  await comes(() => bench.read(".cost"), /^The win was lost at move 1: → instead of ↑ kept it\./);
  await press(bench, "ArrowRight");
  await comes(() => bench.read(".score"), /^throws 1 ·/, "who has lost makes no moves");
  await press(bench, "Control+z");
  await comes(() => bench.read(".score"), /^throws 0 ·/);
  await comes(() => bench.read(".outcome"), "");
  await press(bench, "ArrowRight");
  await comes(() => bench.read(".outcome"), /^Won/);
});

onPage("a hint names the moves that keep the optimum, and shows the way", async (bench) => {
  await play(bench, WALL);
  await press(bench, "h");
  await comes(() => bench.read(".outcome"), "Play ↑: 4 moves to the win.");
  await comes(() => bench.page.locator("fewest-pad .is-best").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("data-move"))), ["U"]);
  await press(bench, "ArrowUp h");
  await comes(() => bench.read(".outcome"), "Play →: 3 moves to the win.");
});

onPage("a hint where the win is lost says at which move that was", async (bench) => {
  await play(bench, "game: curling\n\nS.G\n...\n#..\n");
  await press(bench, "ArrowDown h");
  await comes(() => bench.read(".outcome"), "The win was lost at move 1: go back before it.");
});

onPage("a hint where nothing wins says so", async (bench) => {
  await play(bench, "game: curling\n\nS....\n.....\n....G\n");
  await comes(() => bench.read(".score"), "throws 0 · impossible");
  await press(bench, "h");
  await comes(() => bench.read(".outcome"), "This level cannot be won.");
});

onPage("moves on squares are told by row and column", async (bench) => {
  await play(bench, "game: mines\n\nEEEEE\nEEMEE\nEEEEE\nMEEEE\n");
  const { keep_optimum: best } = await bench.ask("hint");
  const several = best.slice(0, 4).map(named).join(" or ") + (best.length > 4 ? " …" : "");
  await bench.page.getByRole("button", { name: "Coach" }).click();
  await bench.stroke([[0, 1]]);
  await comes(() => bench.read(".cost"), `The optimum was lost at move 1: ${several} instead of row 1, column 2 saves 1. Go back there`);
  assert.equal(await bench.page.locator("fewest-moves [data-made='1']").getAttribute("aria-label"), "move 1: row 1, column 2, 1 more than needed");
});

onPage("number keys and the die's buttons roll", async (bench) => {
  await play(bench, "game: ladders\n\n.  . .\n.  . .\n.  8 .\n");
  await press(bench, "1");
  await comes(() => bench.read(".score"), "rolls 1 · par 2");
  await bench.page.getByRole("button", { name: "1", exact: true }).click();
  await comes(() => bench.read(".outcome"), "Won in 2 rolls: the fewest there are!");
  await press(bench, "r");
  await bench.page.getByRole("button", { name: "Roll" }).click();
  await comes(() => bench.read(".score"), "rolls 1 · par 2");
});

onPage("mines stay covered, and undo goes back past a blast", async (bench) => {
  await play(bench, "game: mines\n\nEEE\nEME\nEEE\n");
  assert.equal((await bench.squares()).filter((name) => name.includes("mine")).length, 0, "no mine is told");
  await bench.stroke([[1, 1]]);
  await comes(() => bench.read(".outcome"), /^Lost: .*Take the last move back, or restart\.$/);
  await comes(() => bench.square([1, 1]), "row 2, column 2: exploded mine");
  await press(bench, "z");
  await comes(() => bench.square([1, 1]), "row 2, column 2: covered");
  await bench.stroke([[0, 0]]);
  await comes(() => bench.square([0, 0]), "row 1, column 1: 1");
  await bench.page.getByRole("button", { name: "Show mines" }).click();
  await comes(() => bench.square([1, 1]), /mine/);
});

onPage("flags protect, are counted, and a chord opens the rest", async (bench) => {
  await play(bench, "game: mines\n\nEEE\nEME\nEEM\n");
  await comes(() => bench.read(".score"), /flags 0 of 2$/);
  await bench.stroke([[1, 1]], "right");
  await comes(() => bench.read(".score"), /flags 1 of 2$/);
  await comes(() => bench.square([1, 1]), "row 2, column 2: covered, flagged");
  await bench.stroke([[1, 1]]);
  await bench.stroke([[0, 0]]);
  await comes(() => bench.read(".score"), /^clicks 1 /, "a flagged square is not opened");
  await bench.stroke([[0, 0]]);
  await comes(() => bench.read(".score"), /^clicks 3 /, "one flag at a 1: its other two neighbours are opened");
  await comes(() => bench.square([0, 1]), "row 1, column 2: 1");
  await bench.stroke([[0, 1]]);
  await comes(() => bench.read(".score"), /^clicks 5 /);
  await bench.stroke([[1, 2]]);
  await press(bench, "z");
  await comes(() => bench.read(".score"), /^clicks 4 /, "a 2 with one flag is not enough: the click before is taken back");
  await press(bench, "y");
  await comes(() => bench.read(".score"), /^clicks 5 /);
  await bench.stroke([[2, 2]], "right");
  await bench.stroke([[1, 0]]);
  await comes(() => bench.read(".outcome"), /^Won/);
});

onPage("a flag that a flood has opened neither counts nor is in the way of a chord", async (bench) => {
  await play(bench, "game: mines\n\nEEEE\nEEEM\nEEEE\n");
  await bench.stroke([[0, 2]], "right");
  await bench.stroke([[1, 3]], "right");
  await comes(() => bench.read(".score"), /flags 2 of 1$/);
  await bench.stroke([[0, 0]]);
  await comes(() => bench.read(".score"), /^clicks 1 .*flags 1 of 1$/);
  await bench.stroke([[0, 2]]);
  await comes(() => bench.read(".score"), /^clicks 2 .*flags 1 of 1$/);
});

onPage("a chord with a wrong flag goes off", async (bench) => {
  await play(bench, "game: mines\n\nEEE\nEME\nEEE\n");
  await bench.stroke([[0, 0]]);
  await comes(() => bench.square([0, 0]), /: 1$/);
  await bench.stroke([[0, 1]], "right");
  await bench.stroke([[0, 0]]);
  await comes(() => bench.read(".outcome"), /^Lost/);
});

onPage("the keyboard opens and flags", async (bench) => {
  await play(bench, "game: mines\n\nEEE\nEME\nEEE\n");
  await bench.page.locator(".stage-board [role=gridcell]").first().focus();
  await press(bench, "ArrowDown ArrowRight f");
  await comes(() => bench.square([1, 1]), /flagged$/);
  await press(bench, "ArrowUp Enter ArrowLeft Space");
  await comes(() => bench.read(".score"), /^clicks 2 · par 8 · flags 1 of 1$/);
});

onPage("another board begins another game, another title or author does not", async (bench) => {
  await play(bench, WALL);
  await press(bench, "ArrowUp");
  await comes(() => bench.read(".score"), "moves 1 · par 4");
  await bench.page.fill("input.title", "Round the wall");
  await bench.page.keyboard.press("Tab");
  await comes(() => bench.text(), /title: Round the wall/);
  assert.equal(await bench.read(".score"), "moves 1 · par 4");
  await bench.load(WALL.replace("\n\n", "\ntitle: Round the wall\nauthor: Somebody\n\n"));
  assert.equal(await bench.read(".score"), "moves 1 · par 4");
  await bench.page.getByRole("button", { name: "Keep as the level's solution" }).click();
  await comes(() => bench.text(), /solution: U\n$/);
  assert.equal(await bench.read(".score"), "moves 1 · par 4");
  await bench.load(WALL.replace("#@", ".@"));
  await comes(() => bench.read(".score"), "moves 0 · par 2");
});

onPage("every game shows its rules beside its keys: a picture and sentences, until they are closed", async (bench) => {
  for (const { id, how } of await gamesAt(bench.url)) {
    await bench.choose(id);
    await bench.mode("play");
    const rules = bench.page.locator("fewest-play .how");
    await comes(() => rules.locator("li").allInnerTexts(), how);
    assert.ok(how.length >= 3, id);
    await comes(() => rules.locator("fewest-board svg .floor").isVisible(), true, id);
    await comes(() => rules.locator("fewest-board").evaluate((board) => /** @type {any} */ (board).picture?.tiles.length > 3), true, id);
    assert.match(await rules.locator(".keys").innerText(), /Z takes back/);
  }
  await bench.page.locator("fewest-play .how summary").click();
  await comes(() => bench.page.evaluate(() => localStorage.getItem("fewest.rules-closed")), "yes");
  await bench.page.reload();
  await bench.entered("play");
  assert.equal(await bench.page.locator("fewest-play .how li").first().isVisible(), false);
});

onPage("the rules' picture of a covered game shows an opening, and no mine", async (bench) => {
  await bench.load("game: mines\n\nEEE\nEME\nEEE\n");
  const picture = () => bench.page.locator("fewest-play .how fewest-board").evaluate((board) => /** @type {any} */ (board).picture?.tiles.map((/** @type {any} */ tile) => tile.piece ?? tile.ground) ?? []);
  await comes(async () => (await picture()).includes("count"), true);
  const seen = await picture();
  assert.ok(seen.includes("lid") && !seen.includes("mine"), seen.join());
});

onPage("losing says why", async (bench) => {
  await play(bench, "game: curling\n\n#..S..G\n");
  await press(bench, "ArrowUp");
  await comes(() => bench.read(".outcome"), /^Lost: the stone left the board\. Take the last move back, or restart\.$/);
  await play(bench, "game: curling\nthrows: 1\n\nS.#G\n");
  await press(bench, "ArrowRight");
  await comes(() => bench.read(".outcome"), /^Lost: .*throw.*\. Take the last move back/);
  await play(bench, "game: mines\n\nEEE\nEME\nEEE\n");
  await bench.stroke([[1, 1]]);
  await comes(() => bench.read(".outcome"), /^Lost: .*row 2, column 2.*mine|^Lost: .*mine.*row 2, column 2/);
});

onPage("a snake that has shut itself in gets a message", async (bench) => {
  await play(bench, "game: snake\n\n1##\n2#@\n3..\n");
  await comes(() => bench.read(".outcome"), "No move leads on from here. Take the last move back, or restart.");
});

onPage("an illegal move is refused by its arrow, with the reason", async (bench) => {
  await play(bench, WALL);
  // The verdict is announced a little later, in the place of what was announced before.
  await comes(() => bench.heard(), /^par /);
  await press(bench, "ArrowRight");
  await comes(() => bench.read(".outcome"), /^→ is not possible: .*wall/);
  await comes(() => bench.heard(), /^→ is not possible: .*wall/);
  await press(bench, "ArrowDown");
  await comes(() => bench.read(".outcome"), /^↓ is not possible: .*(body|snake)/);
});

onPage("choosing the mode one is in already changes nothing on the board", async (bench) => {
  await bench.load("game: mines\n\nEEEEE\nEEEEE\nEEMEE\nEEEEE\nEEEEE\n");
  const text = await bench.text();
  // By the attribute alone, as a script would do it: only the tab has it.
  await bench.page.click("[data-mode=draw]");
  assert.equal(await bench.text(), text);
  await bench.mode("play");
  await comes(() => bench.read(".score"), /^clicks 0 ·/);
  await bench.page.click("[data-mode=play]");
  await bench.mode("play");
  assert.match(await bench.read(".score"), /^clicks 0 ·/);
  assert.equal((await bench.squares()).filter((name) => name.includes("covered")).length, 25);
});

/** A corridor that is walked to and fro. @param {number} steps */
const corridor = (steps) => `game: portals\n\n....\n....\n\nsolution: ${"RL".repeat(steps / 2)}RRRD\n`;

/** @param {Workbench} bench @param {number} steps */
async function film(bench, steps) {
  await bench.load(corridor(steps));
  await bench.verdict();
  await bench.mode("watch");
  await bench.page.getByRole("combobox", { name: "solution" }).selectOption("own");
  await comes(() => bench.read("fewest-watch .caption"), new RegExp(`of ${(steps + 4).toLocaleString("en")} · the start`));
}

/** How light the rows of pixels at the lower edge of an element are faded: the fade's box against the element's. @param {Workbench} bench @param {string} selector */
function fades({ page }, selector) {
  return page.locator(selector).evaluate((element) => {
    const { position, backgroundImage, bottom } = getComputedStyle(element, "::after");
    return { isCut: element.scrollHeight > element.clientHeight + 1, isFaded: position === "sticky" && bottom === "0px" && backgroundImage.includes("gradient") };
  });
}

onPage("a long list of moves fades where it is cut, and is reached by the keyboard", async (bench) => {
  await film(bench, 200);
  assert.deepEqual(await fades(bench, "fewest-moves .moves"), { isCut: true, isFaded: true });
  // The last row that is seen is cut in its middle, which is a cue of its own.
  const rest = await bench.page.locator("fewest-moves .moves").evaluate((list) => {
    const edge = list.getBoundingClientRect().bottom;
    return [...list.querySelectorAll("button")].some((button) => {
      const { top, bottom } = button.getBoundingClientRect();
      return top < edge - 6 && bottom > edge + 6;
    });
  });
  assert.equal(rest, true);
  const last = bench.page.locator("fewest-moves [data-made='204']");
  await last.focus();
  const isSeen = () => last.evaluate((button) => {
    const { top, height, left } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + 5, top + height / 2));
  });
  await comes(isSeen, true);
  await bench.page.keyboard.press("Enter");
  await comes(() => bench.read("fewest-watch .caption"), /^step 204 of 204/);
});

onPage("a list that is cut at 400 moves says how many there are before and after", async (bench) => {
  await film(bench, 1000);
  const first = () => bench.page.locator("fewest-moves li").first().innerText();
  const last = () => bench.page.locator("fewest-moves li").last().innerText();
  assert.equal(await last(), "… 604 after");
  assert.doesNotMatch(await first(), /before/);
  await bench.page.getByRole("button", { name: "… 604 after" }).click();
  await comes(() => bench.read("fewest-watch .caption"), /^step 401 of 1,004/);
  await comes(first, "… 201 before");
  await comes(last, "… 403 after");
  await bench.page.keyboard.press("End");
  await comes(first, "… 604 before");
});

onPage("the panel beside the board and the dialogs fade where they are cut", async (bench) => {
  assert.deepEqual(await fades(bench, ".side"), { isCut: true, isFaded: true });
  await bench.page.click("[data-does=help]");
  assert.equal((await fades(bench, "dialog[open]")).isFaded, true);
}, { viewport: { width: 1024, height: 600 } });
