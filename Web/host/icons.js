// The page's few icons: strokes in a box of 24, in the colour of the text around them.

const PATHS = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  exclamation: "M12 5v9M12 18.5v.5",
  checkmark: "M5 13l5 5L20 7",
};

/** @returns an icon that only adorns, or null for an unknown name. */
export function icon(name) {
  if (!PATHS[name]) return null;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
