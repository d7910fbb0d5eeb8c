// <fewest-notes>: what the level says of itself: its title, the game's options, its claims.
import { button, fill, h } from "./dom.js";
import { withNote } from "./level.js";
import { store } from "./store.js";
import { t, tr } from "./words.js";
/** @import {GameOption} from "./types.js" */

export class NotesForm extends HTMLElement {
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>} */
  #fields = new Map();
  #fault = h("p", { class: "fault", id: "note-fault", hidden: true });
  #built = "";

  build() {
    const { info } = store;
    this.#fields.clear();
    const others = otherNotes();
    this.#built = others.join();
    const about = [
      this.#field("author", t("author"), this.#line("")),
      this.#field("comment", t("comment"), this.#line("")),
      ...others.map((name) => this.#field(name, name === "source" ? t("source") : name, this.#line(""))),
    ];
    const rules = info.options.map((option) => this.#field(option.name, optionName(option.name), this.#option(option), tr(option.meaning)));
    const claims = [
      this.#field("par", t("par"), this.#line(t("as found"))),
      this.#field("solution", t("solution"), this.#solution()),
    ];
    const edit = () => this.dispatchEvent(new CustomEvent("edit-text", { bubbles: true }));
    const open = this.querySelector("details")?.open ?? false;
    fill(
      this,
      h("div", { class: "row spread" }, h("h2", {}, t("Notes")), button(t("Edit as text"), edit, { class: "small", "data-does": "edit" })),
      this.#fault,
      h("div", { class: "fields" }, about, rules),
      h("details", { open }, h("summary", {}, t("Claims")), h("p", { class: "quiet" }, t("What the level says its answer is; it is compared with what is found.")), h("div", { class: "fields" }, claims)),
    );
    this.update();
  }

  /** Shows the level's notes, except in the field where somebody writes. */
  update() {
    const { level } = store;
    if (otherNotes().join() !== this.#built) return this.build();
    for (const [name, field] of this.#fields) {
      if (field === document.activeElement) continue;
      field.value = name === "solution" ? level.solution : (level.notes.get(name) ?? "");
      // The usual value, written out.
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = "";
    }
  }

  /**
   * Says what is wrong with a note, at its field.
   * @param {import("./level.js").Part | null} part @param {import("./api.js").Problem | null} problem
   */
  complain(part, problem) {
    const name = part && ("note" in part ? part.note : "solution" in part ? "solution" : null);
    for (const [called, field] of this.#fields) {
      if (called === name) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
      if (called === name) field.setAttribute("aria-errormessage", "note-fault");
      else field.removeAttribute("aria-errormessage");
    }
    this.#fault.hidden = !name;
    this.#fault.textContent = name && problem ? problem.words : "";
  }

  /** @param {string} name @param {string} called @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field @param {string} [meaning] */
  #field(name, called, field, meaning) {
    const id = `note-${name}`;
    field.id = id;
    field.setAttribute("name", name);
    if (meaning) field.setAttribute("aria-describedby", `${id}-meaning`);
    this.#fields.set(name, field);
    const change = () =>
      store.change(called, (level) => {
        if (name !== "solution") return withNote(level, name, field.value);
        const solution = field.value.trim().replace(/\s+/g, " ");
        return solution === level.solution ? level : { ...level, solution };
      }, field);
    field.addEventListener("input", change);
    field.addEventListener("change", () => this.update());
    return h("div", { class: "note-field" }, h("label", { for: id }, called), field, meaning && h("small", { id: `${id}-meaning` }, meaning));
  }

  /** @param {string} placeholder */
  #line(placeholder) {
    return h("input", { type: "text", placeholder, autocomplete: "off", spellcheck: "false", enterkeyhint: "done" });
  }

  #solution() {
    return h("textarea", { rows: 2, spellcheck: "false", autocomplete: "off" });
  }

  /** @param {GameOption} option */
  #option(option) {
    const words = option.choices;
    if (words.length === 0) return this.#line(tr(option.default));
    const first = h("option", { value: "" }, t("{value} (as usual)", { value: tr(option.default) }));
    return h("select", {}, first, words.filter((word) => word !== option.default).map((word) => h("option", { value: word }, tr(word))));
  }
}

/** What an option is called: its name alone may be a word for something else. @param {string} name */
function optionName(name) {
  const key = `option ${name}`;
  const called = tr(key);
  return called === key ? name : called;
}

/** The level's notes that have no field in every level. */
function otherNotes() {
  const { level, info } = store;
  const known = new Set(["title", "author", "comment", "par", ...info.options.map((option) => option.name)]);
  return [...level.notes.keys()].filter((name) => !known.has(name));
}

customElements.define("fewest-notes", NotesForm);
