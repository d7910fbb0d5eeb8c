// Light and dark: as the system has it, or as the reader says.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

/** How bright the paper is, from 0 to 255. @param {Workbench} bench */
function paper(bench) {
  return bench.page.locator("body").evaluate((body) => {
    const parts = (getComputedStyle(body).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    return (parts[0] + parts[1] + parts[2]) / 3;
  });
}

/** @param {Workbench} bench */
const isDark = async (bench) => (await paper(bench)) < 100;

onPage("the colours follow the system until the reader chooses", async (bench) => {
  await comes(() => isDark(bench), false);
  await bench.page.emulateMedia({ colorScheme: "dark" });
  await comes(() => isDark(bench), true);
  const floor = () => bench.page.locator(".stage-board .floor").first().evaluate((shape) => getComputedStyle(shape).fill);
  const dark = await floor();
  await bench.page.click("[data-does=theme]");
  await comes(() => isDark(bench), false, "light, whatever the system says");
  assert.notEqual(await floor(), dark);
  await bench.visit();
  assert.equal(await isDark(bench), false, "the choice is kept");
  await bench.page.click("[data-does=theme]");
  await bench.page.emulateMedia({ colorScheme: "light" });
  await comes(() => isDark(bench), true, "dark, whatever the system says");
  await bench.page.click("[data-does=theme]");
  await comes(() => isDark(bench), false, "as the system says, again");
});

onPage("a canvas takes the other colours as well", async (bench) => {
  await bench.page.emulateMedia({ colorScheme: "light" });
  await bench.load(`game: portals\n\n${`${".".repeat(101)}\n`.repeat(101)}`);
  await bench.verdict();
  const pixel = () => bench.page.locator(".stage-board canvas").first().evaluate((canvas) => {
    const { data } = /** @type {CanvasRenderingContext2D} */ (/** @type {HTMLCanvasElement} */ (canvas).getContext("2d")).getImageData(80, 80, 1, 1);
    return (data[0] + data[1] + data[2]) / 3 < 100;
  });
  await comes(pixel, false);
  await bench.page.emulateMedia({ colorScheme: "dark" });
  await comes(pixel, true);
});
