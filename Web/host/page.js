// The page: reads its address, gets the machine and the flow, asks to be the owner, and launches.
//
// Parameters: `flow` (a name; default onboarding), `lang` (a language tag), `dev` (developer
// controls), and the flow's configuration by name, such as `backend` and `server`.

import { developerControls } from "./developer.js";
import { Host } from "./host.js";
import { Journal } from "./journal.js";
import { Ownership } from "./owner.js";
import { Renderer } from "./render.js";
import { permittedURL } from "./requests.js";
import { Notes, showToast } from "./words.js";

const parameters = new URLSearchParams(location.search);
const flowName = parameters.get("flow") ?? "onboarding";
const languages = [parameters.get("lang"), ...navigator.languages].filter(Boolean);

const notes = new Notes(document.getElementById("notes"));
const conditions = { isOffline: false, losesNextAnswer: false, killsAfterJournal: false };
const recording = { log: [], trace: [] };
const renderer = new Renderer(document.getElementById("stage"), {
  act: (surface, input) => page.host?.act(surface, input),
  type: (surface, field, text) => page.host?.type(surface, field, text),
});

/** What the running page is made of; `host` is null while no machine runs. */
const page = {
  host: null,
  module: null,
  flow: null,
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
    renderer.draw(screen, language);
  },
  toast: (words) => showToast(document.getElementById("toast"), words),
  open: openOutside,
  storage: (problem) => notes.set("storage", problem),
  journal: (problem) => notes.set("journal", problem),
  simulate: () => notes.set("simulated", "Simulated answers: this flow talks to no server."),
  record(line, trace) {
    if (!parameters.has("dev")) return;
    recording.log.push(line);
    recording.trace.push(trace);
  },
  stop(reason) {
    page.host = null;
    renderer.clear();
    notes.set("simulated", null);
    if (reason === "killed") notes.set("life", "The machine was killed.", { Relaunch: launch });
    if (reason === "trap") relaunchAfterTrap();
    // The lock decides who runs, not a mark that crossed with it.
    if (reason === "displaced" && page.isOwner) launch();
  },
};

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
    if (erases) await journal.erase();
    const { module, flow } = page;
    const host = await Host.launch({
      module, flow, journal, parameters, languages, conditions, observer,
    });
    // Another tab may have taken over meanwhile.
    if (!page.isOwner) return host.kill("displaced");
    page.host = host;
    host.begin();
  } catch (problem) {
    journal?.close();
    console.warn(problem);
    notes.set("life", `The flow cannot start: ${problem.message}.`, { "Try again": launch });
  }
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
  else notes.set("life", "The machine stopped unexpectedly.", { "Try again": launch });
}

function openOutside(url) {
  if (!permittedURL(url) && !/^(mailto|tel):/.test(url)) return;
  const link = document.createElement("a");
  link.href = url;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.click();
}

async function bytesOf(path) {
  const response = await fetch(path, { credentials: "omit" });
  if (!response.ok) throw new Error(`${path} is not there (status ${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

async function begin() {
  if (!/^[A-Za-z]\w{0,63}$/.test(flowName)) throw new Error("flow= takes the name of a flow");
  if (!navigator.locks || !globalThis.indexedDB) {
    throw new Error("this browser, or a page without HTTPS, has no Web Locks or IndexedDB");
  }
  const [machine, flow] = await Promise.all([
    bytesOf("portico.wasm"),
    bytesOf(`flows/${flowName}.flow`),
  ]);
  page.module = await WebAssembly.compile(machine);
  page.flow = flow;
  if (parameters.has("dev")) {
    developerControls(document.getElementById("developer"), page);
  }
  const ownership = new Ownership(`portico.${flowName}`, {
    onOwn() {
      notes.set("owner", null);
      page.isOwner = true;
      launch();
    },
    onOther(takeOver) {
      page.isOwner = false;
      page.host?.kill("displaced");
      notes.set("owner", "This flow runs in another tab.", { "Go on here": takeOver });
    },
  });
  await ownership.begin();
}

// A page out of the back-forward cache has lost its lock.
addEventListener("pageshow", (event) => event.persisted && location.reload());

begin().catch((problem) => {
  console.error(problem);
  notes.set("life", `The flow cannot start: ${problem.message}.`);
});
