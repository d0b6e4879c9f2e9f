// Developer controls (`?dev`): kills, faults, and `window.portico` for recordings.

import { replay } from "./replay.js";
import { button } from "./words.js";

export function developerControls(place, page) {
  const { conditions, recording } = page;
  place.hidden = false;
  place.append(
    button("Kill", () => page.host?.kill()),
    button("Kill after the next journal write", () => (conditions.killsAfterJournal = true)),
    button("Relaunch", page.launch),
    button("Reinstall", page.reinstall),
    button("Lose the next answer", () => (conditions.losesNextAnswer = true)),
    offlineSwitch((isOffline) => {
      conditions.isOffline = isOffline;
      page.host?.noteNetwork();
    }),
  );
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
      const trace = await replay(page.module, page.flow, log);
      return trace.map((line) => line + "\n").join("");
    },
  });
}

function offlineSwitch(change) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "checkbox";
  input.addEventListener("change", () => change(input.checked));
  label.append(input, " Offline");
  return label;
}
