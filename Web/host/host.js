// The running flow of a page: what the browser brings to a process (process.js), and what the page shows of it.

import { Calls } from "./calls.js";
import { IdentityClient } from "./client/client.js";
import { SecureStorage } from "./client/storage.js";
import { countryPicker, deviceRegion } from "./countries.js";
import { Device } from "./device.js";
import { chosenLanguage } from "./files.js";
import { Machine, hex } from "./machine.js";
import { Displaced, StorageProblem } from "./problems.js";
import { Process } from "./process.js";
import { permittedURL } from "./requests.js";
import { Secrets } from "./secrets.js";
import { getWords, wordsIn } from "./words.js";

const LONGEST_DELAY = 2 ** 31 - 1;
/** Texts that count seconds are looked at this often, in milliseconds. */
const TICK = 250;

/**
 * What the page wants to hear of a running flow.
 *
 * @typedef {object} Observer
 * @property {(screen: object, language: string) => void} show a screen to draw
 * @property {(words: string, language: string) => void} toast
 * @property {(url: string) => void} open a link outside the page
 * @property {(url: string) => void} leave the page for a provider's
 * @property {(problem: string | null) => void} storage what is wrong, or null
 * @property {(problem: string) => void} journal why the flow could not go on from its journal
 * @property {() => void} simulate an answer was simulated
 * @property {boolean} isRecording whether `record` is called
 * @property {(line: string, trace: string) => void} record each step
 * @property {(reason: "killed" | "displaced" | "trap") => void} stop
 */

export class Host {
  #options;
  #machine;
  language;
  #storage = new SecureStorage();
  #process = null;
  #secrets = null;
  /** The client and the device; null without a server, where all answers are simulated. */
  #client = null;
  #device = null;
  #calls;
  #isAlive = true;
  #wakeTimer = null;
  #tickTimer = null;
  #countries = null;
  #shown = "";
  #top = "";
  #listening = new AbortController();
  /** A provider's page to leave for. */
  #exit = null;
  /** Storage does not take what is written. */
  #isBehind = false;
  /** By the kind of a call: who performs it. */
  #handlers = {};

  /**
   * Launches a flow, from its journal where there is one.
   *
   * @param options `parts` (of the machine), `flow` (bytes), `journal`, `parameters` (texts by name, of which those
   *   that the flow declares as configuration count), `languages` (tags wanted), `conditions` (what
   *   a developer changes while it runs: `isOffline`, `losesNextAnswer`, `delaysNextAnswer` in
   *   milliseconds, `killsAfterJournal`), `observer`, the page's `appVersion`, and `server`:
   *   `origin` and `nonce` of the identity server that operations go to; null for simulated answers.
   * @returns a host that has not performed its first actions yet; `begin` does.
   */
  static async launch(options) {
    const machine = await Machine.start(options.parts);
    const { name, languages, words } = await machine.load(options.flow);
    const language = chosenLanguage(options.languages, languages);
    await getWords(language, words);
    const host = new Host(machine, options, language);
    if (options.server) await host.#connect();
    await host.#launch(name);
    return host;
  }

  constructor(machine, options, language) {
    this.#machine = machine;
    this.#options = options;
    this.language = language;
    this.#calls = new Calls({
      isOffline: () => this.#isOffline,
      simulated: (request) => {
        options.observer.simulate();
        return machine.simulated(request);
      },
      late: () => this.#late(),
      answered: async (call, answer) => {
        await this.#receive(call, answer);
        if (call.name === "openProvider") this.#leave();
      },
      handlers: this.#handlers,
      isSimulated: options.parameters.has("simulated"),
    });
  }

  /** The client's own machine is another instance: a trap of one is none of the other. */
  async #connect() {
    const { parts, server, conditions, appVersion } = this.#options;
    const tell = (news) => this.#hear(news);
    const isOffline = () => this.#isOffline;
    const own = await Machine.start(parts);
    this.#client = new IdentityClient(own, this.#storage, {
      server, language: this.language, appVersion, isOffline, tell,
    });
    await this.#client.wake();
    this.#device = await Device.open(this.#storage, {
      conditions, tell, wiped: () => this.#client.forget(),
      say: (name) => this.#options.observer.toast(wordsIn(this.language)[name]),
      beginPasskey: (signal) =>
        this.#client.perform("beginPasskeySignIn", "{}", { key: hex(entropy()), signal }),
      getExport: (id, signal) => this.#client.perform("getExport", JSON.stringify({ id }), { signal }),
      leave: (url) => !this.#isBehind && (this.#exit = permittedURL(url)),
    });
    this.#handlers.operation = (...call) => this.#client.perform(...call);
    this.#handlers.capability = (name, body, { signal }) => this.#device.perform(name, body, signal);
  }

  /** What the client or the device tells; before the launch it is among the launch's facts. */
  #hear({ signal, text, fact, value }) {
    this.#process?.take(signal ? { signal: { name: signal, text } } : { tell: { fact, value } });
  }

  async #launch(name) {
    const { journal, observer, parameters, appVersion } = this.#options;
    const { bytes, preferences } = await journal.read();
    const secrets = (this.#secrets = new Secrets(this.#storage, name));
    const names = await secrets.names().catch((problem) => {
      // Unreadable is not the same as empty (CMP-4).
      if (!(problem instanceof StorageProblem)) throw problem;
    });
    const facts = {
      region: deviceRegion(navigator.languages), appVersion, language: this.language,
      ...this.#device?.facts, ...(await this.#client?.facts()),
      network: !this.#isOffline, foreground: isVisible(), utcOffset: utcOffset(),
    };
    this.#process = new Process(this.#machine, {
      journal, secrets, now: Date.now, entropy,
      outside: (action) => this.#perform(action),
      performed: (action) => this.#performed(action),
      stepped: (record, trace) => observer.record(record, trace),
      stored: (problem) => {
        this.#isBehind = problem !== null;
        observer.storage(
          problem && `Nothing new can be stored: ${problem.message}. What was stored before is still there.`);
      },
      settled: () => this.#settle(),
      broke: (problem) => this.#break(problem),
    });
    const { aside } = await this.#machine.begin({
      at: Date.now(), entropy: entropy(), run: hex(crypto.getRandomValues(new Uint8Array(16))),
      language: this.language, facts, configuration: Object.fromEntries(parameters),
      preferences: Object.fromEntries(preferences), secrets: names, observed: observer.isRecording,
    }, bytes ?? "");
    if (aside) observer.journal(`The journal cannot be used: ${aside}. It is kept, and the flow begins again.`);
  }

  /** Performs the launch's actions, and goes on with what happens. */
  begin() {
    this.#process.begin();
    const { signal } = this.#listening;
    document.addEventListener("visibilitychange", () => this.#noteVisibility(), { signal });
    for (const event of ["online", "offline"]) {
      addEventListener(event, () => this.noteNetwork(), { signal });
    }
    // What the app itself has to say.
    for (const [event, input] of [["portico:signal", "signal"], ["portico:fact", "tell"]]) {
      addEventListener(event, ({ detail }) => this.#process.take({ [input]: detail }), { signal });
    }
    if (!isVisible()) this.#noteVisibility();
    dispatchEvent(new Event("portico:ready"));
  }

  /** A provider led back to the page with this query; kept once the flow has heard of it. */
  async returned(query) {
    await this.#client?.returned(query);
    await this.settled;
  }

  /** Leaving ends this page, so what it would not find again is written before (FED-3). */
  #leave() {
    const url = this.#exit;
    this.#exit = null;
    if (url && this.#isAlive && !this.#isBehind) this.#options.observer.leave(url.href);
  }

  /** Kept once everything is worked off that came in so far. */
  get settled() {
    return this.#process.settled;
  }

  /** Kept once every call has its answer, and that is worked off. */
  async answered() {
    await this.#calls.ended();
    await this.settled;
  }

  /** Drops the machine without a warning, as the system kills an app. */
  kill(reason = "killed") {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#process?.end();
    clearTimeout(this.#wakeTimer);
    clearTimeout(this.#tickTimer);
    this.#listening.abort();
    this.#calls.cancelAll();
    this.#client?.close();
    this.#device?.close();
    this.#storage.close();
    this.#options.journal.close();
    this.#options.observer.stop(reason);
  }

  /**
   * What a person did on a surface; dropped when another one is on top by the time that it is
   * worked off.
   *
   * @returns a promise kept when it was worked off.
   */
  act(surface, input) {
    return this.#process.take(() => this.#top === surface && input);
  }

  /** The text of a field. */
  type(surface, field, text) {
    return this.act(surface, { type: { field, text } });
  }

  /**
   * A secret that the screen shows to its owner.
   *
   * @returns its text, or with `isPicture` its QR code; null for one that is gone.
   */
  async secret(name, isPicture) {
    const [value] = await this.#secrets.read([name]);
    return value && isPicture ? this.#machine.qr(value) : value;
  }

  /** Asks the identity server how strong a password is (`showStrength`); undefined without a server. */
  get strength() {
    return this.#client && (async (typed) => {
      const { body } = await this.#client.perform("passwordStrength", JSON.stringify(typed));
      try {
        return JSON.parse(body).strength ?? null;
      } catch {
        return null;
      }
    });
  }

  /** Gets what fields of the kind `country` show: see `Machine.countries`. */
  countries() {
    this.#countries ??= countryPicker(this.#machine, this.language).catch((problem) =>
      this.#break(problem),
    );
    return this.#countries;
  }

  /** Gets the regions that a search among them finds, the best first. */
  async findCountries(typed) {
    await this.countries();
    return this.#machine.findCountries(typed);
  }

  /** The network came or went, or a developer says so. */
  noteNetwork() {
    if (!this.#isOffline) this.#client?.wake();
    this.#process.take({ tell: { fact: "network", value: !this.#isOffline } });
  }

  /** A developer changed what the device would say of where it is. */
  noteLocation() {
    this.#device?.noteLocation();
  }

  #noteVisibility() {
    if (isVisible()) {
      this.#client?.wake();
      this.#process.take({ tell: { fact: "utcOffset", value: utcOffset() } });
    }
    this.#process.take({ foreground: isVisible() });
  }

  get #isOffline() {
    return this.#options.conditions.isOffline || navigator.onLine === false;
  }

  /**
   * An error that no part expects: a trap, or a fault of this script. The journal stands, and a
   * relaunch goes on from it.
   */
  #break(problem) {
    if (problem instanceof Displaced) return this.kill("displaced");
    console.error(problem);
    this.kill("trap");
  }

  // What the process asks for

  #performed(action) {
    const { conditions } = this.#options;
    if (action.do !== "writeRecord" || !conditions.killsAfterJournal) return;
    conditions.killsAfterJournal = false;
    this.kill();
  }

  #perform(action) {
    switch (action.do) {
      case "perform":
        return this.#calls.begin(action);
      case "cancel":
        return this.#calls.cancel(action);
      case "toast":
        return this.#options.observer.toast(action.text, this.language);
      case "open":
        return this.#options.observer.open(action.url);
      default:
        // For the app around the flow. Where none takes what a person asked for, it is said what would.
        if (dispatchEvent(new CustomEvent(`portico:${action.do}`, { detail: action, cancelable: true }))
          && action.do === "tell") this.#options.observer.toast(wordsIn(this.language).yourApp);
    }
  }

  async #late() {
    const { conditions } = this.#options;
    const delay = conditions.delaysNextAnswer;
    if (!delay) return;
    conditions.delaysNextAnswer = 0;
    await new Promise((end) => setTimeout(end, delay));
  }

  #receive({ send, request, ticket }, { body, ...answer }) {
    const { conditions } = this.#options;
    const isLost = conditions.losesNextAnswer && answer.status !== undefined;
    if (isLost) conditions.losesNextAnswer = false;
    const told = isLost ? { failed: "lost" } : answer;
    return this.#process.take({ answer: { send, request, ticket, ...told } }, isLost ? "" : body);
  }

  // What is seen

  /** Shows where the flow is once all is performed: what is seen is written. */
  async #settle() {
    await this.#show();
    await this.#schedule();
  }

  async #show() {
    if (!this.#isAlive) return;
    const text = await this.#machine.screen(Date.now(), this.language);
    if (text === this.#shown || !this.#isAlive) return;
    this.#shown = text;
    const screen = JSON.parse(text);
    this.#top = (screen.overlays.at(-1) ?? screen.screen)?.name ?? "";
    this.#options.observer.show(screen, this.language);
  }

  async #schedule() {
    clearTimeout(this.#wakeTimer);
    clearTimeout(this.#tickTimer);
    const deadline = await this.#machine.nextDeadline();
    if (deadline === null || !this.#isAlive) return;
    const delay = Math.min(Math.max(deadline - Date.now(), 0), LONGEST_DELAY);
    this.#wakeTimer = setTimeout(() => this.#process.take({ time: true }), delay);
    if (isVisible()) this.#tick();
  }

  #tick() {
    this.#tickTimer = setTimeout(() => {
      this.#process.post(() => this.#show());
      this.#tick();
    }, TICK);
  }
}

/** 64 random bits in hexadecimal digits. */
function entropy() {
  return hex(crypto.getRandomValues(new Uint8Array(8)));
}

/** How many minutes local time is ahead of UTC. */
function utcOffset() {
  return -new Date().getTimezoneOffset();
}

function isVisible() {
  return document.visibilityState === "visible";
}
