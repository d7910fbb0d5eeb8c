// For those who hear the page: the board is a labelled grid, what changes is announced, and axe-core finds no
// fault in anything that the page can show.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { vast } from "./boards.js";
import { CATALOGUE } from "./catalogue.js";
import { onPage, serveWith } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

onPage("the board is a grid of named squares, one of them in the order of Tab", async (bench) => {
  await bench.load("game: curling\n\nS.#\n..G\n");
  await bench.verdict();
  const grid = bench.page.getByRole("grid", { name: "board of 2 by 3 squares" });
  assert.equal(await grid.count(), 1);
  assert.equal(await grid.getAttribute("aria-rowcount"), "2");
  assert.equal(await grid.getAttribute("aria-colcount"), "3");
  assert.equal(await grid.getByRole("row").count(), 2);
  await comes(() => bench.squares(), [
    "row 1, column 1: stone", "row 1, column 2: empty", "row 1, column 3: block",
    "row 2, column 1: empty", "row 2, column 2: empty", "row 2, column 3: goal",
  ]);
  assert.equal(await bench.page.locator(".stage-board [role=gridcell][tabindex='0']").count(), 1);
  assert.match(await grid.ariaSnapshot(), /gridcell "row 2, column 3: goal"/);
});

onPage("squares of every game have their names", async (bench) => {
  /** @type {[string, string[]][]} */
  const boards = [
    ["game: snake\n\n12#\n..@\n", ["head", "body 2", "wall", "empty", "empty", "apple"]],
    ["game: portals\n\n.A#\n.A.\n", ["player", "portal A", "wall", "empty", "portal A", "goal"]],
    ["game: mines\n\nM1B\nEEE\n".replace("M1B\nEEE", "M1B\n11B"), ["mine, covered", "1", "empty", "1", "1", "empty"]],
  ];
  for (const [text, names] of boards) {
    await bench.load(text);
    await comes(async () => (await bench.squares()).map((name) => name.split(": ")[1]), names);
  }
  await bench.load("game: ladders\n\n. . .\n. . .\n. 8 .\n");
  await comes(async () => (await bench.squares())[7], "square 2: ladder to square 8");
  assert.equal((await bench.squares())[0], "square 7: empty");
});

onPage("what is drawn, found, played and taken back is announced", async (bench) => {
  const { keyboard } = bench.page;
  await bench.load("game: curling\n\nS..\n..G\n");
  await comes(() => bench.heard(), /impossible/);
  await bench.page.locator(".stage-board [role=gridcell]").first().focus();
  await keyboard.press("1");
  for (const key of ["ArrowRight", "ArrowRight", "Enter"]) await keyboard.press(key);
  await comes(() => bench.heard(), "row 1, column 3: block");
  await keyboard.press("Control+z");
  await comes(() => bench.heard(), "undone: block");
  await bench.load("game: curling\n\nS.G\n");
  await comes(() => bench.heard(), /^par 1\. 1 throw, the proven fewest/);
  await bench.mode("play");
  await keyboard.press("ArrowRight");
  await comes(() => bench.heard(), "Won in 1 throw: the fewest there are!");
  await bench.mode("watch");
  await bench.page.click("[data-sight=search]");
  await comes(() => bench.read("fewest-watch .caption"), /^layer 0: /);
  await keyboard.press("ArrowRight");
  await comes(() => bench.heard(), /^layer 1: /);
});

onPage("a board on a canvas says where its cursor is", async (bench) => {
  await bench.load(vast());
  await bench.verdict();
  await bench.page.locator(".stage-board .board-canvas").focus();
  await bench.page.keyboard.press("ArrowDown");
  await comes(() => bench.heard(), /^row 2, column 1: /);
  assert.match(String(await bench.page.locator(".stage-board .board-canvas").getAttribute("aria-label")), /^board of 120 by 120 squares/);
});

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

serveWith("--catalogue", CATALOGUE);

/**
 * What axe finds, one line a rule and its first element: in the dialog that is open, or on the whole page.
 * @param {Workbench} bench @param {boolean} behind whether it looks behind a dialog, too
 * @returns {Promise<string[]>}
 */
function found(bench, behind) {
  return bench.page.evaluate(async (behind) => {
    const dialog = behind ? null : document.querySelector("dialog[open]");
    const { violations } = await /** @type {any} */ (window).axe.run(dialog ?? document, { resultTypes: ["violations"] });
    return violations.map((/** @type {any} */ { id, impact, nodes }) => `${impact} ${id} (${nodes.length}): ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary}`);
  }, behind);
}

/** Every two of these meet: what is wrong is wrong in one of them, or in how two go together. */
const LOOKS = /** @type {const} */ ([
  { colorScheme: "light", locale: "en-GB", width: 1280 },
  { colorScheme: "light", locale: "zh-CN", width: 360 },
  { colorScheme: "dark", locale: "en-GB", width: 360 },
  { colorScheme: "dark", locale: "zh-CN", width: 1280 },
]);

for (const [nth, { colorScheme, locale, width }] of LOOKS.entries()) {
  onPage(`axe finds nothing: ${colorScheme}, ${locale}, ${width} pixels`, async (bench) => {
    const { page } = bench;
    // Colours that fade in are judged when they are there.
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme });
    await page.evaluate(AXE);
    /** @type {string[]} */
    const faults = [];
    const look = async (/** @type {string} */ where) => {
      await bench.verdict();
      // What lies behind a dialog is what was looked at before: once is enough.
      faults.push(...(await found(bench, nth === 0)).map((fault) => `${where}: ${fault}`));
    };
    await bench.load("game: ladders\n\n.  . .\n5  . .\n.  8 .\n");
    for (const mode of ["draw", "play", "watch", "odds"]) {
      await bench.mode(mode);
      await look(mode);
    }
    await bench.load("game: mines\n\nMEE\nEEE\nEEE\n");
    await bench.mode("play");
    await bench.stroke([[0, 0]], "right");
    await bench.stroke([[2, 2]]);
    await page.waitForSelector(".outcome.is-won");
    await look("a game won");
    await bench.mode("watch");
    for (const sight of ["search", "heat"]) {
      await page.click(`[data-sight=${sight}]`);
      await comes(() => page.locator("fewest-watch .transport-slider, fewest-watch .legend *").first().isVisible(), true);
      await look(sight);
    }
    const map = page.locator("fewest-watch .sight select").first();
    await comes(async () => (await map.locator("option").count()) > 1, true);
    await map.selectOption({ index: 1 });
    await page.waitForSelector("fewest-watch .change");
    await look("advice to apply");
    await bench.load("game: mines\n\nMEEE\nEEEE\n");
    await bench.mode("play");
    await page.keyboard.press("h");
    await page.waitForSelector(".stage-board .mark-best");
    await look("a hint by what can be seen");
    await bench.stroke([[0, 0]]);
    await page.waitForSelector(".outcome.is-lost");
    await look("a game lost");
    await bench.load("game: portals\n\n.A.\n...\n");
    await bench.mode("draw");
    await page.waitForSelector(".mark-error");
    await look("a board that is no level yet");
    await bench.load("game: mines\nmines: 2\n\n???\n?2?\n???\n");
    await page.waitForSelector("fewest-analysis tbody button");
    await look("a position");
    await bench.load("game: mines\nmines: 2\n\n1?B?1\n");
    await page.waitForSelector(".analysis-headline.is-problem");
    await look("a position that cannot be");
    for (const dialog of ["open", "share", "gallery", "help"]) {
      if (dialog === "help" && (await page.locator(".top-more").isVisible())) {
        await page.click(".top-more");
        await look("the settings of a phone");
      }
      await page.click(`[data-does=${dialog}]`);
      await page.waitForSelector("dialog[open]");
      await look(dialog);
      if (dialog === "gallery") {
        await page.click("dialog[open] [data-source=recent]");
        await page.waitForSelector("dialog[open] .remove");
        await look("recent levels");
        await page.click("dialog[open] [data-source=catalogue]");
        await page.click("dialog[open] [data-game='']");
        await page.waitForSelector("dialog[open] [data-does=next]");
        await look("catalogue");
      }
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(faults, []);
  }, { colorScheme, locale, viewport: { width, height: 800 } });
}
