// Pictures that a level brings along: on boards of SVG as symbols, on large boards on the canvas. No game
// that ships has any, so they are put into what the server answers.

import assert from "node:assert/strict";
import { onPage } from "./on-page.js";
import { comes } from "./workbench.js";

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
