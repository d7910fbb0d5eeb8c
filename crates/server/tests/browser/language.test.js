// English and Chinese, light and dark, switched in place: nothing of the other is left, nothing is lost.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

/** Words that are the same in every language: names, formats, keys. */
const SAME = /\b(fewest|SVG|PNG|GIF|LeetCode|JSON|POJ|Codeforces|Jisuanke|MovingAI|English|Ctrl|Alt|Shift|Tab|Home|End|Enter|Esc|Escape|Space|Delete|Backspace|PageUp|PageDown|ms|mbf|map|API|solve)\b/g;

/**
 * Every text that somebody may see or hear, on the page or in some parts of it.
 * @param {Workbench} bench @param {string} within
 * @returns {Promise<string[]>}
 */
function texts(bench, within) {
  return bench.page.evaluate((within) => {
    /** @type {string[]} */
    const found = [document.title];
    for (const part of document.querySelectorAll(within)) {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node instanceof Element ? node : node.parentElement;
        // What somebody wrote, and what says its own language, may be in any.
        if (!element || element.closest("noscript, script, [data-does=language], [data-announce], .toast, dialog:not([open])")) continue;
        if (!element.checkVisibility() && !element.closest("option, datalist")) continue;
        if (node instanceof Text) found.push(node.data.trim());
        else if (element instanceof HTMLElement || element instanceof SVGElement) {
          for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-roledescription"]) found.push(element.getAttribute(name)?.trim() ?? "");
        }
      }
    }
    return [...new Set(found)].filter((text) => text !== "");
  }, within);
}

/** Goes through everything that the page shows of every game. @param {Workbench} bench @param {(where: string, within?: string) => Promise<void>} look */
async function everywhere(bench, look) {
  const games = await bench.page.locator("#game option").evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
  for (const game of games) {
    await bench.choose(game);
    const modes = await bench.page.locator("[data-mode]").evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute("data-mode") ?? ""));
    for (const mode of modes) {
      await bench.mode(mode);
      for (const sight of mode === "watch" ? ["film", "search", "heat"] : [""]) {
        if (sight) await bench.page.click(`[data-sight=${sight}]`);
        await look(`${game}, ${sight || mode}`);
      }
    }
    await bench.mode("draw");
    for (const tool of await bench.page.locator("[data-tool]").all()) {
      await tool.click();
      await look(`${game}, a tool`, "#tool-hint, fewest-palette");
    }
  }
}

/** The levels that ship. @param {Workbench} bench @returns {Promise<import("../../web/types.js").Sample[]>} */
async function shipped(bench) {
  return (await fetch(`${bench.url}api/v1/levels`)).json();
}

/** Looks at every dialog. @param {Workbench} bench @param {(where: string) => Promise<void>} look */
async function everyDialog(bench, look) {
  for (const dialog of ["open", "share", "gallery", "help"]) {
    await bench.page.click(`[data-does=${dialog}]`);
    await bench.page.waitForSelector(`dialog[open] ${dialog === "gallery" ? "[data-level]" : ""}`);
    await look(dialog);
    await bench.page.keyboard.press("Escape");
  }
}

onPage("no English is left on the Chinese page, and no Chinese on the English one", async (bench) => {
  const words = await (await fetch(`${bench.url}words/zh.json`)).json();
  const isEnglish = (/** @type {string} */ text) => {
    if (Object.hasOwn(words, text) && words[text] !== text) return true;
    // Glyphs and moves are single letters; a word has three.
    return /[A-Za-z]{3}/.test(text.replace(/`[^`]*`/g, "").replace(SAME, ""));
  };
  // Some levels that ship have Chinese titles in every language.
  const titles = new Set((await shipped(bench)).map(({ title }) => title));
  const strange = { zh: isEnglish, en: (/** @type {string} */ text) => /\p{Script=Han}/u.test(text) && !titles.has(text.replace(/ – fewest$/, "")) };
  const speak = async (/** @type {"en" | "zh"} */ language) => {
    await bench.page.click("[data-does=language]");
    await comes(() => bench.page.getAttribute("html", "lang"), language);
  };
  const look = async (/** @type {"en" | "zh"} */ language, /** @type {string} */ where, within = "body") => {
    await bench.verdict();
    // What the server says in the other language comes a moment later.
    await comes(async () => (await texts(bench, within)).filter((text) => strange[language](text) || /^(searching|搜索中)…/.test(text)), [], `${where}, ${language}`);
  };
  await everywhere(bench, async (where, within) => {
    await look("zh", where, within);
    if (within) return;
    await speak("en");
    await look("en", where);
    await speak("zh");
    await look("zh", where);
  });
  await everyDialog(bench, (dialog) => look("zh", dialog));
  await speak("en");
  await everyDialog(bench, (dialog) => look("en", dialog));
}, { locale: "zh-CN" });

onPage("the language is switched in place, and everything else stays", async (bench) => {
  await bench.load("game: snake\ntitle: 墙\n\n##...\n..1#@\n432#.\n...#.\n");
  const text = await bench.text();
  await bench.mode("play");
  await bench.page.keyboard.press("ArrowUp");
  await comes(() => bench.read(".score"), "moves 1 · par 4");
  await comes(() => bench.read(".cost"), "No move wasted so far.");
  await bench.rated();
  const before = await bench.squares();
  /** @type {string[]} */
  const asked = [];
  bench.page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
  await bench.page.click("[data-does=language]");
  await comes(() => bench.page.locator("html").getAttribute("lang"), /^zh/);
  await comes(async () => /\p{Script=Han}/u.test(await bench.read(".score")), true);
  assert.match(await bench.read(".score"), /1.*4/, "the move is still made");
  await comes(async () => (await bench.squares()).every((name) => /\p{Script=Han}/u.test(name)), true);
  assert.equal(await bench.text(), text);
  assert.deepEqual(asked, [], "what has no words is not asked for again");
  await bench.visit();
  await comes(() => bench.page.locator("html").getAttribute("lang"), /^zh/, "the choice is kept");
  assert.equal(await bench.text(), text);
  await bench.page.click("[data-does=language]");
  await comes(() => bench.page.locator("html").getAttribute("lang"), "en");
  await bench.mode("play");
  await bench.page.keyboard.press("ArrowUp");
  await comes(() => bench.squares(), before, "the same board in the same words");
});

onPage("what is wrong with a board is told in Chinese too", async (bench) => {
  await bench.choose("snake");
  await bench.fresh();
  await comes(async () => /\p{Script=Han}/u.test(await bench.read(".par-headline")), true);
  await comes(async () => /^[^A-Za-z]+$/.test(await bench.read(".par-words")), true);
}, { locale: "zh-CN" });

onPage("the levels that ship have Chinese names, which a level's text keeps in English", async (bench) => {
  const levels = await shipped(bench);
  const words = await (await fetch(`${bench.url}words/zh.json`)).json();
  const called = levels.map(({ title }) => words[title ?? ""] ?? title);
  assert.ok(called.every((title) => /\p{Script=Han}/u.test(title)), called.join());
  await bench.page.click("[data-does=gallery]");
  await bench.page.click("dialog[open] [data-game='']");
  const names = bench.page.locator("dialog[open] .card-button strong");
  await comes(() => names.allInnerTexts(), called);
  await names.first().click();
  const title = levels[0].title ?? "";
  assert.equal(await bench.page.inputValue("input.title"), words[title]);
  assert.match(await bench.page.title(), new RegExp(`^${words[title]} – fewest$`));
  assert.match(await bench.text(), new RegExp(`^title: ${title}$`, "m"));
}, { locale: "zh-CN" });

onPage("a title that happens to be a word of the page stays as it was written", async (bench) => {
  await bench.load("game: curling\ntitle: Levels\n\nS.G\n");
  assert.equal(await bench.page.inputValue("input.title"), "Levels");
  assert.equal(await bench.page.title(), "Levels – fewest");
}, { locale: "zh-CN" });

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
