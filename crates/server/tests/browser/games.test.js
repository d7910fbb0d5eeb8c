// Every game from nothing to a shared link, by the mouse and the keys that players use: drawn, its
// par seen, played, won, taken back, its solution and its search watched, its link opened elsewhere.

import assert from "node:assert/strict";
import { drawings } from "./drawings.js";
import { onPage, server, withPage } from "./on-page.js";
import { ARROWS, comes, gamesAt, keysFor, named } from "./workbench.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */

for (const info of await gamesAt(await server())) {
  onPage(`${info.title}: drawn, played, watched and shared`, async (bench) => {
    const drawn = drawings[info.id];
    assert.ok(drawn, `drawings.js says what to draw for ${info.id}`);
    const { par, moves } = drawn;
    await bench.choose(info.id);
    await draw(bench, info, drawn);
    assert.equal(await bench.verdict(), `par ${par}`);

    await bench.mode("play");
    const score = (/** @type {number} */ n) => new RegExp(`^${info.unit.many} ${n} · par ${par}( |$)`);
    for (const [n, move] of moves.entries()) {
      await comes(() => bench.read(".score"), score(n));
      await play(bench, info.play, move);
    }
    await comes(() => bench.read(".score"), score(par));
    await comes(() => bench.read(".outcome"), `Won in ${par} ${info.unit.many}: the fewest there are!`);
    const won = await bench.squares();
    await bench.page.keyboard.press("z");
    await comes(() => bench.read(".score"), score(par - 1), "undo goes back past the win");
    await comes(() => bench.read(".outcome"), "");
    await bench.page.keyboard.press("y");
    await comes(() => bench.read(".outcome"), /^Won/);

    await bench.mode("watch");
    await film(bench, info.play, drawn);
    assert.deepEqual(await bench.squares(), won, "the film ends where the game ended");
    await search(bench);
    await share(bench);
  });
}

/** @param {Workbench} bench @param {any} info @param {import("./drawings.js").Drawn} drawn */
async function draw(bench, info, { size: [rows, columns], strokes, board }) {
  await bench.fresh(rows, info.board.square ? undefined : columns);
  for (const [tool, places] of strokes) {
    await bench.take(tool);
    await bench.stroke(places);
  }
  assert.deepEqual(await bench.rows(), board);
}

/** @param {Workbench} bench @param {string} kind @param {string} move */
async function play(bench, kind, move) {
  if (kind === "squares") await bench.stroke([/** @type {[number, number]} */ (move.split(",").map(Number))]);
  else for (const key of keysFor(move)) await bench.page.keyboard.press(key);
}

/** Forwards through the solution, back by one, and to its end. @param {Workbench} bench @param {string} kind @param {import("./drawings.js").Drawn} drawn */
async function film(bench, kind, { par }) {
  const { moves } = await bench.ask("solve");
  const told = moves.map((/** @type {string} */ move) => (kind === "squares" ? named(move) : (ARROWS[move] ?? move)));
  const press = (/** @type {string} */ name) => bench.page.getByRole("button", { name, exact: true }).click();
  const caption = () => bench.read("fewest-watch .caption");
  await comes(caption, `step 0 of ${par} · the start`);
  for (let at = 1; at <= par; at += 1) {
    await press("Forward");
    await comes(caption, `step ${at} of ${par} · ${told[at - 1]}${at === par ? " · won" : ""}`);
  }
  await press("Back");
  await comes(caption, new RegExp(`^step ${par - 1} of ${par} · `));
  await press("First");
  await comes(caption, /the start$/);
  await press("Last");
  await comes(caption, /· won$/);
}

/** Through the layers of the search to the win, and all the way back. @param {Workbench} bench */
async function search(bench) {
  const { layers, won_at } = await bench.ask("layers");
  await bench.page.click("[data-sight=search]");
  const told = layers.map((/** @type {any} */ { depth, positions, squares }) => {
    const counted = positions === 1 ? "1 position" : `${positions.toLocaleString("en")} positions`;
    return `layer ${depth}: ${counted}, squares lit: ${squares.length}`;
  });
  const lit = () => bench.page.locator(".stage-board .mark-frontier").count();
  const stands = async (/** @type {number} */ at) => {
    await comes(() => bench.read("fewest-watch .caption"), told[at]);
    assert.equal(await lit(), layers[at].squares.length, `the squares that layer ${at} reaches are lit`);
  };
  await stands(0);
  for (let at = 1; at < layers.length; at += 1) {
    await bench.page.keyboard.press("ArrowRight");
    await stands(at);
  }
  await comes(() => bench.read(".proof"), new RegExp(`so ${won_at} is the fewest`));
  for (let at = layers.length - 2; at >= 0; at -= 1) {
    await bench.page.keyboard.press("ArrowLeft");
    await stands(at);
  }
}

/** The link alone is enough for somebody who has never been here. @param {Workbench} bench */
async function share(bench) {
  await bench.mode("draw");
  // The verdict comes last: then all the rest is there.
  const verdict = await bench.verdict();
  const [text, squares, drawn] = [await bench.text(), await bench.squares(), await bench.drawn()];
  await bench.page.click("[data-does=share]");
  const link = await comes(() => bench.page.locator("#share-link").inputValue(), /#./);
  await withPage(async (other) => {
    await comes(() => other.verdict(), verdict);
    assert.equal(await other.text(), text);
    await comes(() => other.squares(), squares);
    await comes(() => other.drawn(), drawn);
  }, {}, link);
}
