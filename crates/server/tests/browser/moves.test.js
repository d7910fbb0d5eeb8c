// Lists and panels that are longer than their place: they show that there is more.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

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
