// What leaves the page: the level as a link, as text, as a judge's input, as a picture or a film.
import { toast } from "./announce.js";
import { askBlob, askText, problemOf } from "./api.js";
import { isDark } from "./colours.js";
import { choice, fill, h, sheet, sheetHead, tool } from "./dom.js";
import { mines } from "./gestures.js";
import { compose, veiled } from "./level.js";
import { store } from "./store.js";
import { t } from "./words.js";

/** A short link can hold very many bytes that are all the same: past these it is no level. */
const MOST_BYTES = 16 << 20;

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function fromBase64(text) {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream @param {number} [most] */
async function through(bytes, stream, most = Infinity) {
  let length = 0;
  const counted = new TransformStream({
    transform(part, out) {
      length += part.length;
      if (length > most) out.error(new RangeError("more bytes than a level has"));
      else out.enqueue(part);
    },
  });
  const passed = new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(counted);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}

/** The link to a level in a mode. @param {string} text @param {string} mode */
async function linkTo(text, mode) {
  const url = new URL(location.href);
  const deflated = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const [plain, packed] = [`level=${encodeURIComponent(text)}`, `z=${toBase64(deflated)}`];
  url.search = "";
  url.hash = withMode(plain.length <= packed.length ? plain : packed, mode);
  return url.href;
}

/** Whether the address is a link to a level. */
export function hasLink() {
  return /^#(z|level)=/.test(location.hash);
}

/** What stands behind the `#` of a link, with another mode. @param {string} hash @param {string} mode */
export function withMode(hash, mode) {
  return `${hash.replace(/&mode=\w*$/, "")}&mode=${mode}`;
}

/** The level text that a link holds, or null for a broken one, and the mode that it names. @param {string} hash */
export async function linked(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
  const [plain, packed, mode] = [fields.get("level"), fields.get("z"), fields.get("mode")];
  return { text: plain ?? (packed === null ? null : await unpacked(packed)), mode };
}

/** @param {string} packed */
async function unpacked(packed) {
  try {
    return new TextDecoder().decode(await through(fromBase64(packed), new DecompressionStream("deflate-raw"), MOST_BYTES));
  } catch {
    return null;
  }
}

/** Links past this many characters are cut by some programs. */
const LONG_LINK = 8000;

export class ShareDialog {
  #dialog = sheet("share-title");
  #link = h("input", { type: "text", readonly: true, id: "share-link" });
  #who = h("p", { id: "share-who" });
  #long = h("p", { class: "quiet" });
  #text = h("textarea", { id: "share-text", readonly: true, rows: 6, wrap: "off", spellcheck: "false" });
  #preview = h("img", { class: "preview", alt: "" });
  #fault = h("p", { class: "fault", role: "alert" });
  #format = "svg";
  #theme = "light";
  /** What a picture shows beside the board. @type {"" | "best" | "covered"} */
  #shows = "";
  #url = "";
  /** The picture as it would be saved now, asked for once. @type {Promise<Blob> | null} */
  #picture = null;
  #asking = new AbortController();

  constructor() {
    document.body.append(this.#dialog);
    this.#dialog.addEventListener("close", () => {
      this.#asking.abort();
      this.#picture = null;
    });
  }

  async show() {
    this.#theme = isDark() ? "dark" : "light";
    if (isCovered()) [this.#shows, this.#format] = ["covered", "svg"];
    else if (this.#shows === "covered") this.#shows = "";
    this.#link.value = "";
    this.#who.textContent = audience(location.hostname);
    this.#build();
    this.#dialog.showModal();
    this.#text.value = store.text();
    this.#text.setAttribute("aria-label", t("Level text"));
    this.#draw();
    this.#link.value = await linkTo(store.text(), store.mode);
    const { length } = this.#link.value;
    this.#long.textContent = length > LONG_LINK ? t("The link has {count} characters: some programs cut such a link. A file is safer.", { count: length }) : t("The link holds the whole level.");
    this.#link.select();
  }

  #build() {
    /** @type {[string, string][]} */
    const shows = [["", t("the board")], ["best", t("the board and the way")]];
    if (store.isHiding) shows.push(["covered", t("the covered board, as its player sees it")]);
    fill(
      this.#dialog,
      sheetHead(this.#dialog, t("Share")),
      h("label", { for: "share-link" }, t("Link")),
      h("div", { class: "row nowrap" }, this.#link, tool("copy", t("Copy the link"), () => this.#copy(this.#link.value), { class: "primary" })),
      this.#who,
      this.#long,
      // A player does not want to read what is covered.
      h(
        "details",
        { open: !isCovered() },
        h("summary", {}, h("h3", {}, t("Level text"))),
        h("p", { class: "quiet" }, t("Anyone who has fewest can paste it on the page or pass it to the command.")),
        this.#text,
      ),
      h(
        "div",
        { class: "row" },
        tool("copy", t("Copy level text"), () => this.#copy(store.text()), { class: "" }),
        tool("download", t("Save level text"), () => save(new Blob([store.text()], { type: "text/plain" }), "txt"), { class: "" }),
        tool("copy", t("Copy judge input"), () => this.#judge((text) => this.#copy(text)), { class: "" }),
        tool("download", t("Save judge input"), () => this.#judge((text) => save(new Blob([text], { type: "text/plain" }), "judge.txt")), { class: "" }),
      ),
      this.#fault,
      h("h3", {}, t("Picture")),
      h(
        "div",
        { class: "row" },
        this.#choice(t("format"), [["svg", "SVG"], ["png", "PNG"], ["gif", t("GIF, the solution as a film")]], this.#format, (value) => (this.#format = value)),
        this.#choice(t("colours"), [["light", t("light")], ["dark", t("dark")]], this.#theme, (value) => (this.#theme = value)),
        this.#choice(t("shows"), shows, this.#shows, (value) => (this.#shows = /** @type {"" | "best" | "covered"} */ (value))),
        tool("download", t("Download"), () => this.#download(), { class: "primary" }),
      ),
      this.#preview,
    );
  }

  /** @param {string} name @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} choose */
  #choice(name, options, chosen, choose) {
    const select = choice(null, options, chosen, (value) => {
      choose(value);
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
    const solution = film || this.#shows === "best" ? "best" : null;
    const text = this.#shows === "covered" && !film ? coveredText() : store.text();
    const asked = askBlob("draw", text, { format: this.#format, theme: this.#theme, solution }, { signal });
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

/** Whether a covered level is played. */
function isCovered() {
  return store.isHiding && store.mode === "play";
}

/** The level without what lies under its covered squares. */
function coveredText() {
  const { level, info, lastRead } = store;
  return compose(veiled(level, info, lastRead ? mines(lastRead.view) : 0), info);
}

/** Who can open a link to this server. @param {string} host */
function audience(host) {
  if (/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)) {
    return t("Only this computer can open the link, and only while fewest serves here. Send others the level text below.");
  }
  const isNear = /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cde])/.test(host) || /\.(local|lan|home|internal)$/.test(host) || !/[.:]/.test(host);
  if (isNear) return t("Anyone in the same network as {host} can open the link while fewest serves there. Send others the level text below.", { host });
  return t("Anyone who can reach {host} can open the link while fewest serves there.", { host });
}

/** Hands a file to the browser, named after the level. @param {Blob} blob @param {string} ending */
function save(blob, ending) {
  const title = store.level.notes.get("title") ?? store.level.game;
  const name = title.toLowerCase().replace(/[\\/:*?"<>|\s.]+/g, "-").replace(/^-+|-+$/g, "") || store.level.game;
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: `${name}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
