// What the host itself has to say, apart from the flow's screens: its few words in the languages of
// the shipped flows, notes, toasts, and what a screen reader is told without a move of the focus.

const WORDS = {
  en: {
    back: "Back",
    close: "Close",
    show: "Show",
    hide: "Hide",
    nothingFound: "Nothing found",
    simulated: "Simulated answers: this flow talks to no server.",
    killed: "The machine was killed.",
    relaunch: "Relaunch",
    otherTab: "This flow runs in another tab.",
    goOnHere: "Go on here",
    cannotStart: "The flow cannot start: {why}.",
    cannotGoOn: "The flow cannot go on: {why}.",
    stopped: "The machine stopped unexpectedly.",
    tryAgain: "Try again",
  },
  de: {
    back: "Zurück",
    close: "Schließen",
    show: "Zeigen",
    hide: "Verbergen",
    nothingFound: "Nichts gefunden",
    simulated: "Simulierte Antworten: Dieser Ablauf spricht mit keinem Server.",
    killed: "Die Maschine wurde beendet.",
    relaunch: "Neu starten",
    otherTab: "Dieser Ablauf läuft in einem anderen Tab.",
    goOnHere: "Hier weitermachen",
    cannotStart: "Der Ablauf kann nicht beginnen: {why}.",
    cannotGoOn: "Der Ablauf kann nicht weitergehen: {why}.",
    stopped: "Die Maschine ist unerwartet stehen geblieben.",
    tryAgain: "Noch einmal versuchen",
  },
  ar: {
    back: "رجوع",
    close: "إغلاق",
    show: "إظهار",
    hide: "إخفاء",
    nothingFound: "لا توجد نتائج",
    simulated: "إجابات محاكاة: لا يتصل هذا المسار بأي خادم.",
    killed: "أُوقفت الآلة.",
    relaunch: "إعادة التشغيل",
    otherTab: "يعمل هذا المسار في علامة تبويب أخرى.",
    goOnHere: "المتابعة هنا",
    cannotStart: "لا يمكن بدء المسار: {why}.",
    cannotGoOn: "لا يمكن متابعة المسار: {why}.",
    stopped: "توقفت الآلة على نحو غير متوقع.",
    tryAgain: "حاول مرة أخرى",
  },
};

/** The host's words in a language; English where it has none of its own. */
export function wordsIn(language) {
  return WORDS[language.toLowerCase().split("-")[0]] ?? WORDS.en;
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

/** Says something to those who do not see it appear, once, and leaves nothing to be read again. */
export function announce(place, words) {
  const node = document.createElement("p");
  node.textContent = words;
  place.append(node);
  setTimeout(() => node.remove(), 3000);
}
