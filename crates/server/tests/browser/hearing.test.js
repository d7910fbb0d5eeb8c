// For those who hear the page: the board is a labelled grid, and what changes is announced.

import assert from "node:assert/strict";
import { vast } from "./boards.js";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

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
