// The colours from cold to hot: the theme's `--heat-1` and on, and those between.

/** Each stop's red, green and blue. @type {number[][] | undefined} */
let scale;

/** The theme's stops: the same in the light and in the dark, so they are read once. */
function stops() {
  const theme = getComputedStyle(document.documentElement);
  const found = [];
  for (let stop = 1; ; stop += 1) {
    const colour = /^#(..)(..)(..)$/.exec(theme.getPropertyValue(`--heat-${stop}`).trim());
    if (!colour) return found;
    found.push(colour.slice(1).map((part) => parseInt(part, 16)));
  }
}

/** The tint for a heat from 0 to 1, and the ink that is read on it. @param {number} heat */
export function tint(heat) {
  const colours = (scale ??= stops());
  const place = Math.min(Math.max(heat || 0, 0), 1) * (colours.length - 1);
  const below = Math.min(Math.floor(place), colours.length - 2);
  const mixed = colours[below].map((part, hue) => Math.round(part + (colours[below + 1][hue] - part) * (place - below)));
  const bright = (0.299 * mixed[0] + 0.587 * mixed[1] + 0.114 * mixed[2]) / 255 > 0.5;
  return { colour: `rgb(${mixed.join(" ")})`, ink: bright ? "#14141c" : "#fff" };
}
