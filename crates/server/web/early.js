// What has to be known before the page is first painted: the reader's colours and language. It is a
// script of its own, much smaller than the page's, and fetches the dictionary meanwhile.
import { LANGUAGE, recall, THEME } from "./kept.js";

const html = document.documentElement;

const theme = recall(THEME);
if (theme === "light" || theme === "dark") html.dataset.theme = theme;

const language = recall(LANGUAGE) ?? navigator.language.toLowerCase();
if (language.startsWith("zh")) {
  html.lang = "zh";
  // `words.js` takes what this fetches.
  const link = document.createElement("link");
  const address = document.querySelector("meta[name=words-zh]")?.getAttribute("content") ?? "";
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: address });
  document.head.append(link);
}
