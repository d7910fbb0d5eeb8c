// Where things stand: on a phone upright and on its side, on other screens, and with large letters.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

const PORTALS = "game: portals\n\n.........\n.A#....B.\n..####...\n..#......\n..#.BA...\n.........\n....#....\n....#..##\n....#....\n";
const SNAKE = "game: snake\n\n...#...\n.1.#.@.\n.2.#...\n.3.#...\n.45....\n";
const LADDERS = "game: ladders\n\n .  .  .  .  .  .\n .  .  .  .  .  .\n .  .  .  .  .  .\n . 35  .  . 13  .\n .  .  .  .  .  .\n . 15  .  .  .  .\n";
const MINES = "game: mines\n\nEEEEEEEEE\nEEEEEEEEE\nEEMEEEEEE\nEEEEEEEEE\nEEEEEEEEE\nEEEEEEMEE\nEEEEEEEEE\nEEEEEEEEE\nEEEEEEEEE\n";

/** What must be seen at once, for each level, mode and sight. @type {[level: string, mode: string, sight: string, parts: string[]][]} */
const TOGETHER = [
  [PORTALS, "watch", "film", [".caption", ".transport-buttons", ".transport-line"]],
  [PORTALS, "watch", "search", [".caption", ".transport-buttons", ".transport-line"]],
  [SNAKE, "watch", "film", [".caption", ".transport-buttons", ".transport-line"]],
  [PORTALS, "watch", "heat", [".caption", ".legend"]],
  [PORTALS, "play", "", [".score", ".arrows", ".play-tools"]],
  [SNAKE, "play", "", [".score", ".arrows", ".play-tools"]],
  [LADDERS, "play", "", [".score", ".faces", ".play-tools"]],
  [MINES, "play", "", [".score", ".play-tools"]],
];

/**
 * What of these cannot be seen without scrolling: it is off the screen, or something lies over it.
 * @param {Workbench} bench @param {string[]} parts
 */
function unseen({ page }, parts) {
  return page.evaluate((parts) => {
    scrollTo(0, 0);
    const faults = [];
    for (const part of parts) {
      const element = [...document.querySelectorAll(part)].find((element) => element.checkVisibility());
      if (!element) {
        faults.push(`${part} is not there`);
        continue;
      }
      const { left, top, right, bottom, width } = element.getBoundingClientRect();
      const isIn = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
      // The tab bar lies over the bottom of the page.
      const ends = [[left + 2, top + 2], [right - 2, bottom - 2], [left + width / 2, bottom - 2]];
      const isFree = ends.every(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit && (element.contains(hit) || hit.contains(element));
      });
      if (!isIn || !isFree) faults.push(`${part} at ${[left, top, right, bottom].map(Math.round)}`);
    }
    return faults;
  }, parts);
}

/** @param {Workbench} bench @param {string} level @param {string} mode @param {string} sight */
async function show(bench, level, mode, sight) {
  await bench.load(level);
  await bench.verdict();
  await bench.rated();
  await bench.page.locator(`[role=tab][data-mode=${mode}]`).tap();
  await bench.entered(mode);
  if (sight) await bench.page.locator(`[data-sight=${sight}]`).tap();
  if (sight === "heat") await bench.page.waitForSelector(".legend .ends");
  else if (sight) await comes(() => bench.read("fewest-watch .caption"), sight === "film" ? /^step 0/ : /^layer 0/);
  if (mode === "play") await comes(() => bench.read(".score"), / 0 · par/);
}

for (const [width, height] of [[360, 740], [360, 720], [740, 360], [844, 390], [667, 375]]) {
  onPage(`the board is in sight together with what it is played and watched with: ${width} × ${height}`, async (bench) => {
    for (const [level, mode, sight, parts] of TOGETHER) {
      await show(bench, level, mode, sight);
      assert.deepEqual(await unseen(bench, [".stage-board .paper", ...parts]), [], `${level.slice(6, 13)} ${mode} ${sight}`);
      const { width: wide } = (await bench.page.locator(".stage-board .paper").boundingBox()) ?? { width: 0 };
      assert.ok(wide >= 180, `the board is ${wide} pixels wide`);
    }
    if (height < 500) {
      await show(bench, PORTALS, "draw", "");
      assert.deepEqual(await unseen(bench, [".stage-board .paper", "fewest-palette", ".tabs", ".top-actions"]), [], "draw");
      assert.equal(await bench.page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), true, "the page does not scroll");
    }
  }, { viewport: { width, height }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
}

onPage("the settings of a phone are behind a button, and it says whether they are shown", async (bench) => {
  const { page } = bench;
  assert.equal(await page.locator("[data-does=help]").isVisible(), false);
  await page.getByRole("button", { name: "settings" }).tap();
  await page.locator("[data-does=theme]").tap();
  await comes(() => page.locator("[data-does=theme]").isVisible(), true, "it stays, to go on to the next colours");
  await page.locator("[data-does=language]").tap();
  await comes(() => page.getAttribute("html", "lang"), "zh");
  await page.keyboard.press("Escape");
  await comes(() => page.locator("[data-does=help]").isVisible(), false);
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** What sticks out of the window sideways, and which controls of the header are not in sight. @param {Workbench} bench */
function sticksOut({ page }) {
  return page.evaluate(() => {
    const faults = [];
    const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    if (wide > innerWidth) faults.push(`the page is ${wide} pixels wide`);
    for (const element of document.querySelectorAll("body *")) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(".hidden, .skip, .symbols, fewest-board")) continue;
      const { left, right, width } = element.getBoundingClientRect();
      // What scrolls inside may be wider.
      let scroller = element.parentElement;
      while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX)) scroller = scroller.parentElement;
      if (width > 0 && (left < -1 || right > innerWidth + 1) && !scroller?.matches("body *")) faults.push(`${element.tagName}.${element.getAttribute("class")} from ${Math.round(left)} to ${Math.round(right)}`);
    }
    scrollTo(0, 0);
    for (const control of document.querySelectorAll(".top button, .top select")) {
      if (!control.checkVisibility()) continue;
      const { left, top, right, bottom, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const name = control.getAttribute("data-does") ?? control.getAttribute("data-mode") ?? control.id;
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) faults.push(`${name} is outside`);
      else if (!hit || !(control.contains(hit) || hit.contains(control))) faults.push(`${name} is covered by ${hit?.outerHTML.slice(0, 60)}`);
    }
    return faults;
  });
}

for (const size of [16, 24, 32]) {
  for (const locale of ["en-GB", "zh-CN"]) {
    for (const [width, height] of [[1280, 800], [900, 800], [360, 740]]) {
      onPage(`nothing sticks out with letters of ${size} pixels: ${locale}, ${width} × ${height}`, async (bench) => {
        const session = await bench.page.context().newCDPSession(bench.page);
        await session.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: Math.round(size * 0.8) } });
        await bench.visit();
        const root = await bench.page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
        assert.ok(Math.abs(root - (15 / 16) * size) < 0.1, `the letters follow the setting: ${root}`);
        for (const level of [LADDERS, MINES]) {
          await bench.load(level);
          await bench.verdict();
          for (const mode of level === LADDERS ? ["draw", "play", "watch", "odds"] : ["draw", "play"]) {
            await bench.mode(mode);
            assert.deepEqual(await sticksOut(bench), [], `${level.slice(6, 11)}, ${mode}`);
          }
        }
        await bench.mode("watch");
        for (const sight of ["search", "heat"]) {
          await bench.page.click(`[data-sight=${sight}]`);
          await bench.page.waitForSelector("fewest-watch .transport-slider, fewest-watch .legend");
          assert.deepEqual(await sticksOut(bench), [], sight);
        }
      }, { locale, viewport: { width, height } });
    }
  }
}

for (const [width, height] of [[1280, 800], [1024, 600], [768, 1024]]) {
  onPage(`the header is one row, and nothing sticks out: ${width} × ${height}`, async (bench) => {
    for (const mode of ["draw", "play", "watch"]) {
      await bench.mode(mode);
      assert.deepEqual(await sticksOut(bench), [], mode);
    }
    const { height: high } = (await bench.page.locator(".top").boundingBox()) ?? { height: 0 };
    assert.ok(high < 70, `${high} pixels high`);
  }, { viewport: { width, height } });
}
