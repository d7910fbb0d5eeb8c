// Light or dark: as the system says, unless the reader says otherwise.
import { keep, THEME } from "./kept.js";

const THEMES = /** @type {const} */ (["system", "light", "dark"]);

/** @typedef {typeof THEMES[number]} Theme */

/** What the reader chose. @returns {Theme} */
export function theme() {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** The choice after this one. */
export function nextTheme() {
  return THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
}

/** Whether the page is dark now. */
export function isDark() {
  return theme() === "dark" || (theme() === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** @param {Theme} chosen */
export function setTheme(chosen) {
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  keep(THEME, chosen);
  tell();
}

function tell() {
  document.dispatchEvent(new CustomEvent("themechange-fewest"));
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
