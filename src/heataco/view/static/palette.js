// The colours of the style sheet, for canvases.

export function colour(name) {
  const text = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const number = parseInt(text.slice(1), 16);
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
}

export function css(name, alpha = 1) {
  const [r, g, b] = colour(name).map((part) => Math.round(255 * part));
  return `rgba(${r}, ${g}, ${b}, ${alpha})`;
}

export function onSchemeChange(callback) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", callback);
}
