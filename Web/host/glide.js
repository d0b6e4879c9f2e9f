// What moves on a screen because something else on it came or went: it glides to its new place, and what came rises as
// screens do (page.css). So the eye can follow, and nothing jumps.

/**
 * @param stage what screens are drawn in, or one of them; null for what is not shown yet.
 * @param change redraws something.
 * @returns what it returns.
 */
export function glide(stage, change) {
  // The browser itself keeps in its place what somebody has scrolled to.
  if (!stage || scrollY > 0) return change();
  const app = stage.closest("#app");
  const height = app?.offsetHeight;
  const before = places(stage);
  const forms = new Set([...before.keys()].map((node) => node.parentNode));
  const changed = change();
  for (const node of [app, ...before.keys()]) delete node?.dataset.moves;
  for (const [node, { left, top }] of places(stage)) {
    const old = before.get(node);
    if (old) move(node, old.left - left, old.top - top);
    else if (forms.has(node.parentNode)) node.dataset.moves = "in";
  }
  // The colonnade stands at the end of the page.
  if (app) move(app, 0, height - app.offsetHeight);
  return changed;
}

function places(stage) {
  const nodes = [...stage.querySelectorAll("form > :not([hidden])")];
  return new Map(nodes.map((node) => [node, node.getBoundingClientRect()]));
}

function move(node, x, y) {
  if (Math.abs(x) + Math.abs(y) < 1) return;
  node.dataset.moves = "on";
  node.style.setProperty("--from", `${x}px ${y}px`);
}
