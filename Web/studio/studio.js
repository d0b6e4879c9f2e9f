// The studio beside the page (`?dev`): what can happen to an app, to be brought about by hand, and
// what the machine made of it. Also `window.portico`, by which recordings and pictures are made.
//
// Loaded only with `dev`; nothing of the page depends on it.

import { RESET_SWITCH, button, replay } from "../host/shared.js";
import { followBuild } from "./build.js";
import { choice, panel, row, toggle } from "./controls.js";
import { followDocument } from "./document.js";
import { Gallery } from "./gallery.js";
import { serverPanel } from "./server.js";
import { Steps } from "./steps.js";

const FLOWS = ["entry", "account", "phone", "market", "bootstrap", "onboarding"];
const LANGUAGES = { en: "English", de: "Deutsch", ar: "العربية" };
/** How long an answer is held up that is to come late, in milliseconds. */
const LATE = 5000;

/**
 * @param place the element to build it in.
 * @param page what page.js runs: `host`, `conditions`, `launch`, `reinstall`, `recording`, ….
 * @returns what page.js tells: `show(screen)` and `record(line of the trace)`.
 */
export function openStudio(place, page) {
  const { conditions, recording } = page;
  const steps = new Steps();
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "studio/studio.css";
  document.head.append(style);
  document.documentElement.dataset.studio = "";
  place.hidden = false;
  place.append(
    heading("Studio"),
    panel("Flow",
      choice("Flow", options([...new Set([...FLOWS, page.flowName])]), page.flowName, (flow) =>
        goTo({ flow }),
      ),
      choice("Language", Object.entries(LANGUAGES), languageOf(page), (lang) => goTo({ lang })),
    ),
    panel("Life",
      row(
        button("Kill", () => page.host?.kill()),
        button("Kill after the next journal write", () => (conditions.killsAfterJournal = true)),
        button("Relaunch", page.launch),
        button("Reinstall", page.reinstall),
      ),
    ),
    panel("Network",
      toggle("Offline", (isOffline) => {
        conditions.isOffline = isOffline;
        page.host?.noteNetwork();
      }),
      row(
        button("Lose the next answer", () => (conditions.losesNextAnswer = true)),
        button("Delay the next answer", () => (conditions.delaysNextAnswer = LATE)),
      ),
    ),
    // Without a server the flow's simulated answers come instead of the device's, too.
    ...(page.server ? [personPanel(), serverPanel()] : []),
    panel("State", steps.state),
    panel("Last steps", steps.list),
  );

  function personPanel() {
    const isReset = localStorage.getItem(RESET_SWITCH) === "on";
    return panel("Person",
      choice("Location", GRANTS.location, "", (grant) => setCondition("location", grant)),
      choice("Place", options(Object.keys(PLACES)), BROWSER, (name) =>
        setCondition("position", PLACES[name]),
      ),
      choice("Notifications", GRANTS.push, "", (grant) => setCondition("push", grant)),
      toggle("Reset at the next launch", setReset, isReset),
    );
  }

  function setCondition(name, value) {
    if (value) conditions[name] = value;
    else delete conditions[name];
    page.host?.noteLocation();
  }

  if (page.server) followDocument(page);
  else followBuild(page.notes);

  const gallery = new Gallery(page);
  globalThis.portico = Object.freeze({
    /** The event log of this page since it was loaded: what `replay` and Web/replay.mjs take. */
    get log() {
      return recording.log.map((line) => line + "\n").join("");
    },
    get trace() {
      return recording.trace.map((line) => line + "\n").join("");
    },
    /** Kept once everything is worked off that came in so far. */
    get settled() {
      return page.host?.settled ?? Promise.resolve();
    },
    /** Kept once every call has its answer, and that is worked off. */
    get answered() {
      return page.host?.answered() ?? Promise.resolve();
    },
    /** @returns the trace of an event log, run through a fresh machine. */
    async replay(log) {
      const trace = await replay(page.parts, page.flow, log);
      return trace.map((line) => line + "\n").join("");
    },
    /** The screens that an event log passes, in languages: see `Gallery.screens`. */
    screens: (log, languages) => gallery.screens(log, languages),
    /** Draws one of them, with no machine behind it. */
    exhibit: (screen, language) => gallery.show(screen, language),
  });
  return steps;
}

const BROWSER = "As the browser says";
/** As the person grants them. */
const GRANTS = {
  location: [["", BROWSER], ["highest", "Allowed"], ["lower", "Too little"], ["denied", "Denied"]],
  push: [["", BROWSER], ["granted", "Allowed"], ["denied", "Denied"]],
};
/** Where the device is. */
const PLACES = {
  [BROWSER]: null,
  "Mexico City": { latitude: 19.43, longitude: -99.13 },
  Berlin: { latitude: 52.52, longitude: 13.41 },
};

/** The switch in an app's settings (BOOT-2). */
function setReset(isOn) {
  if (isOn) localStorage.setItem(RESET_SWITCH, "on");
  else localStorage.removeItem(RESET_SWITCH);
}

function heading(words) {
  const node = document.createElement("h2");
  node.textContent = words;
  return node;
}

function options(names) {
  return names.map((name) => [name, name]);
}

function languageOf(page) {
  const wanted = [page.parameters.get("lang"), ...navigator.languages].filter(Boolean);
  const known = wanted.map((tag) => tag.split("-")[0]).find((tag) => tag in LANGUAGES);
  return known ?? "en";
}

/** The configuration of one flow is nothing to another. */
function goTo(changes) {
  const address = new URL(location.href);
  const kept = new URLSearchParams(changes.flow ? { dev: "" } : address.searchParams);
  const lang = address.searchParams.get("lang");
  if (changes.flow && lang) kept.set("lang", lang);
  for (const [name, value] of Object.entries(changes)) kept.set(name, value);
  address.search = kept;
  location.assign(address);
}
