// The shell of the page: the game, the modes, the board in the middle, and what is around them.
import { tellReplaced, titleName, toast } from "./announce.js";
import { FewestBoard } from "./board.js";
import { nextTheme, setTheme, theme } from "./colours.js";
import { button, fill, h, icon, isTaken, tool, undoKey } from "./dom.js";
import { redo, undo } from "./draw.js";
import { SYMBOLS } from "./embedded.js";
import { GalleryDialog } from "./gallery.js";
import { HelpDialog } from "./help.js";
import { blank, split, withNote } from "./level.js";
import "./odds.js";
import { isOpenKey, OpenDialog } from "./open.js";
import { squareName } from "./picture.js";
import "./play.js";
import { hasLink, linked, ShareDialog, withMode } from "./share.js";
import { store } from "./store.js";
import "./verdict.js";
import "./watch.js";
import { dress, lang, readable, setLang, t, tr } from "./words.js";
/** @import {IconName} from "./dom.js" */

/** @typedef {HTMLElement & {activate(board: HTMLElement): void, deactivate(): void}} ModeElement */

const MODES = ["draw", "play", "watch", "odds"];

/** @param {string} selector */
function one(selector) {
  return /** @type {HTMLElement} */ (document.querySelector(selector));
}

const board = new FewestBoard();
const [gallery, help, opening, sharing] = [new GalleryDialog(), new HelpDialog(), new OpenDialog(), new ShareDialog()];
const title = h("input", { class: "title", type: "text", autocomplete: "off", spellcheck: "false", maxlength: 200 });
const where = h("output", { class: "where" });
/** The square under the hand or the cursor. @type {number | null} */
let pointed = null;
/** @type {Map<string, ModeElement>} */
const modes = new Map();
/** @type {ModeElement | null} */
let active = null;

/** The modes that the level's game has. */
function offeredModes() {
  return MODES.filter((mode) => store.hasMode(mode));
}

/** @param {string} mode */
function modeName(mode) {
  return { draw: t("Draw"), play: t("Play"), watch: t("Watch"), odds: t("Odds") }[mode] ?? mode;
}

/** Everything around the board, in the language of now. */
function build() {
  dress(document);
  const select = /** @type {HTMLSelectElement} */ (one("#game"));
  fill(select, store.games.map((info) => h("option", { value: info.id }, tr(info.title))));
  select.value = store.level.game;
  buildTabs();
  const does = (/** @type {IconName} */ sign, /** @type {string} */ name, /** @type {() => void} */ act, /** @type {string} */ what) =>
    tool(sign, name, act, { title: name, "data-does": what });
  fill(
    one(".top-actions"),
    does("fresh", t("New"), fresh, "new"),
    does("open", t("Open"), () => opening.show(), "open"),
    does("gallery", t("Levels"), () => gallery.show(), "gallery"),
    does("share", t("Share"), () => sharing.show(), "share"),
  );
  const other = lang() === "zh" ? "en" : "zh";
  const language = button(other === "zh" ? "中文" : "English", () => switchLanguage(other), { class: "plain", "data-does": "language", lang: other });
  const themes = { system: t("colours as the system has them"), light: t("light colours"), dark: t("dark colours") };
  const colours = does(theme(), themes[theme()], switchTheme, "theme");
  fill(one(".top-settings"), language, colours, does("help", t("Keys and help"), () => help.show(), "help"));
  title.placeholder = t("Untitled level");
  title.setAttribute("aria-label", t("title"));
  fill(
    one(".stage-foot"),
    where,
    h(
      "div",
      { class: "row zoom", role: "group", "aria-label": t("size on the screen") },
      button(icon("smaller"), () => zoom(-1), { class: "plain", "aria-label": t("smaller"), title: t("smaller") }),
      button([], () => zoom(0), { class: "plain zoom-value", title: t("fit") }),
      button(icon("larger"), () => zoom(1), { class: "plain", "aria-label": t("larger"), title: t("larger") }),
    ),
  );
  zoomed();
  renew();
}

function buildTabs() {
  const tab = (/** @type {string} */ mode, /** @type {number} */ number) => {
    const choose = (/** @type {MouseEvent} */ event) => {
      store.mode = mode;
      // A hand on the mouse goes on to the board; one on the keys stays among the tabs.
      if (event.detail > 0) one("#board").focus({ preventScroll: true });
    };
    const isOn = mode === store.mode;
    return button(modeName(mode), choose, {
      role: "tab",
      id: `tab-${mode}`,
      "aria-selected": String(isOn),
      "aria-controls": "mode",
      tabindex: isOn ? 0 : -1,
      "data-mode": mode,
      title: `${modeName(mode)} (Alt+${number + 1})`,
    });
  };
  const held = one(".tabs").contains(document.activeElement);
  fill(one(".tabs"), offeredModes().map(tab));
  one("#mode").setAttribute("aria-labelledby", `tab-${store.mode}`);
  if (held) one(`#tab-${store.mode}`).focus();
}

/** Puts the chosen mode beside the board. */
function enter() {
  active?.deactivate();
  const { mode } = store;
  let element = modes.get(mode);
  if (!element) {
    element = /** @type {ModeElement} */ (document.createElement(`fewest-${mode}`));
    modes.set(mode, element);
  }
  active = element;
  document.body.dataset.showing = mode;
  fill(one("#mode"), element);
  element.activate(board);
  buildTabs();
}

/** What is shown of the level outside the modes. */
function renew() {
  const { level, info } = store;
  const select = /** @type {HTMLSelectElement} */ (one("#game"));
  if (select.value !== level.game) select.value = level.game;
  const name = titleName(level.notes.get("title") ?? "");
  if (document.activeElement !== title) title.value = name;
  document.title = `${readable(name || tr(info.title))} – fewest`;
  one(".stage-size").textContent = `${level.rows} × ${level.columns}`;
  one(".stage-game").textContent = tr(info.title);
}

function fresh() {
  const { info } = store;
  store.start(t("New"), blank(info));
  tellReplaced(t("A new board of {rows} rows and {columns} columns.", { rows: store.level.rows, columns: store.level.columns }));
}

/** @param {number} steps */
function zoom(steps) {
  board.zoom(steps);
  zoomed();
}

function zoomed() {
  const value = one(".zoom-value");
  if (value) value.textContent = `${Math.round(board.zoomed * 100)}%`;
}

/** Says below the board what is under the hand. */
function point() {
  const { picture } = board;
  const inside = pointed !== null && picture && pointed < picture.tiles.length;
  where.textContent = inside ? squareName(picture, /** @type {number} */ (pointed)) : "";
}

/** @param {"en" | "zh"} code */
async function switchLanguage(code) {
  await setLang(code).catch(() => toast(t("The language stays as it is: the page cannot reach its server.")));
}

function switchTheme() {
  setTheme(nextTheme());
  build();
  one("[data-does=theme]").focus();
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.defaultPrevented) return;
  const number = event.altKey && !event.ctrlKey && /^Digit([1-4])$/.exec(event.code);
  const mode = number ? offeredModes()[Number(number[1]) - 1] : undefined;
  const undoes = isTaken(event) ? 0 : undoKey(event);
  if (mode) store.mode = mode;
  else if (undoes < 0) undo();
  else if (undoes > 0) redo();
  else if (isOpenKey(event)) opening.show();
  else if (event.key === "?" && !isTaken(event)) help.show();
  else return;
  event.preventDefault();
}

/** @param {KeyboardEvent} event */
function tabKey(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const here = offeredModes();
  event.preventDefault();
  store.mode = here[(here.indexOf(store.mode) + step + here.length) % here.length];
}

/** Opens the level of a link over the one that was drawn: undo, and the way back, bring that back. */
async function openLink() {
  if (location.hash === "#board") return;
  if (location.hash.length < 2) return store.leaveLink();
  const { text, mode } = await linked(location.hash);
  if (text === null || text.trim() === "") return toast(t("The link is broken: no level can be read from it."));
  const wanted = MODES.find((name) => name === mode) ?? null;
  if (store.text() === text) store.mode = wanted !== null && store.hasMode(wanted) ? wanted : store.mode;
  else if (split(text).length > 1 || !store.load(text, t("Open"), "link", wanted)) opening.follow(text, wanted);
}

/** Once the level is another one, the address must not bring the old one back. */
function forgetLink() {
  if (hasLink()) history.replaceState(null, "", location.pathname);
}

/** The address of a link names the mode as well, for a reload and for those who copy it. */
function renameLink() {
  if (hasLink() && store.isLinked) history.replaceState(null, "", withMode(location.hash, store.mode));
}

function symbols() {
  const drawn = new DOMParser().parseFromString(SYMBOLS, "image/svg+xml").documentElement;
  drawn.setAttribute("width", "0");
  drawn.setAttribute("height", "0");
  one("[data-symbols]").replaceChildren(document.importNode(drawn, true));
}

// Within reach of the console, and of the tests.
Object.assign(globalThis, { fewest: { store } });

async function begin() {
  symbols();
  store.begin();
  fill(one(".stage-head"), title, h("span", { class: "quiet" }, h("span", { class: "stage-game" }), h("span", { class: "stage-size" })));
  one(".stage-board").append(board);
  one(".stage-par").append(document.createElement("fewest-par"));
  // First the link, then the mode: nothing that the link's level covers is shown.
  await openLink();
  if (!offeredModes().includes(store.mode)) store.mode = "draw";
  build();
  enter();
  store.addEventListener("levelchange", (event) => {
    renew();
    if (/** @type {CustomEvent} */ (event).detail.kind !== "link") forgetLink();
  });
  store.addEventListener("gamechange", () => {
    if (!store.hasMode(store.mode)) store.mode = "draw";
    buildTabs();
  });
  store.addEventListener("modechange", () => {
    enter();
    renameLink();
  });
  store.addEventListener("unkept", () => toast(t("The browser cannot keep the level: share it or save it before you leave.")));
  board.addEventListener("zoomchange", zoomed);
  board.addEventListener("square-hover", (event) => {
    pointed = /** @type {CustomEvent} */ (event).detail.square;
    point();
  });
  board.addEventListener("picturechange", point);
  document.addEventListener("languagechange-fewest", build);
  document.addEventListener("keydown", key);
  document.addEventListener("edit-text", () => opening.edit());
  // The address may be a link's, and keeps its hash.
  one(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    one("#board").focus();
  });
  one(".tabs").addEventListener("keydown", (event) => tabKey(/** @type {KeyboardEvent} */ (event)));
  one("#game").addEventListener("change", (event) => store.choose(/** @type {HTMLSelectElement} */ (event.target).value, t("game")));
  title.addEventListener("input", () => store.change(t("title"), (level) => withNote(level, "title", title.value), title));
  addEventListener("hashchange", openLink);
  document.body.classList.add("ready");
}

begin().catch((error) => {
  one("main").replaceChildren(h("div", { class: "card lost", role: "alert" }, h("p", {}, String(error))));
  throw error;
});
