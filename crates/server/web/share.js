// <fewest-share>: the level as a link, as text, as a judge's input, as a picture or a film.
import { toast } from "./announce.js";
import { askBlob, askText, problemOf } from "./api.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { linkTo } from "./link.js";
import { sheet, sheetHead } from "./sheet.js";
import { store } from "./store.js";
import { isDark } from "./theme.js";
import { t } from "./words.js";

/** Links past this many characters are cut by some programs. */
const LONG_LINK = 8000;

export class ShareDialog extends HTMLElement {
  #dialog = sheet("share-title");
  #link = h("input", { type: "text", readonly: true, id: "share-link" });
  #long = h("p", { class: "quiet" });
  #preview = h("img", { class: "preview", alt: "" });
  #fault = h("p", { class: "fault", role: "alert" });
  #format = "svg";
  #theme = "light";
  #solution = false;
  #url = "";
  /** The picture as it would be saved now, asked for once. @type {Promise<Blob> | null} */
  #picture = null;
  #asking = new AbortController();

  connectedCallback() {
    this.append(this.#dialog);
    this.#dialog.addEventListener("close", () => {
      this.#asking.abort();
      this.#picture = null;
    });
  }

  async show() {
    this.#theme = isDark() ? "dark" : "light";
    this.#link.value = "";
    this.#build();
    this.#dialog.showModal();
    this.#link.value = await linkTo(store.text());
    const { length } = this.#link.value;
    this.#long.textContent = length > LONG_LINK ? t("The link has {count} characters: some programs cut such a link. A file is safer.", { count: length }) : t("The link holds the whole level.");
    this.#link.select();
    this.#draw();
  }

  #build() {
    fill(
      this.#dialog,
      sheetHead(this.#dialog, t("Share")),
      h("label", { for: "share-link" }, t("Link")),
      h("div", { class: "row nowrap" }, this.#link, this.#button("copy", t("Copy the link"), () => this.#copy(this.#link.value), "primary")),
      this.#long,
      h("h3", {}, t("Text")),
      h(
        "div",
        { class: "row" },
        this.#button("copy", t("Copy level text"), () => this.#copy(store.text())),
        this.#button("download", t("Level text"), () => save(new Blob([store.text()], { type: "text/plain" }), "txt")),
        this.#button("copy", t("Copy judge input"), () => this.#judge((text) => this.#copy(text))),
        this.#button("download", t("Judge input"), () => this.#judge((text) => save(new Blob([text], { type: "text/plain" }), "judge.txt"))),
      ),
      this.#fault,
      h("h3", {}, t("Picture")),
      h(
        "div",
        { class: "row" },
        this.#choice(t("format"), [["svg", "SVG"], ["png", "PNG"], ["gif", t("GIF, the solution as a film")]], this.#format, (value) => (this.#format = value)),
        this.#choice(t("colours"), [["light", t("light")], ["dark", t("dark")]], this.#theme, (value) => (this.#theme = value)),
        this.#choice(t("shows"), [["", t("the board")], ["best", t("the board and the way")]], this.#solution ? "best" : "", (value) => (this.#solution = value !== "")),
        this.#button("download", t("Download"), () => this.#download(), "primary"),
      ),
      this.#preview,
    );
  }

  /** @param {import("./icons.js").IconName} sign @param {string} name @param {() => void} act @param {string} [look] */
  #button(sign, name, act, look = "") {
    return h("button", { type: "button", class: look, onclick: act }, icon(sign), h("span", {}, name));
  }

  /** @param {string} name @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} choose */
  #choice(name, options, chosen, choose) {
    const select = h("select", {}, options.map(([value, called]) => h("option", { value, selected: value === chosen }, called)));
    select.addEventListener("change", () => {
      choose(select.value);
      this.#draw();
    });
    return h("label", { class: "choice-label" }, h("span", {}, name), select);
  }

  /** @param {string} text */
  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      toast(t("Copied."));
    } catch {
      toast(t("The browser does not let the page copy: select the text and copy it yourself."));
    }
  }

  /** @param {(text: string) => void} then */
  async #judge(then) {
    this.#fault.textContent = "";
    try {
      then(await askText("show", store.text(), { as: "judge" }));
    } catch (error) {
      this.#complain(error);
    }
  }

  /** @param {unknown} error */
  #complain(error) {
    const problem = problemOf(error);
    if (problem) this.#fault.textContent = problem.words;
  }

  /** The picture as it would be saved; one that could not be had is asked for again. */
  #ask() {
    const { signal } = this.#asking;
    const film = this.#format === "gif";
    const solution = film || this.#solution ? "best" : null;
    const asked = askBlob("draw", store.text(), { format: this.#format, theme: this.#theme, solution }, { signal });
    asked.catch(() => this.#picture === asked && (this.#picture = null));
    return asked;
  }

  async #draw() {
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#fault.textContent = "";
    this.#preview.hidden = true;
    try {
      const blob = await (this.#picture = this.#ask());
      URL.revokeObjectURL(this.#url);
      this.#url = URL.createObjectURL(blob);
      this.#preview.src = this.#url;
      this.#preview.alt = t("the picture as it will be saved");
      this.#preview.hidden = false;
    } catch (error) {
      this.#complain(error);
    }
  }

  async #download() {
    try {
      save(await (this.#picture ??= this.#ask()), this.#format);
    } catch (error) {
      this.#complain(error);
    }
  }
}

/** Hands a file to the browser, named after the level. @param {Blob} blob @param {string} ending */
function save(blob, ending) {
  const title = store.level.notes.get("title") ?? store.level.game;
  const name = title.toLowerCase().replace(/[\\/:*?"<>|\s.]+/g, "-").replace(/^-+|-+$/g, "") || store.level.game;
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: `${name}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

customElements.define("fewest-share", ShareDialog);
