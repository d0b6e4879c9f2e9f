// The page: reads its address, gets the machine and the flow, asks to be the owner, and launches.
//
// Parameters: `flow` (a name; default entry), `lang` (a language tag), `dev` (the studio beside the
// page), `simulated` (no server is asked), and the flow's configuration by name, such as `backend`
// and `server`.

import { SecureStorage } from "./client/storage.js";
import { drawing } from "./elements.js";
import { AWAY, LANGUAGE, flowFile, flowName, languages, later, machineFile, parameters, returned } from "./files.js";
import { WayBack } from "./history.js";
import { Host } from "./host.js";
import { Journal } from "./journal.js";
import { getScript, getStyles } from "./later.js";
import { Ownership } from "./owner.js";
import { restOf, whole } from "./parts.js";
import { StorageProblem } from "./problems.js";
import { Renderer } from "./render.js";
import { permittedURL } from "./requests.js";
import { dropSeenToasts, getWords, markToasts, Notes, showToast, wordsIn } from "./words.js";

const appVersion = document.querySelector("meta[name=version]")?.content ?? "1.0.0";

/** The last screen, which may still wait for a script. */
let shown = null;
/** Until a flow shows, in the language that is wanted most. */
let words = wordsIn(languages[0] ?? "en");
/** Whatever is said before the first screen waits for it: the words of most languages are in a script of their own. */
const gotWords = getWords(languages[0] ?? "en").then(() => shown ?? (words = wordsIn(languages[0] ?? "en")));
const notes = new Notes(document.getElementById("notes"));
const toasts = document.getElementById("toast");
/**
 * What the studio changes while a flow runs: besides these `delaysNextAnswer` in milliseconds; what a
 * person grants, `location` (`highest`, `lower` or `denied`) and `push` (`granted` or `denied`); and
 * where the device is, `position` in degrees. What is not there is the browser's to say.
 */
const conditions = { isOffline: false, losesNextAnswer: false, killsAfterJournal: false };
const recording = { log: [], trace: [] };
const renderer = new Renderer(document.getElementById("stage"), {
  act(surface, input) {
    if (input.tap) markToasts(toasts);
    return page.host?.act(surface, input);
  },
  type: (surface, field, text) => page.host?.type(surface, field, text),
  wayBack: (isOpen) => wayBack.set(isOpen),
  announcer: document.getElementById("announcer"),
  countries: () => page.host?.countries(),
  strength: () => page.host?.strength,
  secret: async (name, isPicture) => (await page.host?.secret(name, isPicture)) ?? null,
  findCountries: async (typed) => (await page.host?.findCountries(typed)) ?? [],
});
const wayBack = new WayBack(() => renderer.goBack());

/** What the running page is made of; `host` is null while no machine runs. */
const page = {
  notes,
  host: null,
  /** Of the machine. */
  parts: null,
  flow: null,
  flowName,
  parameters,
  /** What a provider led back with, until the flow knows. */
  returned,
  /** With `dev`: what watches the page. */
  studio: null,
  /** The identity server that this page came from; null for simulated answers. */
  server: null,
  isOwner: false,
  launching: null,
  trapCount: 0,
  conditions,
  recording,
  launch,
  reinstall,
};

const observer = {
  show(screen, language) {
    page.trapCount = 0;
    words = wordsIn(language);
    shown = screen;
    const draw = () => written(screen, language, (value) => {
      if (shown !== screen) return;
      if (renderer.draw(value, language)) dropSeenToasts(toasts);
      page.studio?.show(value);
    });
    const late = drawing(screen);
    if (late) late.then(draw);
    else draw();
  },
  toast: (words, language) => written(words, language, (value) => showToast(toasts, value)),
  open: openOutside,
  leave(url) {
    localStorage.setItem(AWAY, `${parameters}`);
    location.assign(url);
  },
  storage: (problem) => notes.set("storage", problem),
  journal: (problem) => notes.set("journal", problem),
  simulate: () => notes.set("simulated", words.simulated),
  isRecording: parameters.has("dev"),
  record(line, trace) {
    recording.log.push(line);
    recording.trace.push(trace);
    page.studio?.record(trace);
  },
  stop(reason) {
    page.host = shown = null;
    renderer.clear();
    notes.set("simulated", null);
    if (reason === "killed") notes.set("life", words.killed, { [words.relaunch]: launch });
    if (reason === "trap") relaunchAfterTrap();
    // The lock decides who runs, not a mark that crossed with it.
    if (reason === "displaced" && page.isOwner) launch();
  },
};

/** Has moments written (moments.js), which no first screen shows. */
function written(value, language, then) {
  if (!/\\u000[12]/.test(JSON.stringify(value))) return then(value);
  getScript("moments").then((script) => then(script.written(value, language)));
}

/** Launches the flow from what is stored, as after a kill. */
function launch() {
  page.launching ??= relaunch().finally(() => (page.launching = null));
  return page.launching;
}

async function relaunch({ erases = false } = {}) {
  page.host?.kill();
  notes.set("life", null);
  let journal;
  try {
    journal = await Journal.open(flowName);
    if (erases) {
      await journal.erase();
      await new SecureStorage().wipe();
    }
    const { parts, flow, server } = page;
    const host = await Host.launch({
      parts, flow, journal, parameters, languages, conditions, observer, server, appVersion,
    });
    // Another tab may have taken over meanwhile.
    if (!page.isOwner) return host.kill("displaced");
    page.host = host;
    host.begin();
    comeBack(host);
  } catch (problem) {
    journal?.close();
    console.warn(problem);
    await gotWords;
    notes.set("life", cannotStart(problem), { [words.tryAgain]: launch });
  }
}

/** Tells the flow of a return. What it brought stays in the address until that is written. */
async function comeBack(host) {
  if (!page.returned) return;
  await host.returned(page.returned);
  if (page.host !== host) return;
  page.returned = "";
  history.replaceState(history.state, "", `${location.pathname}?${parameters}`);
}

/** As if the app had been removed and installed again. */
async function reinstall() {
  await page.launching;
  page.launching = relaunch({ erases: true }).finally(() => (page.launching = null));
  await page.launching;
}

/** The journal stands when the machine stops; a second stop in a row waits for a person. */
function relaunchAfterTrap() {
  page.trapCount += 1;
  if (page.trapCount === 1) launch();
  else notes.set("life", words.stopped, { [words.tryAgain]: launch });
}

function cannotStart(problem) {
  if (problem instanceof StorageProblem || problem.name === "SecurityError") return words.noStorage;
  return words.cannotStart.replace("{why}", problem.message);
}

function cannotGoOn(problem) {
  return words.cannotGoOn.replace("{why}", problem.message);
}

function openOutside(url) {
  if (!permittedURL(url) && !/^(mailto|tel):/.test(url)) return;
  const link = document.createElement("a");
  link.href = url;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.click();
}

/** The machine, of which all but the first part is got when it is needed. */
async function partsOf(bytes) {
  const ask = (note) => async (problem, again) => {
    await gotWords;
    // It is gone with the version of the page that it belongs to; the journal stands.
    const act = problem?.status === 404 ? () => location.reload() : again;
    notes.set(note, problem && cannotGoOn(problem), { [words.tryAgain]: act });
  };
  const first = await WebAssembly.compile(bytes);
  const rest = restOf(first);
  const parts = { first };
  parts.filled = new Promise((done) => {
    parts.whole = later(rest, async (added) => {
      parts.first = await WebAssembly.compile(whole(bytes, added));
      done();
      return parts.first;
    }, ask("rest"));
  });
  parts.phones = later("phones.txt", (bytes) => bytes, ask("phones"));
  // A tap should not wait for it. Until somebody is there, it is of no use.
  const touched = new AbortController();
  const get = () => {
    touched.abort();
    for (const script of ["capabilities", "choices", "combobox", "brands", "moments"]) getScript(script);
    getStyles();
    if (rest) parts.whole();
  };
  for (const sign of ["pointermove", "pointerdown", "keydown"]) {
    addEventListener(sign, get, { signal: touched.signal, capture: true });
  }
  return parts;
}

async function begin() {
  if (!flowFile) throw Object.assign(new Error("flow= takes the name of a flow"), { status: 404 });
  if (!globalThis.WebAssembly || !navigator.locks || !globalThis.indexedDB) {
    console.warn("without HTTPS, a browser has no Web Locks");
    await gotWords;
    return notes.set("life", words.unsupported);
  }
  const [parts, flow] = await Promise.all([machineFile.then(({ bytes }) => partsOf(bytes)), flowFile]);
  page.parts = parts;
  page.flow = flow.bytes;
  // Any other server than an identity server has files only.
  if (flow.nonce && !parameters.has("simulated")) {
    page.server = { origin: location.origin, nonce: flow.nonce };
  }
  if (parameters.has("dev")) {
    // A server that is not there for development has none.
    const studio = await import("../studio/studio.js").catch(() => null);
    page.studio = studio?.openStudio(document.getElementById("developer"), page);
  }
  const ownership = new Ownership(`portico.${flowName}`, {
    onOwn() {
      notes.set("owner", null);
      page.isOwner = true;
      launch();
    },
    async onOther(takeOver) {
      page.isOwner = false;
      page.host?.kill("displaced");
      // Whoever comes back here looks at this tab.
      if (page.returned) return void setTimeout(takeOver);
      await gotWords;
      if (!page.isOwner) notes.set("owner", words.otherTab, { [words.goOnHere]: takeOver });
    },
  });
  await ownership.begin();
}

// One flow opens another over it, and that one leads back; or the language changes (docs/capabilities.md).
addEventListener("portico:tell", async (event) => {
  const { name, body } = event.detail;
  if (!["openFlow", "closeFlow", "changeLanguage"].includes(name)) return;
  event.preventDefault();
  const next = new URLSearchParams(parameters);
  if (name === "changeLanguage") {
    const { language } = JSON.parse(body);
    if (!language || language === page.host?.language) return;
    next.delete("lang");
    localStorage.setItem(LANGUAGE, language);
  } else {
    const opened = name === "openFlow" ? JSON.parse(body).flow : next.get("from");
    next.delete("from");
    if (name === "openFlow") next.set("from", flowName);
    if (opened) next.set("flow", opened);
  }
  // A sign-out that was just asked for is remembered first, also without a network.
  await Promise.race([page.host?.answered(), new Promise((later) => setTimeout(later, 1000))]);
  location.assign(`${location.pathname}?${next}`);
});

// A page out of the back-forward cache has lost its lock.
addEventListener("pageshow", (event) => event.persisted && location.reload());

begin().catch(async (problem) => {
  console.warn(problem);
  await gotWords;
  // What cannot be got is said without its path; any other reason is one that a person can act on.
  if (problem.status === 404) return notes.set("life", words.notFound);
  const isLost = problem.status || problem instanceof TypeError;
  const act = { [words.tryAgain]: () => location.reload() };
  notes.set("life", isLost ? words.noConnection : cannotStart(problem), isLost ? act : {});
});

// What the studio uses of the page: the very modules that the page runs.
export { countryPicker, deviceRegion } from "./countries.js";
export { RESET_SWITCH } from "./device.js";
export { drawing } from "./elements.js";
export { Machine } from "./machine.js";
export { whole } from "./parts.js";
export { StorageProblem } from "./problems.js";
export { Process } from "./process.js";
export { Renderer } from "./render.js";
export { button } from "./words.js";
