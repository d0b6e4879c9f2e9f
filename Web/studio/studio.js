// The studio beside the page (`?dev`): triggers everything that can happen to an app, and shows how
// the machine reacts. Also `window.portico`, which recordings and pictures use.
//
// Loaded only with `dev`; nothing in the page depends on it.

import { Machine, RESET_SWITCH, button } from "../host/page.js";
import { followBuild } from "./build.js";
import { choice, panel, row, toggle } from "./controls.js";
import { followDocument } from "./document.js";
import { followLive } from "./live.js";
import { Gallery } from "./gallery.js";
import { replay } from "./replay.js";
import { serverPanel } from "./server.js";
import { Steps } from "./steps.js";

const FLOWS = ["entry", "account", "phone", "market", "bootstrap", "settings", "onboarding"];
const LANGUAGES = { en: "English", de: "Deutsch", ar: "العربية", es: "Español", ja: "日本語" };
/** How long to delay a late response, in milliseconds. */
const LATE = 5000;

/**
 * @param place the element to build it in.
 * @param page what page.js runs: `host`, `conditions`, `launch`, `reinstall`, `recording`, ….
 * @returns what page.js calls: `show(screen)` and `record(line of the trace)`.
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
    // Without a server, the flow's simulated responses also replace the device's.
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

  if (page.parameters.get("dev") === "live") followLive(page);
  else if (page.server) followDocument(page);
  else followBuild(page.notes);

  const gallery = new Gallery(page);
  globalThis.portico = Object.freeze({
    /** The event log of this page since it was loaded, for `replay` and Web/replay.mjs. */
    get log() {
      return recording.log.map((line) => line + "\n").join("");
    },
    get trace() {
      return recording.trace.map((line) => line + "\n").join("");
    },
    /** Resolves once all events so far have been processed. */
    get settled() {
      return page.host?.settled ?? Promise.resolve();
    },
    /** Resolves once every call has been answered and processed. */
    get answered() {
      return page.host?.answered() ?? Promise.resolve();
    },
    /** @returns the trace of an event log, run through a fresh machine. */
    async replay(log) {
      const trace = await replay(Machine, page.parts, page.flow, log);
      return trace.map((line) => line + "\n").join("");
    },
    /** The screens of an event log, by language: see `Gallery.screens`. */
    screens: (log, languages) => gallery.screens(log, languages),
    /** Draws one of them, without a machine. */
    exhibit: (screen, language) => gallery.show(screen, language),
  });
  return steps;
}

const BROWSER = "As the browser says";
/** The user's answers to permission requests. */
const GRANTS = {
  location: [["", BROWSER], ["highest", "Allowed"], ["lower", "Too little"], ["denied", "Denied"]],
  push: [["", BROWSER], ["granted", "Allowed"], ["denied", "Denied"]],
};
/** The device's location. */
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

/** One flow's configuration does not apply to another. */
function goTo(changes) {
  const address = new URL(location.href);
  const kept = new URLSearchParams(changes.flow ? { dev: "" } : address.searchParams);
  const lang = address.searchParams.get("lang");
  if (changes.flow && lang) kept.set("lang", lang);
  for (const [name, value] of Object.entries(changes)) kept.set(name, value);
  address.search = kept;
  location.assign(address);
}
