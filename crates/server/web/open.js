// Opening levels from outside: pasted, dropped, chosen as a file or typed. The server recognises
// the format; what it cannot read is shown with the place of the fault, and nothing is changed.
import { tellReplaced, titleName, toast } from "./announce.js";
import { askText, NO_LEVEL, problemOf } from "./api.js";
import { button, fill, h, isTaken, sheet, sheetHead } from "./dom.js";
import { gameOf, split } from "./level.js";
import { store } from "./store.js";
import { readable, t, tr } from "./words.js";

/** @typedef {string | Uint8Array<ArrayBuffer>} Source */

/** Nobody draws a level of more bytes. */
const MOST_BYTES = 64 << 20;

/**
 * A thing that was given.
 * @typedef {object} Given
 * @property {Source} source
 * @property {string} name its name, where it has one
 * @property {{mode: string | null}} [link] the link that it came by, and the mode which that names
 * @property {boolean} [isEdit] whether it is the level of now, changed as a text
 */

export class OpenDialog {
  #text = h("textarea", { rows: 12, spellcheck: "false", wrap: "off", id: "open-text", autocomplete: "off" });
  #file = h("input", { type: "file", id: "open-file" });
  #game = h("select", { id: "open-game" });
  #fault = h("div", { class: "fault", role: "alert" });
  #found = h("div", { class: "found" });
  #dialog = sheet("open-title");
  /** What a file held that is no text. @type {Given | null} */
  #given = null;
  /** Until the dialog is closed, or another text is read. */
  #reading = new AbortController();
  /** Whether the text is the level of now. */
  #isEdit = false;

  constructor() {
    document.body.append(this.#dialog);
    this.#dialog.addEventListener("close", () => this.#reading.abort());
    this.#file.addEventListener("change", () => this.#files(this.#file.files));
    this.#text.addEventListener("input", () => (this.#given = null));
    document.addEventListener("paste", (event) => this.#paste(event));
    for (const name of ["dragover", "dragleave", "drop"]) {
      document.addEventListener(name, (event) => this.#drag(/** @type {DragEvent} */ (event)));
    }
  }

  /** Opens the dialog, with what was written in it before or with another text. @param {string} [text] */
  show(text) {
    this.#given = null;
    if (text !== undefined) this.#text.value = text;
    this.#isEdit = false;
    this.#build();
    this.#clear();
    this.#dialog.showModal();
    this.#text.focus();
    this.#text.select();
  }

  /** Opens the dialog with the level of now as a text to change. */
  edit() {
    this.show(store.text());
    this.#text.setSelectionRange(0, 0);
    this.#isEdit = true;
  }

  /** Opens the text that a link holds. @param {string} text @param {string | null} mode */
  follow(text, mode) {
    this.#read({ source: text, name: "", link: { mode } });
  }

  #build() {
    const chosen = this.#game.value;
    fill(this.#game, h("option", { value: "" }, t("recognise it")), store.games.map((info) => h("option", { value: info.id }, tr(info.title))));
    this.#game.value = chosen;
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#read(this.#given ?? { source: this.#text.value, name: "", isEdit: this.#isEdit });
    };
    fill(
      this.#dialog,
      sheetHead(this.#dialog, t("Open a level")),
      h(
        "form",
        { onsubmit: send },
        h("label", { for: "open-text" }, t("Level text, LeetCode JSON, a judge's input, or a map")),
        this.#text,
        this.#fault,
        this.#found,
        h(
          "div",
          { class: "row" },
          h("label", { class: "choice-label" }, h("span", {}, t("or a file")), this.#file),
          h("label", { class: "choice-label" }, h("span", {}, t("game")), this.#game),
          h("button", { class: "primary" }, t("Open")),
        ),
        h("p", { class: "quiet" }, t("Pasting or dropping anywhere on the page does the same.")),
      ),
    );
  }

  #clear() {
    fill(this.#fault);
    fill(this.#found);
    this.#text.removeAttribute("aria-invalid");
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, textarea, select, [contenteditable], dialog")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const files = event.clipboardData?.files;
    if (text.trim() === "" && files?.length) this.#files(files);
    if (text.trim() === "") return;
    event.preventDefault();
    this.#read({ source: text, name: "" });
  }

  /** @param {DragEvent} event */
  #drag(event) {
    const files = event.dataTransfer?.types.includes("Files") || event.dataTransfer?.types.includes("text/plain");
    if (!files) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", event.type === "dragover");
    if (event.type !== "drop") return;
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (event.dataTransfer?.files.length) this.#files(event.dataTransfer.files);
    else if (text.trim() !== "") this.#read({ source: text, name: "" });
  }

  /** @param {FileList | null} files */
  async #files(files) {
    const file = files?.[0];
    if (!file) return;
    if (file.size > MOST_BYTES) return toast(t("{name} is too large to be a level.", { name: file.name }));
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.#file.value = "";
    this.#read({ source: bytes, name: file.name });
  }

  /** Has the server recognise what was given. @param {Given} given */
  async #read(given) {
    this.#clear();
    const { source, link } = given;
    const { hash } = location;
    this.#reading.abort();
    const { signal } = (this.#reading = new AbortController());
    const game = this.#dialog.open ? this.#game.value : "";
    try {
      const text = await askText("show", source, { as: "level", game: game || null }, { signal });
      // The reader may have left the link meanwhile.
      if (!link || location.hash === hash) this.#take(text, given);
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) return;
      this.#complain(given, problem);
      if (game === "" && problem.status === NO_LEVEL) this.#offer(source);
    }
  }

  /** One level is opened at once; of several one is chosen. @param {string} text @param {Given} [given] */
  #take(text, given) {
    const texts = split(text);
    if (texts.length === 1) return this.#load(texts[0], given);
    if (!this.#dialog.open) this.show(text);
    const item = (/** @type {string} */ level, /** @type {number} */ number) => {
      const drawing = store.read(level);
      const title = drawing?.notes.get("title") ?? t("level {number}", { number: number + 1 });
      const size = drawing ? `${drawing.rows} × ${drawing.columns}` : "";
      const named = tr(store.infoOf(gameOf(level) ?? "")?.title ?? "");
      const content = [h("strong", {}, readable(title)), h("small", {}, [named, size].join(" · "))];
      return h("li", {}, button(content, () => this.#load(level), { class: "choice" }));
    };
    fill(this.#found, h("p", {}, t("There are {count} levels in it. Which one?", { count: texts.length })), h("ol", { class: "choices" }, texts.map(item)));
    /** @type {HTMLElement | null} */ (this.#found.querySelector("button"))?.focus();
  }

  /** @param {string} text @param {Given} [given] */
  #load(text, { link, isEdit } = { source: "", name: "" }) {
    const level = store.read(text);
    if (!level) return toast(t("This level cannot be shown here."));
    this.#text.value = "";
    if (this.#dialog.open) this.#dialog.close();
    if (isEdit) return void store.change(t("Edit as text"), () => level);
    store.load(text, t("Open"), link ? "link" : "text", link?.mode);
    tellReplaced(t("Opened: {name}", { name: titleName(store.level.notes.get("title") ?? tr(store.info.title)) }));
  }

  /** The fault, and the line where it is. @param {Given} given @param {import("./api.js").Problem} problem */
  #complain({ source, name }, problem) {
    const text = typeof source === "string" ? source : new TextDecoder().decode(source);
    const binary = text.includes("\u0000") || text.includes("\ufffd");
    if (!this.#dialog.open) this.show(binary ? "" : text);
    else if (!binary) this.#text.value = text;
    this.#given = binary ? { source, name } : null;
    const { message: fault, told: { line, column = 1, width = 1, advice } } = problem;
    const written = line && !binary ? (text.split("\n")[line - 1] ?? "").replace(/\r$/, "") : null;
    /** @type {HTMLElement[]} */
    const parts = [h("p", {}, h("strong", {}, name ? t("{name}: {fault}", { name, fault }) : fault))];
    if (written !== null && line) {
      const glyphs = [...written];
      const [from, wide] = [column - 1, Math.max(width, 1)];
      const place = t("line {line}, column {column}", { line, column });
      const wrong = glyphs.slice(from, from + wide).join("") || " ";
      parts.push(h("p", { class: "quiet" }, place));
      parts.push(h("pre", {}, glyphs.slice(0, from).join(""), h("mark", {}, wrong), glyphs.slice(from + wide).join("")));
      this.#select(text, line, from, wide);
    }
    if (advice) parts.push(h("p", {}, this.#onPage(advice)));
    fill(this.#fault, ...parts);
    this.#text.setAttribute("aria-invalid", "true");
  }

  /** Advice to use a flag of the command, as what stands for it here. @param {string} advice */
  #onPage(advice) {
    if (!advice.includes("--game")) return advice;
    return this.#game.value === "" ? t("Begin it with `game: …`, or choose its game below.") : t("Choose another game below, or let it be recognised.");
  }

  /** Marks the fault in the text itself. @param {string} text @param {number} line @param {number} from @param {number} wide */
  #select(text, line, from, wide) {
    const lines = text.split("\n");
    const before = lines.slice(0, line - 1).map((line) => `${line}\n`).join("");
    const row = [...(lines[line - 1] ?? "")];
    // The field has made a plain end of line of every other one.
    const length = (/** @type {string} */ part) => part.replace(/\r\n?/g, "\n").length;
    const start = length(before + row.slice(0, from).join(""));
    this.#text.focus();
    this.#text.setSelectionRange(start, start + row.slice(from, from + wide).join("").length);
  }

  /** Where a text does not say its game: the games that can read it. @param {Source} source */
  async #offer(source) {
    const tries = store.games.map(async (info) => ({ info, text: await askText("show", source, { as: "level", game: info.id }) }));
    const fits = (await Promise.allSettled(tries)).flatMap((tried) => (tried.status === "fulfilled" ? [tried.value] : []));
    if (fits.length === 0 || !this.#dialog.open) return;
    const buttons = fits.map(({ info, text }) => button(tr(info.title), () => this.#take(text)));
    fill(this.#found, h("p", {}, t("It can be read as a level of:")), h("div", { class: "row" }, buttons));
  }
}

/** Keys that open: nothing while somebody writes. @param {KeyboardEvent} event */
export function isOpenKey(event) {
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "o" && !isTaken(event);
}
