// Levels from outside: pasted, dropped, opened from a file, in every format that is read; and what
// cannot be read, told at its place, with the board left alone.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

/** Pastes as a person does, from the clipboard. @param {Workbench} bench @param {string} text */
async function paste(bench, text) {
  await bench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await bench.page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await bench.page.keyboard.press("Control+v");
}

/** @type {[string, string, string, string, string[]][]} */
const formats = [
  ["level text", "game: snake\ntitle: Pasted\n\n##...\n..1#@\n432#.\n...#.\n", "snake", "par 4", ["##...", "..1#@", "432#.", "...#."]],
  ["LeetCode JSON of ladders", "[[-1,-1],[-1,3]]", "ladders", "par 1", [". .", ". 3"]],
  ["LeetCode JSON of mines", '[["E","E","E"],["E","M","E"]]\n[0,0]\n', "mines", "par 5", ["EEE", "EME"]],
  ["a position of JSMinesweeper", "4x3x3\n01HH\n02HF\n01HH\n", "mines", "Position", ["B1??", "B2?!", "B1??"]],
  ["a position as level text", "game: mines\nmines: 3\n\nB1??\nB2??\nB1??\n", "mines", "Position", ["B1??", "B2??", "B1??"]],
  ["a link of PTTACG", "b=1&m=0d41000088g012000", "mines", "par 24", ["EEEEEEMME", "MEEMEEEEE", "EMEEEEEEE", "EEEEEEEEE", "EEEEEMEEE", "EMEEEMEEE", "EEEEEEEEE", "EMEEEMEEE", "EEEEEEEEE"]],
  ["a judge's curling", "6 1\n1 0 2 1 1 3\n0 0\n", "curling", "par 4", ["#.S##G"]],
  ["a judge's portal maze", "3 3\n.#.\nA#A\n.#.\n", "portals", "par 2", [".#.", "A#A", ".#."]],
  ["a judge's snake", "3 2\n3@\n2#\n1#\n", "snake", "impossible", ["3@", "2#", "1#"]],
  ["a map", "type octile\nheight 2\nwidth 4\nmap\n..@.\n....\n", "portals", "par 4", ["..#.", "...."]],
];

onPage("every format is pasted and recognised", async (bench) => {
  const before = await bench.text();
  for (const [format, text, game, verdict, rows] of formats) {
    await paste(bench, text);
    await comes(() => bench.text(), new RegExp(`^game: ${game}\n`), format);
    await comes(() => bench.rows(), rows, format);
    await comes(() => bench.verdict(), verdict, format);
    await bench.page.keyboard.press("Control+z");
    await comes(() => bench.text(), before, `${format}, one step back`);
  }
});

/** 4 by 2, mines at the first square and the last. */
const MBF = Buffer.from([4, 2, 0, 2, 0, 0, 3, 1]);

onPage("a .mbf file is opened", async (bench) => {
  await bench.page.click("[data-does=open]");
  await bench.page.setInputFiles("#open-file", { name: "small.mbf", mimeType: "application/octet-stream", buffer: MBF });
  await comes(() => bench.text(), "game: mines\n\nMEEE\nEEEM\n");
  assert.equal(await bench.page.locator("dialog[open]").count(), 0);
});

onPage("a file is dropped on the page", async (bench) => {
  await bench.page.evaluate((bytes) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(bytes)], "small.mbf"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, [...MBF]);
  await comes(() => bench.text(), "game: mines\n\nMEEE\nEEEM\n");
});

onPage("of several levels one is chosen", async (bench) => {
  await paste(bench, "game: curling\ntitle: First\n\nS.G\n---\ngame: curling\ntitle: Second\n\nG.S\n");
  const choices = bench.page.locator("dialog[open] .choices button");
  await comes(() => choices.count(), 2);
  await choices.nth(1).click();
  await comes(() => bench.text(), "game: curling\ntitle: Second\n\nG.S\n");
});

onPage("a title that reorders text is shown as it is written", async (bench) => {
  await paste(bench, "game: curling\ntitle: First\n\nS.G\n---\ngame: curling\ntitle: Se\u202econd\n\nG.S\n");
  const choices = bench.page.locator("dialog[open] .choices button");
  await comes(() => choices.count(), 2);
  assert.equal(await choices.nth(1).locator("strong").innerText(), "Se\\u{202e}cond");
  await choices.nth(1).click();
  await comes(() => bench.page.locator(".toast").innerText(), /^Opened: Se\\u\{202e\}cond/);
  await comes(() => bench.text(), "game: curling\ntitle: Se\u202econd\n\nG.S\n");
});

onPage("a text that does not say its game is offered to those that can read it", async (bench) => {
  await bench.choose("curling");
  await paste(bench, "title: Whose?\n\nS.\n.G\n");
  const offer = bench.page.locator("dialog[open] .found button");
  await comes(() => offer.allInnerTexts(), /Curling/);
  await offer.filter({ hasText: "Curling" }).click();
  await comes(() => bench.text(), "game: curling\ntitle: Whose?\n\nS.\n.G\n");
});

/** @type {[string, string, string, string, string][]} */
const faults = [
  ["a row too short", "game: snake\n\n##...\n..1#@\n432#\n", "row 3 has 4 squares, but the first row has 5", "line 5, column 1", "432#"],
  ["a glyph that is none", "game: snake\ntitle: 空 地\n\n12@\n.?.\n", "`?`", "line 5, column 2", "?"],
  ["a note that is none", "game: curling\nthrows: many\n\nS.G\n", "`throws` takes a whole number", "line 2, column 9", "many"],
  ["JSON that ends", "[[-1,-1],[-1", "this is no level text, and no one judge's format fits it", "line 1, column 1", "[[-1,-1],[-1"],
  ["a judge's row", "4 5\n##...\n..1#@\n432#.\n", "this is no level text, and no one judge's format fits it", "line 1, column 1", "4 5"],
  ["a portal without its other end", "game: portals\n\n.A\n..\n", "the portal `A` has no other end", "line 3, column 2", "A"],
];

onPage("every fault is refused at its place", async (bench) => {
  const before = await bench.text();
  const alert = bench.page.locator("dialog[open] [role=alert]");
  for (const [fault, text, told, place, marked] of faults) {
    await paste(bench, text);
    await comes(() => alert.innerText(), /line \d/, fault);
    const said = await alert.innerText();
    assert.ok(said.includes(told), `${fault}: ${said}`);
    assert.ok(said.includes(place), `${fault}: ${said}`);
    assert.equal(await alert.locator("mark").innerText(), marked, fault);
    assert.equal(await bench.page.locator("#open-text").inputValue(), text, `${fault}: the text can be mended`);
    const chosen = await bench.page.locator("#open-text").evaluate((field) => {
      const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (field);
      return value.slice(selectionStart, selectionEnd);
    });
    assert.equal(chosen, marked, `${fault}: it is selected`);
    await bench.page.keyboard.press("Escape");
    await comes(() => bench.page.locator("dialog[open]").count(), 0, fault);
    assert.equal(await bench.text(), before, `${fault}: the board is left alone`);
  }
});

onPage("the fault is selected whatever ends the lines", async (bench) => {
  const buffer = Buffer.from("game: snake\r\ntitle: One\r\n\r\n12@\r\n.?.\r\n");
  await bench.page.click("[data-does=open]");
  await bench.page.setInputFiles("#open-file", { name: "snake.txt", mimeType: "text/plain", buffer });
  await comes(() => bench.read("dialog[open] [role=alert] pre"), ".?.");
  const field = bench.page.locator("textarea#open-text");
  assert.equal(await field.evaluate((/** @type {HTMLTextAreaElement} */ { value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd)), "?");
});

onPage("what was refused is mended in the dialog", async (bench) => {
  await paste(bench, "game: curling\n\nS.g\n");
  await comes(() => bench.read("dialog[open] [role=alert]"), /line 3, column 3/);
  await bench.page.fill("#open-text", "game: curling\n\nS.G\n");
  await bench.page.click("dialog[open] button.primary");
  await comes(() => bench.text(), "game: curling\n\nS.G\n");
  assert.equal(await bench.page.locator("dialog[open]").count(), 0);
});

onPage("a link that was cut is told of, and changes nothing", async (bench) => {
  const before = await bench.text();
  await bench.page.goto(`${bench.url}#z=garbage`);
  await comes(() => bench.read(".toast"), "The link is broken: no level can be read from it.");
  assert.equal(await bench.text(), before);
});

onPage("what was written in the dialog is there again when it is opened again, until it was opened as a level", async (bench) => {
  await bench.page.click("[data-does=open]");
  await bench.page.fill("#open-text", "game: curling\n\nS.");
  await bench.page.keyboard.press("Escape");
  await bench.page.click("[data-does=open]");
  assert.equal(await bench.page.inputValue("#open-text"), "game: curling\n\nS.");
  await bench.page.fill("#open-text", "game: curling\n\nS.G\n");
  await bench.page.click("dialog[open] button.primary");
  await comes(() => bench.rows(), ["S.G"]);
  await bench.page.click("[data-does=open]");
  assert.equal(await bench.page.inputValue("#open-text"), "");
});
