// Scripts and styles that no first screen needs. The page gets them with the first sign of a user, and a screen that is
// there before waits for its own.

/** The name of the style sheet for what is drawn later. */
export const STYLES = "elements.css";
/** What is there, by name: scripts, and the style sheet. */
const got = new Map();
/** What could not be got, and is asked for again, and what is too late. */
const missing = new Set();
let missed = () => {};
/** Milliseconds for which a screen waits for what draws it. */
const PATIENCE = 3000;

/** @returns the script of that name, if it and the style sheet are there. */
export function scriptAtHand(name) {
  return got.has(STYLES) ? got.get(name) : undefined;
}

/**
 * @param names of scripts, which need the style sheet too, or `STYLES` for that alone.
 * @returns a promise of all of them, which is also kept where one cannot be got, or not in time; null if they are there,
 *   or are known to be missing.
 */
export function atHand(names) {
  const wanted = names.filter((name) => !scriptAtHand(name));
  if (wanted.length === 0) return null;
  wanted.push(STYLES);
  if (wanted.some((name) => missing.has(name))) return null;
  const all = wanted.map((name) => (name === STYLES ? getStyles() : getScript(name)));
  return new Promise((end) => {
    missed = end;
    Promise.all(all).then(end);
    setTimeout(() => {
      for (const name of wanted) if (!got.has(name)) missing.add(name);
      end();
    }, PATIENCE);
  });
}

/** @returns a promise of a script beside this one, which imports nothing. */
export async function getScript(name, pause = 0) {
  // A browser remembers under its address what could not be got.
  const address = `./${name}.js${pause ? `?${Date.now()}` : ""}`;
  try {
    return keep(name, await import(address));
  } catch {
    pause = nextPause(pause);
    await networkOrPause(name, pause);
    return getScript(name, pause);
  }
}

function keep(name, found) {
  missing.delete(name);
  got.set(name, found);
  return found;
}

const nextPause = (pause) => Math.min(2 * pause || 1000, 30_000);

/** The network is back, or so much time has passed: a server that was gone comes back without a word. */
function networkOrPause(name, pause) {
  missing.add(name);
  missed();
  return new Promise((done) => {
    addEventListener("online", done, { once: true });
    setTimeout(done, pause);
  });
}

let styles = null;

/** @returns a promise of the style sheet of what such scripts draw, which stands before that of a brand. */
export function getStyles() {
  styles ??= new Promise((loaded) => {
    const link = document.createElement("link");
    const add = () => document.querySelector("[rel=stylesheet]").after(link);
    let pause = 0;
    link.rel = "stylesheet";
    link.href = new URL(STYLES, import.meta.url);
    link.onload = () => loaded(keep(STYLES, link));
    link.onerror = () => networkOrPause(STYLES, (pause = nextPause(pause))).then(add);
    add();
  });
  return styles;
}
