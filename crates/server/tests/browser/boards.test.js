// Boards of more squares than are drawn one by one, and boards with pictures that a level brings along.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */
/** @typedef {import("./workbench.js").Place} Place */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIDE = 51;

/** A board with a few things on it. @param {string} game @param {string} empty @param {[row: number, column: number, glyph: string][]} things @param {string} [between] */
function level(game, empty, things, between = "") {
  const cells = Array.from({ length: SIDE }, () => Array.from({ length: SIDE }, () => empty));
  for (const [row, column, glyph] of things) cells[row][column] = glyph;
  return `game: ${game}\n\n${cells.map((row) => row.join(between)).join("\n")}\n`;
}

/** What is drawn on in each game, how it is played, and the places of what must be recognised. @type {Record<string, {text: string, tool: string, move: string | Place, things: Place[]}>} */
const boards = {
  portals: { text: level("portals", ".", [[4, 4, "#"], [8, 8, "A"], [30, 30, "A"]]), tool: "wall", move: "ArrowRight", things: [[0, 0], [4, 4], [8, 8], [SIDE - 1, SIDE - 1]] },
  snake: { text: level("snake", ".", [[5, 5, "1"], [5, 6, "2"], [5, 7, "3"], [8, 5, "@"], [20, 20, "#"]]), tool: "wall", move: "ArrowUp", things: [[5, 5], [5, 6], [8, 5], [20, 20]] },
  curling: { text: level("curling", ".", [[5, 5, "S"], [5, 12, "G"], [5, 20, "#"]]), tool: "block", move: "ArrowRight", things: [[5, 5], [5, 12], [5, 20]] },
  mines: { text: level("mines", "E", [[5, 5, "M"], [30, 30, "M"]]), tool: "mine", move: [5, 6], things: [[5, 5], [30, 30]] },
  slide: { text: level("slide", ".", [[5, 5, "0"], [5, 12, "G"], [5, 13, "#"]]), tool: "block", move: "ArrowRight", things: [[5, 5], [5, 12], [5, 13]] },
  ladders: { text: level("ladders", ".", [[SIDE - 1, 3, "900"]], " "), tool: "jump", move: "1", things: [[SIDE - 1, 0], [0, SIDE - 1]] },
};

/** How much a square stands out from an empty one. @param {Workbench} bench @param {Place} place */
async function contrast(bench, place) {
  const board = bench.page.locator(".stage-board .board-canvas");
  const shot = (await board.screenshot({ animations: "disabled" })).toString("base64");
  return bench.page.evaluate(async ([shot, [row, column], side]) => {
    const bytes = Uint8Array.from(atob(shot), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const size = image.width / side;
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(image.width, image.height).getContext("2d"));
    pen.drawImage(image, 0, 0);
    const [red, green, blue] = pen.getImageData(Math.round(25.5 * size), Math.round(25.5 * size), 1, 1).data;
    const { data } = pen.getImageData(Math.round(column * size), Math.round(row * size), Math.floor(size), Math.floor(size));
    let most = 0;
    for (let at = 0; at < data.length; at += 4) {
      most = Math.max(most, Math.abs(data[at] - red) + Math.abs(data[at + 1] - green) + Math.abs(data[at + 2] - blue));
    }
    return most;
  }, /** @type {const} */ ([shot, place, SIDE]));
}

/** What axe finds. @param {Workbench} bench */
function faults(bench) {
  return bench.page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
    return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`);
  });
}

for (const [game, { text, tool, move, things }] of Object.entries(boards)) {
  onPage(`a board on a canvas is drawn, played and watched: ${game}`, async (bench) => {
    const { page } = bench;
    await page.emulateMedia({ reducedMotion: "reduce" });
    await bench.load(text);
    await bench.mode("draw");
    await bench.verdict();
    assert.equal(await page.locator(".stage-board canvas").count(), 1);
    for (const place of things) assert.ok((await contrast(bench, place)) > 120, `something is seen at ${place}`);
    const before = await bench.text();
    await bench.take(tool);
    await bench.stroke(tool === "jump" ? [[30, 40], [20, 40]] : [[40, 40], [40, 44]]);
    assert.notEqual(await bench.text(), before);
    await page.keyboard.press("Control+z");
    await comes(() => bench.text(), before);

    await bench.mode("play");
    await comes(() => bench.read(".score"), / 0 · /);
    if (typeof move === "string") await page.keyboard.press(move);
    else await bench.stroke([move]);
    await comes(() => bench.read(".score"), / 1 · /);
    if (typeof move !== "string") {
      await bench.stroke([[30, 30]], "right");
      await comes(() => bench.read(".score"), /flags 1 of 2$/);
    }

    await bench.mode("watch");
    await comes(() => bench.read("fewest-watch .caption"), /the start$/);
    await page.keyboard.press("End");
    await comes(() => bench.read("fewest-watch .caption"), /won$/);
    await page.click("[data-sight=search]");
    await comes(() => bench.read("fewest-watch .caption"), /^(layer|move) 0/);
    await page.keyboard.press("ArrowRight");
    await comes(() => bench.read("fewest-watch .caption"), /^(layer|move) 1/);
    await page.click("[data-sight=heat]");
    await comes(async () => (await page.locator("fewest-watch .legend > *").count()) > 0, true);
    await page.evaluate(AXE);
    await bench.verdict();
    assert.deepEqual(await faults(bench), []);
  });
}

onPage("the cursor on a canvas is announced, named, and stays in sight on a zoomed board", async (bench) => {
  await bench.load(boards.portals.text);
  await bench.verdict();
  // The verdict is announced a little later, in the place of what was announced before.
  await comes(() => bench.heard(), /^par /);
  const board = bench.page.locator(".stage-board .board-canvas");
  await board.focus();
  await bench.page.keyboard.press("ArrowDown");
  await comes(() => bench.heard(), "row 2, column 1: empty");
  await comes(() => board.getAttribute("aria-label"), "board of 51 by 51 squares, row 2, column 1");
  for (let step = 0; step < 4; step += 1) await bench.page.getByRole("button", { name: "larger" }).click();
  await board.focus();
  await bench.page.keyboard.press("PageDown");
  await bench.page.keyboard.press("End");
  await comes(() => bench.heard(), `row ${SIDE}, column ${SIDE}: player`.replace("player", "goal"));
  const isInSight = () => bench.page.locator(".stage-board .board-cursor").evaluate((cursor) => {
    const [inner, outer] = [cursor.getBoundingClientRect(), cursor.closest("fewest-board")?.getBoundingClientRect()];
    return outer !== undefined && inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  });
  await comes(isInSight, true);
});

onPage("fifty by fifty squares are still drawn one by one, and one row more is not", async (bench) => {
  const open = (/** @type {number} */ rows) => `game: portals\n\n${`${".".repeat(50)}\n`.repeat(rows)}`;
  await bench.load(open(50));
  assert.equal(await bench.page.locator(".stage-board [role=gridcell]").count(), 2500);
  await bench.load(open(51));
  assert.equal(await bench.page.locator(".stage-board canvas").count(), 1);
  assert.equal(await bench.page.locator(".stage-board [role=gridcell]").count(), 0);
});

const [BROWN, SAND] = ["#663300", "#ddccaa"];
/** Bricks, and a frame over them: its lower row has a hole in the middle. */
const SPRITES = [
  { columns: 2, colours: [BROWN], pixels: [0, 0, 0, 0] },
  { columns: 3, colours: ["#000000", SAND, BROWN], pixels: [1, 1, 1, 1, null, 2] },
];

/** Every square of this text gets both sprites. @param {import("./workbench.js").Workbench} bench @param {string} glyph */
async function picture({ page }, glyph) {
  await page.route("**/api/v1/show*", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (!response.headers()["content-type"]?.startsWith("application/json")) return route.fulfill({ response, body });
    const frame = JSON.parse(body);
    if (frame.view) {
      frame.view.sprites = SPRITES;
      for (const kind of frame.view.kinds) if (kind.text === glyph) kind.pictures = [0, 1];
    }
    return route.fulfill({ response, json: frame });
  });
}

onPage("sprites are symbols over the ground of a square", async (bench) => {
  const { page } = bench;
  await picture(bench, "#");
  await bench.load("game: portals\n\n.#..\n..#.\n");
  const uses = () => page.locator(".stage-board g.sprites > g").evaluateAll((squares) => squares.map((square) => Array.from(square.children, (use) => ["href", "x", "y"].map((name) => use.getAttribute(name)))));
  await comes(async () => (await uses()).length, 2);
  const [[bricks, frame], [below]] = await uses();
  assert.deepEqual([bricks.slice(1), frame.slice(1), below.slice(1)], [["40", "0"], ["40", "0"], ["80", "40"]]);
  assert.equal(below[0], bricks[0]);
  const symbol = (/** @type {string | null} */ href) =>
    page.locator(`[data-symbols] symbol${href}`).evaluate((element) => ({
      box: element.getAttribute("viewBox"),
      paths: Array.from(element.children, (path) => [path.getAttribute("fill"), path.getAttribute("d")]),
    }));
  assert.deepEqual(await symbol(bricks[0]), { box: "0 0 2 2", paths: [[BROWN, "M0 0h2v1h-2zM0 1h2v1h-2z"]] });
  assert.deepEqual(await symbol(frame[0]), {
    box: "0 0 3 2",
    paths: [
      [SAND, "M0 0h3v1h-3zM0 1h1v1h-1z"],
      [BROWN, "M2 1h1v1h-1z"],
    ],
  });
  // The same pictures in another position are the same symbols.
  await bench.load("game: portals\n\n.#..\n....\n");
  await comes(async () => (await uses()).length, 1);
  assert.equal((await uses())[0][0][0], bricks[0]);
  assert.equal(await page.locator("[data-symbols] symbol[id^=sprite-]").count(), 2);
});

onPage("sprites are drawn on the canvas of a large board", async (bench) => {
  const { page } = bench;
  const side = 51;
  await picture(bench, "#");
  const rows = Array.from({ length: side }, () => ".".repeat(side));
  rows[10] = `${".".repeat(10)}#${".".repeat(side - 11)}`;
  await bench.load(`game: portals\n\n${rows.join("\n")}\n`);
  const seen = () =>
    page.locator(".stage-board canvas").first().evaluate((element, side) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      const size = canvas.width / side;
      const hex = (/** @type {number} */ part) => part.toString(16).padStart(2, "0");
      const places = [[0.5, 0.08], [0.5, 0.3], [0.15, 0.7], [0.5, 0.7], [0.85, 0.7]];
      return places.map(([x, y]) => {
        const { data } = pen.getImageData(Math.floor((10 + x) * size), Math.floor((10 + y) * size), 1, 1);
        return `#${hex(data[0])}${hex(data[1])}${hex(data[2])}`;
      }).join(" ");
    }, side);
  await comes(seen, [BROWN, SAND, SAND, BROWN, BROWN].join(" "));
});
