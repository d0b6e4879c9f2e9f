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
    killed: "App closed (simulated)",
    relaunch: "Relaunch",
    otherTab: "Open in another tab",
    goOnHere: "Continue here",
    cannotStart: "Couldn't start: {why}.",
    cannotGoOn: "Couldn't continue: {why}.",
    notFound: "Page not found. Check the address.",
    noConnection: "Couldn't connect. Check your connection and try again.",
    stopped: "Something went wrong. Everything you entered is saved.",
    tryAgain: "Try again",
    yourApp: "Your app takes over here.",
    siteSettings: "Allow location in your browser's settings for this site, beside the address.",
  },
  de: {
    back: "Zurück",
    close: "Schließen",
    show: "Zeigen",
    hide: "Verbergen",
    nothingFound: "Nichts gefunden",
    simulated: "Simulierte Antworten: Dieser Ablauf spricht mit keinem Server.",
    killed: "App geschlossen (simuliert)",
    relaunch: "Neu starten",
    otherTab: "In einem anderen Tab geöffnet",
    goOnHere: "Hier weitermachen",
    cannotStart: "Start nicht möglich: {why}.",
    cannotGoOn: "Es geht gerade nicht weiter: {why}.",
    notFound: "Seite nicht gefunden. Prüfe die Adresse.",
    noConnection: "Keine Verbindung. Prüfe deine Verbindung und versuche es noch einmal.",
    stopped: "Etwas ist schiefgegangen. Deine Eingaben sind gespeichert.",
    tryAgain: "Noch einmal versuchen",
    yourApp: "Hier übernimmt deine App.",
    siteSettings: "Erlaube den Standort in den Einstellungen des Browsers für diese Seite, neben der Adresse.",
  },
  ar: {
    back: "رجوع",
    close: "إغلاق",
    show: "إظهار",
    hide: "إخفاء",
    nothingFound: "لا توجد نتائج",
    simulated: "إجابات محاكاة: لا يتصل هذا المسار بأي خادم.",
    killed: "أُغلق التطبيق (محاكاة)",
    relaunch: "إعادة التشغيل",
    otherTab: "مفتوح في علامة تبويب أخرى",
    goOnHere: "المتابعة هنا",
    cannotStart: "تعذّر البدء: {why}.",
    cannotGoOn: "تعذّرت المتابعة: {why}.",
    notFound: "الصفحة غير موجودة. تحقق من العنوان.",
    noConnection: "تعذّر الاتصال. تحقق من اتصالك وحاول مرة أخرى.",
    stopped: "حدث خطأ ما. كل ما أدخلته محفوظ.",
    tryAgain: "حاول مرة أخرى",
    yourApp: "هنا يبدأ دور تطبيقك.",
    siteSettings: "اسمح بالموقع الجغرافي من إعدادات المتصفح لهذا الموقع، بجانب العنوان.",
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
