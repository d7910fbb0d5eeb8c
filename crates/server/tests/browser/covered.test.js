// A covered game gives nothing away that its player has not asked for: in links, after a reload, in hints,
// and in what is said about wasted moves.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes, named } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

/** A click in the middle of the first column opens half of it. */
const MINES = "game: mines\n\nEEEEE\nEEMEE\nEEEEE\nMEEEE\n";

/** @param {Workbench} bench */
const mines = async (bench) => (await bench.squares()).filter((name) => /mine/.test(name)).length;

/** @param {Workbench} bench @param {string} text @param {string} [more] */
async function follow(bench, text, more = "") {
  await bench.page.goto(`${bench.url}api`);
  await bench.visit(`${bench.url}#level=${encodeURIComponent(text)}${more}`);
}

onPage("a link to a covered level opens it covered, and one to Draw opens Draw", async (bench) => {
  // Whatever is shown on the way is seen, too.
  await bench.page.addInitScript(() => {
    const seen = /** @type {any} */ (window);
    seen.mines = 0;
    new MutationObserver(() => (seen.mines += document.querySelectorAll("[role=gridcell][aria-label*=mine]").length)).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await follow(bench, MINES);
  await bench.entered("play");
  await bench.verdict();
  assert.equal(await mines(bench), 0);
  assert.equal(await bench.page.evaluate(() => /** @type {any} */ (window).mines), 0, "never, not even for a moment");
  await follow(bench, MINES, "&mode=draw");
  await bench.entered("draw");
  await comes(() => mines(bench), 2);
  await follow(bench, "game: mines\nmines: 2\n\n???\n???\n");
  await bench.entered("draw");
});

onPage("a shared link names the mode, and so does the address of a link", async (bench) => {
  await follow(bench, MINES);
  await bench.entered("play");
  await bench.page.click("[data-does=share]");
  await comes(() => bench.page.inputValue("#share-link"), /&mode=play$/);
  await bench.page.keyboard.press("Escape");
  await bench.mode("watch");
  assert.match(bench.page.url(), /&mode=watch$/);
  await bench.page.reload();
  await bench.entered("watch");
});

onPage("a reload keeps the game: its mode, its moves, and its flags", async (bench) => {
  await bench.load(MINES);
  await bench.entered("play");
  await bench.stroke([[0, 0]]);
  await comes(() => bench.read(".score"), /^clicks 1 /);
  await bench.stroke([[0, 4]]);
  await bench.stroke([[1, 2]], "right");
  await comes(() => bench.read(".score"), /^clicks 2 .*flags 1 of 2$/);
  await bench.page.keyboard.press("z");
  await comes(() => bench.read(".score"), /^clicks 1 /);
  await bench.page.reload();
  await bench.entered("play");
  await comes(() => bench.read(".score"), /^clicks 1 .*flags 1 of 2$/);
  assert.equal(await mines(bench), 0);
  await bench.page.keyboard.press("y");
  await comes(() => bench.read(".score"), /^clicks 2 /);
});

onPage("a reload keeps a game of steps, too, and that of a link", async (bench) => {
  const links = "game: portals\n\n....\n....\n....\n";
  for (const open of [() => bench.load("game: portals\n\n....\n....\n"), () => follow(bench, links, "&mode=play")]) {
    await open();
    await bench.mode("play");
    await bench.page.keyboard.press("ArrowRight");
    await bench.page.keyboard.press("ArrowRight");
    await comes(() => bench.read(".score"), /^seconds 2 /);
    await bench.page.reload();
    await bench.entered("play");
    await comes(() => bench.read(".score"), /^seconds 2 /);
    await bench.page.keyboard.press("z");
    await comes(() => bench.read(".score"), /^seconds 1 /);
  }
});

onPage("levels from a text, from the gallery and by their game open covered", async (bench) => {
  await bench.choose("mines");
  await bench.entered("play");
  await bench.verdict();
  assert.equal(await mines(bench), 0);
  await bench.mode("draw");
  await bench.page.click("[data-does=gallery]");
  await bench.page.locator("dialog[open] .card-button").nth(2).click();
  await bench.entered("play");
  await bench.verdict();
  assert.equal(await mines(bench), 0);
  await bench.mode("watch");
  await bench.load(MINES);
  await bench.entered("play");
  assert.equal(await mines(bench), 0);
});

onPage("mines that were shown of one level are covered in the next", async (bench) => {
  await bench.load(MINES);
  await bench.entered("play");
  const show = bench.page.getByRole("button", { name: "Show mines" });
  await show.click();
  await comes(() => mines(bench), 2);
  await bench.load("game: mines\n\nEEM\nMEE\n");
  await comes(async () => (await bench.squares()).length, 6);
  await bench.verdict();
  assert.equal(await mines(bench), 0);
  assert.equal(await show.getAttribute("aria-pressed"), "false");
});

onPage("one's own drawing stays in Draw", async (bench) => {
  await bench.choose("mines");
  await bench.fresh(2);
  await bench.take("mine");
  await bench.stroke([[0, 0]]);
  await bench.choose("snake");
  await bench.choose("mines");
  await bench.entered("draw");
  await bench.page.reload();
  await bench.entered("draw");
  await comes(() => mines(bench), 1);
});

onPage("only a coached player hears of wasted clicks", async (bench) => {
  await bench.load(MINES);
  await bench.entered("play");
  const asked = bench.page.waitForRequest(/\/api\/v1\/why\?/, { timeout: 0 }).then(() => "asked", () => "");
  await bench.stroke([[0, 1]]);
  await comes(() => bench.read(".score"), /^clicks 1 /);
  await bench.rated();
  assert.equal(await bench.page.locator(".cost").count(), 0);
  await bench.page.getByRole("button", { name: "Coach" }).click();
  assert.equal(await asked, "asked", "only now");
  await comes(() => bench.read(".cost"), /^The optimum was lost at move 1/);
  await bench.page.reload();
  await comes(() => bench.read(".cost"), /^The optimum was lost at move 1/, "the choice is kept");
  await bench.page.getByRole("button", { name: "Coach" }).click();
  await comes(() => bench.page.locator(".cost").count(), 0);
  assert.equal(await bench.page.locator("fewest-moves .loss-ground").count(), 0);
});

onPage("coaching is switched off where nothing is covered, too, and stays so", async (bench) => {
  await bench.load("game: portals\n\n....\n....\n....\n");
  await bench.mode("play");
  for (const key of ["ArrowRight", "ArrowLeft"]) await bench.page.keyboard.press(key);
  await comes(() => bench.read(".cost"), /^The optimum was lost at move 2/);
  await bench.page.getByRole("button", { name: "Coach" }).click();
  await comes(() => bench.page.locator(".cost, fewest-moves .loss-ground").count(), 0);
  await bench.page.reload();
  await bench.entered("play");
  await bench.page.keyboard.press("ArrowRight");
  await comes(() => bench.read(".score"), /^seconds 3 /);
  assert.equal(await bench.page.locator(".cost").count(), 0);
});

onPage("a hint in a covered game goes by what can be seen", async (bench) => {
  await bench.load(MINES);
  await bench.entered("play");
  const guidance = async () => bench.ask("hint", "blind=true&after=" + (await bench.page.locator("fewest-moves button:not(.is-undone)").count() ? "0,0" : ""));
  await bench.page.keyboard.press("h");
  const first = await guidance();
  assert.equal(first.verdict, "guess", "nothing can be known before the first click");
  await comes(() => bench.read(".outcome"), new RegExp(`^Open ${named(first.move)}: (safe|it wins) with a chance of `));
  await bench.stroke([[0, 0]]);
  await comes(() => bench.read(".score"), /^clicks 1 /);
  await comes(() => bench.read(".outcome"), "");
  await bench.page.keyboard.press("h");
  const second = await guidance();
  const place = named(second.move);
  await comes(() => bench.read(".outcome"), new RegExp(`^Open ${place}: `));
  const [row, column] = second.move.split(",").map(Number);
  await comes(() => bench.square([row, column]), /covered, best move$/);
});

onPage("the picture that a player shares is covered, and so is the text beside the link", async (bench) => {
  await bench.load(MINES);
  await bench.entered("play");
  const [asked] = await Promise.all([bench.page.waitForRequest(/\/api\/v1\/draw\?/), bench.page.click("[data-does=share]")]);
  assert.equal(asked.postData(), "game: mines\nmines: 2\n\n?????\n?????\n?????\n?????\n");
  assert.equal(await bench.page.locator("#share-text").isVisible(), false);
  const shows = bench.page.locator("dialog[open]").getByLabel("shows");
  const [open] = await Promise.all([bench.page.waitForRequest(/\/api\/v1\/draw\?/), shows.selectOption("")]);
  assert.equal(open.postData(), MINES);
});

onPage("a recent level that was opened to be played opens covered again", async (bench) => {
  await bench.load(MINES);
  await bench.choose("snake");
  await bench.mode("draw");
  await bench.page.click("[data-does=gallery]");
  await bench.page.click("dialog[open] [data-source=recent]");
  await bench.page.locator("dialog[open] .card-button").first().click();
  await bench.entered("play");
  assert.equal(await bench.text(), MINES);
  assert.equal(await mines(bench), 0);
});

onPage("a link to a mode that the game does not have opens the level as usual", async (bench) => {
  await follow(bench, MINES, "&mode=odds");
  await bench.entered("play");
  assert.equal(await mines(bench), 0);
});

onPage("the keys of the browser set no flags", async (bench) => {
  await bench.load(MINES);
  await bench.entered("play");
  await comes(() => bench.read(".score"), /flags 0 of 2$/);
  await bench.page.locator(".stage-board [role=gridcell]").first().focus();
  await bench.page.keyboard.press("Control+f");
  await bench.page.keyboard.press("ArrowRight");
  await bench.page.keyboard.press("f");
  await comes(() => bench.read(".score"), /flags 1 of 2$/);
  assert.equal(await bench.square([0, 0]), "row 1, column 1: covered");
});

onPage("a chord is one move on a board with more moves than a list keeps", async (bench) => {
  const rows = Array.from({ length: 30 }, (_, row) => (row % 2 ? "E".repeat(30) : "EM".repeat(15)));
  await bench.load(`game: mines\nclicks: all\n\n${rows.join("\n")}\n`);
  await bench.entered("play");
  await comes(() => bench.read(".score"), /^clicks 0 /);
  await bench.stroke([[0, 1]], "right");
  await comes(() => bench.read(".score"), /^clicks 1 /, "a flag is a move");
});
