// A catalogue that is served: offered beside the levels that ship, page by page, and opened.

import assert from "node:assert/strict";
import { CATALOGUE } from "./catalogue.js";
import { onPage, serveWith } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

serveWith("--catalogue", CATALOGUE);

/** Opens the catalogue, with the levels of all games. @param {Workbench} bench */
async function opened({ page }) {
  await page.click("[data-does=gallery]");
  await page.click("dialog[open] [data-source=catalogue]");
  await page.click("dialog[open] [data-game='']");
  const cards = page.locator("dialog[open] [data-level]");
  const told = () => page.locator("dialog[open] [role=status]").textContent();
  return { cards, told };
}

onPage("a catalogue is offered page by page", async (bench) => {
  const { cards, told } = await opened(bench);
  const previous = bench.page.locator("dialog[open] [data-does=previous]");
  const next = bench.page.locator("dialog[open] [data-does=next]");
  await comes(told, "1 to 24 of 30");
  assert.equal(await cards.count(), 24);
  assert.ok(await previous.isDisabled());
  await next.click();
  await comes(told, "25 to 30 of 30");
  assert.equal(await cards.count(), 6);
  assert.ok(await next.isDisabled());
  await previous.click();
  await comes(told, "1 to 24 of 30");
  assert.ok(await previous.isDisabled());
});

onPage("its levels are found by game, par and difficulty", async (bench) => {
  const all = await (await fetch(`${bench.url}api/v1/catalogue?limit=100`)).json();
  const { cards, told } = await opened(bench);
  const { game } = all.levels[0];
  const ofIt = all.levels.filter((/** @type {any} */ level) => level.game === game);
  await bench.page.click(`dialog[open] [data-game="${game}"]`);
  await comes(told, `${ofIt.length} levels`);
  assert.equal(await cards.count(), ofIt.length);
  assert.ok(await bench.page.locator("dialog[open] [data-does=next]").isHidden());
  await bench.page.click("dialog[open] [data-game='']");
  await bench.page.fill("#catalogue-difficulty", "7..");
  await bench.page.keyboard.press("Enter");
  await comes(told, "2 levels");
  await bench.page.fill("#catalogue-difficulty", "");
  await bench.page.fill("#catalogue-par", "0..3");
  await bench.page.keyboard.press("Enter");
  const short = all.levels.filter((/** @type {any} */ level) => level.fewest !== null && level.fewest <= 3);
  await comes(told, `${short.length} levels`);
});

onPage("a level of the catalogue has its picture, and opens", async (bench) => {
  const all = await (await fetch(`${bench.url}api/v1/catalogue?limit=100`)).json();
  const { cards } = await opened(bench);
  await comes(() => cards.first().locator("fewest-board svg").count(), 1);
  const { title, rows, columns, fewest } = all.levels[3];
  await cards.nth(3).locator("button").click();
  await comes(() => bench.page.locator("input.title").inputValue(), title);
  assert.equal((await bench.squares()).length, rows * columns);
  assert.equal(await bench.verdict(), fewest === null ? "impossible" : `par ${fewest}`);
  // What ships is still there, and where one was is remembered.
  await bench.page.click("[data-does=gallery]");
  await comes(() => bench.page.locator("dialog[open] h2").textContent(), "Levels of the catalogue");
  await bench.page.click("dialog[open] [data-source=shipped]");
  await comes(() => bench.page.locator("dialog[open] h2").textContent(), "Levels that ship with fewest");
});

onPage("the catalogue speaks Chinese", async (bench) => {
  const { told } = await opened(bench);
  await comes(told, "第 1 至 24 个，共 30 个");
  assert.equal(await bench.page.locator("[data-source=catalogue]").textContent(), "关卡目录");
}, { locale: "zh-CN" });
