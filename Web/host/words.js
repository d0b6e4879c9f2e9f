// What the host itself has to say, apart from the flow's screens: its few words in the languages of
// the shipped flows, notes, toasts, and what a screen reader is told without a move of the focus.

const WORDS = {
  en: {
    back: "Back",
    close: "Close",
    show: "Show",
    hide: "Hide",
    choose: "Choose…",
    nothingFound: "Nothing found",
    simulated: "Simulated answers: this flow talks to no server.",
    killed: "App closed (simulated)",
    relaunch: "Relaunch",
    otherTab: "Open in another tab",
    goOnHere: "Continue here",
    cannotStart: "Couldn’t start: {why}.",
    cannotGoOn: "Couldn’t continue: {why}.",
    notFound: "Page not found. Check the address.",
    unsupported: "This browser can’t open this page. Update it, or use another browser.",
    noStorage: "Couldn’t store data. Allow cookies and site data for this page, then try again.",
    noConnection: "Couldn’t connect. Check your connection and try again.",
    stopped: "Something went wrong. Everything you entered is saved.",
    tryAgain: "Try again",
    yourApp: "Your app takes over here.",
    siteSettings: "Allow location in your browser’s settings for this site, beside the address.",
  },
};

/** The languages whose words are in a script of their own beside this one. */
const OTHERS = ["de", "ar", "es", "ja"];
const primary = (language) => language.toLowerCase().split("-")[0];

/** The words of the languages that were asked for, with those that the flow gives. */
const SHOWN = {};

/** The host's words in a language; English where it has none of its own, or has not got them. */
export function wordsIn(language) {
  return SHOWN[primary(language)] ?? WORDS.en;
}

/**
 * Gets the words of a language. Where that fails the page goes on, in English what little it says itself.
 *
 * @param given what the flow says instead: language, name (behind a dot) and text of each word.
 */
export async function getWords(language, given = []) {
  const name = primary(language);
  const address = `./words.${name}.js`;
  if (OTHERS.includes(name)) WORDS[name] ??= (await import(address).catch(() => ({}))).words;
  SHOWN[name] = { ...(WORDS[name] ?? WORDS.en) };
  for (const [tag, word, text] of given) if (tag === language) SHOWN[name][word.slice(1)] = text;
}

/** Notes by subject, each with buttons where there is something to do. */
export class Notes {
  #place;
  #notes = new Map();

  constructor(place) {
    this.#place = place;
  }

  /** @param words null takes the note away. */
  set(subject, words, actions = {}) {
    const known = this.#notes.get(subject);
    if (known?.words === words) return;
    known?.node.remove();
    this.#notes.delete(subject);
    if (words === null) return;
    const node = document.createElement("p");
    node.className = "note";
    node.dataset.note = subject;
    node.append(words);
    for (const [name, act] of Object.entries(actions)) node.append(" ", button(name, act));
    this.#notes.set(subject, { node, words });
    this.#place.append(node);
  }
}

export function button(name, act) {
  const node = document.createElement("button");
  node.type = "button";
  node.textContent = name;
  node.addEventListener("click", () => act());
  return node;
}

/** A short message that goes by itself; a long one stays longer. */
export function showToast(place, words) {
  const node = document.createElement("p");
  node.textContent = words;
  place.append(node);
  setTimeout(() => node.remove(), Math.max(6000, 60 * words.length));
}

/** A person goes on: what was said before is over with the next screen. */
export function markToasts(place) {
  for (const node of place.children) node.dataset.seen = "true";
}

export function dropSeenToasts(place) {
  for (const node of place.querySelectorAll("[data-seen]")) node.remove();
}

/** Says something to those who do not see it appear, once, and leaves nothing to be read again. */
export function announce(place, words) {
  if (!place || !words) return;
  const node = document.createElement("p");
  node.textContent = words;
  place.append(node);
  setTimeout(() => node.remove(), 3000);
}
