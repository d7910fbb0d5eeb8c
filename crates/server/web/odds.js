// What the dice do: `<fewest-odds>`. Expected rolls, how they spread, the chance within so many
// rolls, and each seat's chance to finish first.
import { ask, problemOf } from "./api.js";
import { axis, bars, gauge } from "./colours.js";
import { fill, h } from "./dom.js";
import { nowFrame, nowProblem, nowShown } from "./look.js";
import { store } from "./store.js";
import { figure, percent, t } from "./words.js";
/** @import {Problem} from "./api.js" */
/** @import {Bars} from "./colours.js" */
/** @import {BoardElement} from "./picture.js" */
/** @import {Odds, RollsChance} from "./types.js" */

const MOST_PLAYERS = 12;

class FewestOdds extends HTMLElement {
  /** @type {BoardElement | null} */
  #board = null;
  /** The level that was asked about last. */
  #text = "";
  #isAsking = false;
  #players = 2;
  /** @type {Odds | null} */
  #odds = null;
  /** The number of rolls that is looked at. */
  #rolls = 0;
  /** @type {Bars | null} */
  #bars = null;
  /** @type {AbortController | null} */
  #active = null;
  /** @type {AbortController | null} */
  #asked = null;

  #mean = h("div", { class: "figures" });
  #spread = h("div", {});
  #within = h("p", { class: "caption", "aria-live": "polite" });
  #seats = h("div", { class: "seats" });

  /** @param {BoardElement} board */
  activate(board) {
    this.#board = board;
    this.#active = new AbortController();
    const { signal } = this.#active;
    store.addEventListener("levelchange", () => this.#renew(), { signal });
    store.addEventListener("reading", () => this.#renew(), { signal });
    document.addEventListener("languagechange-fewest", () => this.#retell(), { signal });
    this.#retell();
    this.#renew();
  }

  deactivate() {
    this.#active?.abort();
    this.#asked?.abort();
    if (this.#isAsking) this.#text = "";
    this.#board = null;
  }

  #renew() {
    if (!this.#board) return;
    this.#age();
    this.#board.picture = nowShown();
    const problem = nowProblem();
    if (problem) return this.#complain(problem);
    if (nowFrame() && store.text() !== this.#text) this.#ask();
  }

  /** The figures of the board before stay until the new ones are there, but are seen to be old. */
  #age() {
    const isOld = this.#odds !== null && (this.#isAsking || store.text() !== this.#text);
    if (isOld) this.setAttribute("aria-busy", "true");
    else this.removeAttribute("aria-busy");
  }

  /** Says why there are no figures. @param {Problem} problem */
  #complain(problem) {
    this.#asked?.abort();
    this.#odds = null;
    this.#text = "";
    this.#isAsking = false;
    this.#age();
    fill(this.#mean, h("p", {}, problem.words));
    fill(this.#spread);
    fill(this.#seats);
  }

  async #ask() {
    this.#asked?.abort();
    const { signal } = (this.#asked = new AbortController());
    this.#text = store.text();
    this.#isAsking = true;
    this.#age();
    if (!this.#odds) fill(this.#mean, h("p", { class: "quiet" }, t("searching…")));
    try {
      this.#odds = await ask("odds", this.#text, { players: this.#players }, { signal });
      this.#rolls = 0;
      this.#isAsking = false;
      this.#age();
      this.#tell();
    } catch (error) {
      const problem = problemOf(error);
      if (problem) this.#complain(problem);
    }
  }

  #retell() {
    const change = () => {
      const asked = Math.round(Number(players.value)) || 2;
      this.#players = Math.min(Math.max(asked, 2), MOST_PLAYERS);
      players.value = String(this.#players);
      this.#ask();
    };
    const players = h("input", { type: "number", min: 2, max: MOST_PLAYERS, value: this.#players, onchange: change });
    const label = h("label", { class: "players" }, t("players"), players);
    this.replaceChildren(
      h("div", { class: "card" }, h("h2", {}, t("Expected rolls")), this.#mean, this.#spread),
      h("div", { class: "card" }, h("h2", {}, t("Who finishes first")), label, this.#seats),
    );
    this.#tell();
  }

  #tell() {
    const odds = this.#odds;
    if (!odds) return;
    fill(this.#mean, ...figures(odds));
    this.#chart(odds.rolls ?? []);
    const chances = odds.seats?.chances;
    fill(this.#seats, chances ? seats(chances) : h("p", { class: "quiet" }, t("These chances cannot be told.")));
  }

  /** @param {RollsChance[]} rolls */
  #chart(rolls) {
    if (rolls.length === 0)
      return fill(this.#spread, h("p", { class: "quiet" }, t("The rolls spread too far to be drawn.")));
    const label = t("chance to finish with just so many rolls, and within so many");
    const pick = (/** @type {number} */ index) => this.#look(index);
    this.#bars = bars(
      rolls.map(({ exactly }) => exactly),
      { label, line: rolls.map(({ at_most }) => at_most), pick },
    );
    const half = rolls.findIndex(({ at_most }) => at_most >= 0.5);
    const look = () => this.#look(Number(slider.value));
    const slider = h("input", { type: "range", class: "transport-slider", min: 0, max: rolls.length - 1, value: 0, "aria-label": t("number of rolls"), oninput: look });
    this.#slider = slider;
    const keys = [h("span", { class: "key-bar" }, t("with just so many")), h("span", { class: "key-line" }, t("within so many"))];
    const ends = axis(figure(1), t("number of rolls"), figure(rolls.length));
    fill(this.#spread, h("div", { class: "chart" }, this.#bars.element, ends), slider, this.#within, h("div", { class: "key" }, keys));
    this.#look(this.#rolls || Math.max(half, 0));
    return undefined;
  }

  /** @type {HTMLInputElement | null} */
  #slider = null;

  /** @param {number} index */
  #look(index) {
    const row = this.#odds?.rolls?.[index];
    if (!row) return;
    this.#rolls = index;
    this.#bars?.mark(index);
    if (this.#slider) this.#slider.value = String(index);
    const values = { rolls: figure(row.rolls), within: percent(row.at_most), just: percent(row.exactly) };
    const said = t("within {rolls} rolls: {within} · with just {rolls}: {just}", values);
    this.#slider?.setAttribute("aria-valuetext", said);
    this.#within.textContent = said;
  }
}

/** @param {Odds} odds */
function figures(odds) {
  if (odds.verdict === "gave-up") return [h("p", {}, odds.why ?? "")];
  if (odds.verdict === "impossible") return [h("p", {}, t("Nobody ever finishes on this board."))];
  const told = [];
  if (odds.mean) {
    const { decimal: mean, fraction } = odds.mean;
    const spread = h("span", {}, `± ${decimal(odds.deviation?.decimal ?? "0")}`);
    told.push(h("p", { class: "figure" }, h("strong", {}, decimal(mean)), " ", spread));
    if (fraction && fraction.length <= 24) told.push(h("p", { class: "quiet" }, t("exactly {fraction}", { fraction })));
  } else {
    const chance = percent(Number(odds.chance?.decimal));
    told.push(h("p", {}, t("The game ends with a chance of {chance}; otherwise it goes round for ever.", { chance })));
  }
  const shares = (odds.percentiles ?? []).filter(({ rolls }) => typeof rolls === "number");
  if (shares.length > 0) {
    const rows = shares.map(({ percent: share, rolls }) => {
      const within = t("within {rolls} rolls", { rolls: figure(Number(rolls)) });
      return h("tr", {}, h("th", { scope: "row" }, `${share}%`), h("td", {}, within));
    });
    told.push(h("table", { class: "shares" }, h("caption", {}, t("of all games finish")), h("tbody", {}, rows)));
  }
  return told;
}

/** @param {string} text */
function decimal(text) {
  return figure(Number(text), { maximumFractionDigits: 2 });
}

/** @param {number[]} chances */
function seats(chances) {
  const most = Math.max(...chances);
  const rows = chances.map((chance, n) =>
    h("li", {}, h("span", {}, t("seat {n}", { n: n + 1 })), gauge(chance / most), h("b", {}, percent(chance))),
  );
  return h("ol", {}, rows);
}

customElements.define("fewest-odds", FewestOdds);
