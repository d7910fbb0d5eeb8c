// What leaves the page: the link, level text, a judge's input, pictures and films; and links that somebody made
// by hand.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { WALL } from "./boards.js";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

const TITLED = WALL.replace("\n\n", "\ntitle: Round the wall\n\n");

/** @param {Workbench} bench @param {string} text */
async function share(bench, text) {
  await bench.load(text);
  await bench.verdict();
  await bench.page.click("[data-does=share]");
  await bench.page.waitForSelector("dialog[open]");
}

/** The file that a button hands over. @param {Workbench} bench @param {string} name */
async function download(bench, name) {
  const [file] = await Promise.all([bench.page.waitForEvent("download"), bench.page.locator("dialog[open]").getByRole("button", { name, exact: true }).click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(/** @type {string} */ (await file.path())) };
}

/** @param {Workbench} bench @param {string} format */
async function picture(bench, format) {
  await bench.page.locator("dialog[open]").getByLabel("format").selectOption(format);
  return download(bench, "Download");
}

onPage("the level text and the judge's input", async (bench) => {
  await share(bench, TITLED);
  const level = await download(bench, "Save level text");
  assert.equal(level.name, "round-the-wall.txt");
  assert.equal(level.bytes.toString(), TITLED);
  const judge = await download(bench, "Save judge input");
  assert.equal(judge.bytes.toString(), "4 5\n##...\n..1#@\n432#.\n...#.\n");
});

onPage("the link and the texts are copied", async (bench) => {
  await bench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await share(bench, TITLED);
  const copied = () => bench.page.evaluate(() => navigator.clipboard.readText());
  const copy = (/** @type {string} */ name) => bench.page.locator("dialog[open]").getByRole("button", { name, exact: true }).click();
  await copy("Copy the link");
  await comes(copied, await bench.page.locator("#share-link").inputValue());
  await copy("Copy level text");
  await comes(copied, TITLED);
  await copy("Copy judge input");
  await comes(copied, "4 5\n##...\n..1#@\n432#.\n...#.\n");
});

onPage("pictures and a film", async (bench) => {
  let drawn = 0;
  bench.page.on("request", (request) => (drawn += /\/api\/v1\/draw\?/.test(request.url()) ? 1 : 0));
  await share(bench, TITLED);
  const svg = await picture(bench, "svg");
  assert.equal(svg.name, "round-the-wall.svg");
  assert.match(svg.bytes.toString(), /^<svg /);
  const png = (await picture(bench, "png")).bytes;
  assert.deepEqual([...png.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  assert.ok(width >= 200 && Math.abs(width / height - 5 / 4) < 0.15, `${width} by ${height} for 5 by 4 squares`);
  const gif = (await picture(bench, "gif")).bytes;
  assert.equal(gif.subarray(0, 6).toString("latin1"), "GIF89a");
  const frames = gif.toString("latin1").split("\x21\xf9\x04").length - 1;
  assert.ok(frames >= 5, `${frames} pictures for the start and 4 moves`);
  await comes(() => bench.page.locator("dialog[open] img").evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth > 0), true, "and a look at it before");
  assert.equal(drawn, 4, "one for the first look and one for each choice: what is saved was seen");
});

onPage("a board that is no level yet has a link, and says why it has no picture", async (bench) => {
  await share(bench, "game: snake\n\n12.\n...\n");
  await comes(() => bench.read("dialog[open] [role=alert]"), /^There is no apple: /);
  const link = await comes(() => bench.page.locator("#share-link").inputValue(), /#/);
  await bench.page.keyboard.press("Escape");
  await bench.choose("mines");
  await bench.page.goto(link);
  await comes(() => bench.text(), "game: snake\n\n12.\n...\n");
});

onPage("a link opened over a drawing can be taken back", async (bench) => {
  await bench.load("game: curling\n\nS.G\n");
  await bench.page.goto(`${bench.url}#level=${encodeURIComponent(TITLED)}`);
  await comes(() => bench.text(), TITLED);
  await bench.page.keyboard.press("Control+z");
  await comes(() => bench.text(), "game: curling\n\nS.G\n");
});

onPage("a link says who can open it, and the level's text stands beside it", async (bench) => {
  await share(bench, TITLED);
  assert.match(await bench.read("#share-who"), /^Only this computer can open the link/);
  assert.equal(await bench.page.inputValue("#share-text"), TITLED);
  const other = await bench.page.context().newPage();
  /** @type {[string, RegExp][]} */
  const hosts = [
    ["localhost", /^Only this computer/],
    ["192.168.1.7", /^Anyone in the same network as 192\.168\.1\.7/],
    ["172.20.0.9", /^Anyone in the same network/],
    ["desk.local", /^Anyone in the same network/],
    ["172.32.0.1", /^Anyone who can reach/],
    ["fewest.example.org", /^Anyone who can reach fewest\.example\.org/],
  ];
  for (const [host, told] of hosts) {
    // The page believes that it was loaded from there.
    await other.route(`http://${host}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const headers = Object.fromEntries(Object.entries(route.request().headers()).filter(([name]) => name !== "origin"));
      const response = await route.fetch({ url: new URL(pathname + search, bench.url).href, headers });
      await route.fulfill({ response });
    });
    await other.goto(`http://${host}/`);
    await other.click("[data-does=share]");
    await comes(() => other.locator("#share-who").innerText(), told, host);
    // Questions about the level may be on their way still.
    await other.unrouteAll({ behavior: "ignoreErrors" });
  }
});

/** A tab where nothing but the link was ever open. @param {import("./workbench.js").Workbench} bench @param {string} text */
async function follow(bench, text) {
  await bench.page.goto("about:blank");
  await bench.visit(`${bench.url}#level=${encodeURIComponent(text)}`);
}

onPage("a link to what is no level says so, and leaves the page as it was", async (bench) => {
  const before = await bench.text();
  for (const text of ["hello", "game: chess\n\n..\n", "game: snake\n\n1@.\n..\n"]) {
    await follow(bench, text);
    await comes(() => bench.read("dialog[open] .fault"), /\S/);
    assert.doesNotMatch(await bench.read("dialog[open] .fault"), /--/, "no flag of the command");
    assert.equal(await bench.page.inputValue("#open-text"), text);
    assert.equal(await bench.text(), before);
  }
  await follow(bench, "");
  await comes(() => bench.read("[data-toasts]"), /The link is broken/);
  assert.match(await bench.verdict(), /^par/);
});

onPage("a link may hold any text that is read, and several levels", async (bench) => {
  await follow(bench, "[[-1,-1],[-1,3]]");
  await comes(() => bench.text(), /^game: ladders\n/);
  await comes(() => bench.rows(), [". .", ". 3"]);
  await follow(bench, "game: curling\ntitle: First\n\nS.G\n---\ngame: curling\ntitle: Second\n\nG.S\n");
  await bench.page.getByRole("button", { name: "Second" }).click();
  await comes(() => bench.rows(), ["G.S"]);
});
