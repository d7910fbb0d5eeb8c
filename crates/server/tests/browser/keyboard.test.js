// Without a pointer: every game drawn from nothing, its par seen, played to the win.

import assert from "node:assert/strict";
import { drawings } from "./drawings.js";
import { onPage } from "./on-page.js";
import { comes, gamesAt, keysFor } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */
/** @typedef {import("./workbench.js").Place} Place */

/** No way from one control to another is longer. */
const MOST_TABS = 120;

/** Goes on by Tab until something has the focus. @param {Workbench} bench @param {string} selector */
async function reach(bench, selector) {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await bench.page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
    await bench.page.keyboard.press("Tab");
  }
  assert.fail(`${selector} is not reached by Tab`);
}

/** Whether the choice of games stands at a game. @param {Workbench} bench @param {string} game */
const isChosen = async (bench, game) => (await bench.page.locator("#game").inputValue()) === game;

/** Moves the board's cursor, from where it is. @param {Workbench} bench @param {Place} place */
async function go(bench, [row, column]) {
  const at = () => bench.page.evaluate(() => {
    const cell = document.activeElement;
    return [Number(cell?.parentElement?.getAttribute("aria-rowindex")) - 1, Number(cell?.getAttribute("aria-colindex")) - 1];
  });
  const [fromRow, fromColumn] = await at();
  for (let step = 0; step < Math.abs(row - fromRow); step += 1) await bench.page.keyboard.press(row > fromRow ? "ArrowDown" : "ArrowUp");
  for (let step = 0; step < Math.abs(column - fromColumn); step += 1) await bench.page.keyboard.press(column > fromColumn ? "ArrowRight" : "ArrowLeft");
  assert.deepEqual(await at(), [row, column]);
}

/** The squares of a straight stroke. @param {Place[]} places @returns {Place[]} */
function along(places) {
  return places.flatMap(([row, column], n) => {
    if (n === 0) return [/** @type {Place} */ ([row, column])];
    const [fromRow, fromColumn] = places[n - 1];
    const [down, across] = [row - fromRow, column - fromColumn];
    const steps = Math.max(Math.abs(down), Math.abs(across));
    return Array.from({ length: steps }, (_, step) => /** @type {Place} */ ([fromRow + (down * (step + 1)) / steps, fromColumn + (across * (step + 1)) / steps]));
  });
}

/** @param {Workbench} bench @param {any} tool @param {Place[]} places */
async function stroke(bench, tool, places) {
  const { keyboard } = bench.page;
  await go(bench, places[0]);
  await keyboard.press("Enter");
  // To the right of the square.
  if (tool.kind === "edge") return;
  if (tool.kind === "path" || tool.kind === "link") {
    for (const place of places.slice(1)) await go(bench, place);
    await keyboard.press("Enter");
    return;
  }
  for (const place of tool.kind === "paint" ? along(places).slice(1) : places.slice(1)) {
    await go(bench, place);
    await keyboard.press("Space");
  }
}

for (const [game, { size: [rows, columns], strokes, board, par, moves }] of Object.entries(drawings)) {
  onPage(`by the keyboard alone: ${game}`, async (bench) => {
    const { keyboard } = bench.page;
    const info = (await gamesAt(bench.url)).find(({ id }) => id === game);
    await reach(bench, "#game");
    await keyboard.press("Home");
    while (!(await isChosen(bench, game))) await keyboard.press("ArrowDown");
    await comes(() => bench.text(), new RegExp(`^game: ${game}\n`));
    await reach(bench, "[data-does=new]");
    await keyboard.press("Enter");
    await reach(bench, "fewest-size input[name=rows]");
    await keyboard.type(String(rows));
    if (!info.board.square) {
      await reach(bench, "fewest-size input[name=columns]");
      await keyboard.type(String(columns));
    }
    await keyboard.press("Tab");
    await reach(bench, "[role=gridcell]");
    for (const [name, places] of strokes) {
      const number = info.tools.findIndex((/** @type {any} */ tool) => tool.name === name);
      await keyboard.press(info.tools[number].key ?? String(number + 1));
      await stroke(bench, info.tools[number], places);
    }
    assert.deepEqual(await bench.rows(), board);
    assert.equal(await bench.verdict(), `par ${par}`);

    await keyboard.press("Alt+2");
    await bench.entered("play");
    for (const move of moves) {
      if (info.play === "squares") {
        await reach(bench, "[role=gridcell]");
        await go(bench, /** @type {Place} */ (move.split(",").map(Number)));
        await keyboard.press("Enter");
      } else {
        for (const key of keysFor(move)) await keyboard.press(key);
      }
    }
    await comes(() => bench.read(".outcome"), /^Won in .*: the fewest there are!$/);
    await keyboard.press("z");
    await comes(() => bench.read(".outcome"), "");
  });
}

onPage("a stroke that is not done yet is given up, and nothing before it", async (bench) => {
  const { keyboard } = bench.page;
  await bench.load("game: snake\n\n123.\n...@\n");
  await bench.take("snake");
  await reach(bench, "[role=gridcell]");
  await go(bench, [1, 0]);
  for (const key of ["Enter", "ArrowRight", "ArrowRight"]) await keyboard.press(key);
  await comes(() => bench.rows(), ["....", "123@"]);
  await keyboard.press("Escape");
  await comes(() => bench.rows(), ["123.", "...@"]);
  await bench.load("game: ladders\n\n. .\n. .\n");
  await bench.take("jump");
  await bench.stroke([[1, 1]]);
  await keyboard.press("Control+z");
  await comes(() => bench.heard(), "Given up.");
  await comes(() => bench.rows(), [". .", ". ."]);
  await bench.stroke([[0, 1]]);
  assert.deepEqual(await bench.rows(), [". .", ". ."], "no jump leads from where one was given up");
});

onPage("the keyboard is trapped nowhere, and where it is can be seen", async (bench) => {
  for (const mode of ["draw", "play", "watch"]) {
    await bench.mode(mode);
    await bench.verdict();
    await bench.page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    const seen = new Set();
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      await bench.page.keyboard.press("Tab");
      const { name, isOnPage, isMarked } = await bench.page.evaluate(() => {
        const element = document.activeElement ?? document.body;
        const { outlineStyle, outlineWidth, boxShadow, stroke } = getComputedStyle(element);
        const isMarked = (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none" || stroke !== "none";
        return { name: element.outerHTML.slice(0, 120), isOnPage: element !== document.body, isMarked };
      });
      if (!isOnPage) break;
      assert.ok(isMarked, `the focus can be seen: ${name}`);
      seen.add(name);
      assert.ok(tabs < MOST_TABS - 1, "Tab leads out of the page");
    }
    assert.ok(seen.size > 10, `${mode} has ${seen.size} stops`);
  }
});

onPage("tabs go by arrows, dialogs close by Escape and give the focus back", async (bench) => {
  const { keyboard } = bench.page;
  await reach(bench, "[role=tab]");
  await keyboard.press("ArrowRight");
  await bench.page.waitForSelector("fewest-play");
  await comes(() => bench.page.evaluate(() => document.activeElement?.id), "tab-play");
  await keyboard.press("ArrowLeft");
  await bench.page.waitForSelector("fewest-draw");
  for (const dialog of ["open", "gallery", "share", "help"]) {
    await reach(bench, `[data-does=${dialog}]`);
    await keyboard.press("Enter");
    await bench.page.waitForSelector("dialog[open]");
    await keyboard.press("Escape");
    await comes(() => bench.page.locator("dialog[open]").count(), 0);
    await comes(() => bench.page.evaluate(() => document.activeElement?.getAttribute("data-does")), dialog);
  }
});

onPage("the way to the board leaves a link in its place", async (bench) => {
  await bench.page.goto(`${bench.url}api`);
  await bench.visit(`${bench.url}#level=${encodeURIComponent("game: curling\n\n2.3\n")}&mode=draw`);
  await bench.page.keyboard.press("Tab");
  await bench.page.locator(".skip").press("Enter");
  assert.match(bench.page.url(), /#level=/);
  assert.equal(await bench.page.evaluate(() => document.activeElement?.id), "board");
});
