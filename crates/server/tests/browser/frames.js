// How smoothly large boards are drawn and opened: `node frames.js [PROGRAM]`. Run it by hand, on a
// machine that does nothing else, and take the best of several runs.
//
// For boards of several sizes a wall is painted along one row with the mouse. The gaps between the
// frames of the page meanwhile are printed, until the verdict and the difficulty are shown, and the times
// until the board is drawn after it is opened, and after Play is chosen. `SIDES` sets the sizes, and
// `SLOW=4` has the page run as on a machine four times slower.

/** @typedef {import("./workbench.js").Workbench} Workbench */

if (process.argv[2]) process.env.FEWEST = process.argv[2];
// They read which program to start when they are loaded.
const { launch, serve } = await import("./program.js");
const { Workbench } = await import("./workbench.js");

const SIDES = (process.env.SIDES ?? "30,50,60,100,200").split(",").map(Number);
const SLOW = Number(process.env.SLOW ?? 1);
const RUNS = 3;
/** Pointer events of a stroke, one a frame. */
const STEPS = 60;

/** A maze of portals in which about a quarter of the squares are walls. @param {number} side */
function maze(side) {
  let state = side;
  const some = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const cells = Array.from({ length: side }, () => Array.from({ length: side }, () => (some() < 0.25 ? "#" : ".")));
  cells[0][0] = cells[side - 1][side - 1] = ".";
  // The row that is painted.
  cells[Math.floor(side / 2)].fill(".");
  return `game: portals\n\n${cells.map((row) => row.join("")).join("\n")}\n`;
}

/** The gaps between frames while something is done, in milliseconds. @param {Workbench} bench @param {() => Promise<void>} act */
async function gaps({ page }, act) {
  const seen = await page.evaluateHandle(() => {
    const seen = { gaps: /** @type {number[]} */ ([]), ends: false };
    let last = performance.now();
    const look = () => {
      const now = performance.now();
      seen.gaps.push(now - last);
      last = now;
      if (!seen.ends) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return seen;
  });
  await act();
  return seen.evaluate(async (seen) => {
    // What the last event caused is drawn in the frame after it.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    seen.ends = true;
    return seen.gaps.slice(1);
  });
}

/** How long it takes to open a level, or to choose Play, until the frame after that is drawn. @param {Workbench} bench @param {{text: string} | {mode: string}} act */
function drawn({ page }, act) {
  return page.evaluate(async (act) => {
    const { store } = /** @type {any} */ (globalThis).fewest;
    const begun = performance.now();
    if ("text" in act) store.load(act.text);
    else store.mode = act.mode;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - begun;
  }, act);
}

const { url, end } = await serve();
const browser = await launch();
console.log(`Chromium ${browser.version()}; milliseconds${SLOW > 1 ? `, ${SLOW} times slower` : ""}; the best of ${RUNS} runs`);
console.log("board     painter  stroke: median  worst    opened  played");
for (const side of SIDES) {
  /** @type {{median: number, worst: number, opened: number, played: number, painter: string}[]} */
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1280, height: 800 } });
    const bench = new Workbench(await context.newPage(), url);
    const { page } = bench;
    await bench.visit();
    if (SLOW > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOW });
    const opened = await drawn(bench, { text: maze(side) });
    await bench.verdict();
    await bench.rated();
    await bench.take("wall");
    const painter = (await page.locator(".stage-board canvas").count()) > 0 ? "canvas" : "svg";
    const row = Math.floor(side / 2);
    const [from, to] = [await bench.at([row, 1]), await bench.at([row, side - 2])];
    await page.mouse.move(from.x, from.y);
    const times = await gaps(bench, async () => {
      await page.mouse.down();
      for (let step = 1; step <= STEPS; step += 1) await page.mouse.move(from.x + ((to.x - from.x) * step) / STEPS, from.y);
      await page.mouse.up();
      // What the program says of the level is drawn, too.
      await bench.verdict();
      await bench.rated();
    });
    times.sort((one, other) => one - other);
    const played = await drawn(bench, { mode: "play" });
    runs.push({ median: times[times.length >> 1], worst: times[times.length - 1], opened, played, painter });
    await context.close();
  }
  const best = (/** @type {"median" | "worst" | "opened" | "played"} */ what) =>
    Math.min(...runs.map((run) => run[what])).toFixed(what === "median" ? 1 : 0).padStart(8);
  console.log(`${`${side}×${side}`.padEnd(10)}${runs[0].painter.padEnd(9)}${best("median").padStart(14)}${best("worst")}${best("opened")}${best("played")}`);
}
await browser.close();
await end();
