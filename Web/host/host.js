// Performs what the machine decides: one mailbox, effects in order, answers back as inputs.
//
// Whatever happens comes in through the mailbox and is worked off completely, its effects included,
// before the next one. The journal is written before any later effect; if it cannot be, the rest of
// the step's effects is dropped and their requests come to nothing with `interrupted`. After `kill`
// nothing is done and nothing comes in any more.

import { Calls } from "./calls.js";
import { IdentityClient } from "./client/client.js";
import { SecureStorage } from "./client/storage.js";
import { countryPicker, deviceRegion } from "./countries.js";
import { Device } from "./device.js";
import { chosenLanguage } from "./files.js";
import { Displaced, StorageProblem } from "./journal.js";
import { choosable, launchFacts, versionOf } from "./launch.js";
import { Machine, MachineProblem, Status, hex, inputLine, launchLine } from "./machine.js";
import { Secrets } from "./secrets.js";

const LONGEST_DELAY = 2 ** 31 - 1;
/** Texts that count seconds are looked at this often, in milliseconds. */
const TICK = 250;

/**
 * What the page wants to hear of a running flow.
 *
 * @typedef {object} Observer
 * @property {(screen: object, language: string) => void} show a screen to draw
 * @property {(words: string) => void} toast
 * @property {(url: string) => void} open a link outside the page
 * @property {(problem: string | null) => void} storage what is wrong, or null
 * @property {(problem: string) => void} journal why the flow could not go on from its journal
 * @property {() => void} simulate an answer was simulated
 * @property {(line: string, trace: string) => void} record
 * @property {(reason: "killed" | "displaced" | "trap") => void} stop
 */

export class Host {
  #machine;
  #journal;
  #observer;
  #language;
  #facts;
  #secrets;
  #storage = new SecureStorage();
  /** The client and the device; null without a server, where all answers are simulated. */
  #client = null;
  #device = null;
  /** What was told before the launch's effects; null from then on. */
  #early = [];
  #mailbox = Promise.resolve();
  #isAlive = true;
  #calls;
  #wakeTimer = null;
  #tickTimer = null;
  #phoneVersion;
  #countries = null;
  #shown = "";
  #top = "";
  #listening = new AbortController();
  #conditions;
  #appVersion;
  /** By the kind of a call: who performs it. */
  #performers = {};

  /**
   * Launches a flow, from its journal where there is one.
   *
   * @param options `parts` (of the machine), `flow` (bytes), `journal`, `parameters` (texts by name, of which those
   *   that the flow declares as configuration count), `languages` (tags wanted), `conditions` (what
   *   a developer changes while it runs: `isOffline`, `losesNextAnswer`, `delaysNextAnswer` in
   *   milliseconds, `killsAfterJournal`), `observer`, the page's `appVersion`, and `server`:
   *   `origin` and `nonce` of the identity server that operations go to; null for simulated answers.
   * @returns a host that has not performed its first effects yet; `begin` does.
   */
  static async launch(options) {
    const { parts, flow, journal, parameters, languages, conditions } = options;
    const { observer, server, appVersion } = options;
    const machine = await Machine.start(parts);
    const description = await machine.load(flow);
    const { bytes, preferences } = await journal.read();
    const host = new Host(machine, journal, observer, description, {
      languages, conditions, appVersion,
    });
    if (server) await host.#connect(parts, server);
    host.#secrets = await Secrets.open(host.#storage, description.name);
    const record = bytes && (await machine.readJournal(bytes));
    if (record) {
      try {
        const isEarlier = versionOf(record) < description.version;
        await host.#launch(record, parameters, new Map(), isEarlier ? "update" : "relaunch");
        return host;
      } catch (problem) {
        if (!isStatus(problem, Status.badRecord)) throw problem;
        await host.#setAside(bytes, problem.message);
        const kind = problem.code === "otherVersion" ? "update" : "relaunch";
        await host.#launch(null, parameters, preferences, kind, true);
        return host;
      }
    }
    if (bytes) await host.#setAside(bytes, "it is damaged");
    await host.#launch(null, parameters, preferences, bytes ? "relaunch" : "first", Boolean(bytes));
    return host;
  }

  constructor(machine, journal, observer, description, { languages, conditions, appVersion }) {
    this.#machine = machine;
    this.#journal = journal;
    this.#observer = observer;
    this.#phoneVersion = description.phoneVersion;
    this.#facts = new Map(description.facts.map((fact) => [fact.name, fact]));
    this.#language = chosenLanguage(languages, description.languages);
    this.#conditions = conditions;
    this.#appVersion = appVersion;
    this.#calls = new Calls({
      isOffline: () => this.#isOffline,
      secretOf: (...place) => this.#secrets.find(...place),
      simulated: (request) => {
        observer.simulate();
        return machine.simulated(request);
      },
      late: () => this.#late(),
      deliver: (work) => this.#post(work),
      performers: this.#performers,
    });
  }

  /** The client's own machine is another instance: a trap of one is none of the other. */
  async #connect(parts, server) {
    const tell = (news) => this.#hear(news);
    const isOffline = () => this.#isOffline;
    const language = this.#language;
    const own = await Machine.start(parts);
    this.#client = new IdentityClient(own, this.#storage, {
      server, language, appVersion: this.#appVersion, isOffline, tell,
    });
    await this.#client.wake();
    this.#device = await Device.open(this.#storage, {
      conditions: this.#conditions, tell,
      wiped: () => this.#client.forget(),
    });
    this.#performers.operation = (...call) => this.#client.perform(...call);
    this.#performers.capability = (name) => this.#device.perform(name);
  }

  /** What the client or the device tells. A fact or signal that the flow has not is left alone. */
  #hear(news) {
    if (this.#early) return this.#early.push(news);
    const { signal, fact, value } = news;
    if (signal) return this.#post(() => this.#step(members({ signal: { name: signal } })));
    const known = this.#facts.get(fact);
    if (known?.place !== "device") return;
    const told = { fact, value: choosable(known, value) };
    this.#post(() => this.#step(members({ tell: told })));
  }

  /** @param isLost there was a journal that cannot be used. */
  async #launch(record, parameters, preferences, kind, isLost = false) {
    const device = {
      region: deviceRegion(navigator.languages), appVersion: this.#appVersion,
      ...this.#device?.facts, ...(await this.#client?.facts()),
      network: !this.#isOffline, foreground: isVisible(), launch: kind,
    };
    // That is what there was to tell so far.
    this.#early = [];
    const facts = await launchFacts(this.#facts, { parameters, preferences, device }, (name, json) =>
      this.#machine.fits(name, json),
    );
    const run = hex(crypto.getRandomValues(new Uint8Array(16)));
    const secrets = this.#secrets.names.filter((name) => this.#facts.get(name)?.type === "secret");
    const line = launchLine({
      at: Date.now(), entropy: entropy(), run, facts, secrets, phones: this.#phoneVersion, record,
      isLost, isUnreadable: this.#secrets.isUnreadable,
    });
    this.#observer.record(line, await this.#machine.launch(line));
  }

  /** Performs the launch's effects, and goes on with what happens. */
  begin() {
    this.#post(() => this.#settle());
    const early = this.#early;
    this.#early = null;
    for (const news of early) this.#hear(news);
    const { signal } = this.#listening;
    document.addEventListener("visibilitychange", () => this.#noteVisibility(), { signal });
    for (const event of ["online", "offline"]) {
      addEventListener(event, () => this.noteNetwork(), { signal });
    }
    if (!isVisible()) this.#noteVisibility();
  }

  /** Kept once everything is worked off that came in so far. */
  get settled() {
    return this.#mailbox;
  }

  /** Kept once every call has its answer, and that is worked off. */
  async answered() {
    await this.#calls.ended();
    await this.#mailbox;
  }

  /** Drops the machine without a warning, as the system kills an app. */
  kill(reason = "killed") {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    clearTimeout(this.#wakeTimer);
    clearTimeout(this.#tickTimer);
    this.#listening.abort();
    this.#calls.cancelAll();
    this.#client?.close();
    this.#device?.close();
    this.#storage.close();
    this.#journal.close();
    this.#observer.stop(reason);
  }

  /**
   * What a person did on a surface; dropped when another one is on top by the time that it is
   * worked off.
   *
   * @returns a promise kept when it was worked off.
   */
  act(surface, input) {
    return this.#post(async () => {
      if (this.#top === surface) await this.#step(members(input));
    });
  }

  /** The text of a field. A secret stays here, and the machine gets only whether it is valid. */
  type(surface, field, text) {
    return this.#post(async () => {
      if (this.#top !== surface) return;
      const secret = await this.#validity(field, text);
      if (!secret) return this.#step(members({ type: { field, text } }));
      this.#secrets.type(secret.fact, text);
      await this.#step(members({ typeSecret: { field, valid: secret.valid } }));
    });
  }

  /** Gets what fields of the kind `country` show: see `Machine.countries`. */
  countries() {
    this.#countries ??= countryPicker(this.#machine, this.#language).catch((problem) =>
      this.#break(problem),
    );
    return this.#countries;
  }

  /** Gets the regions that a search among them finds, the best first. */
  async findCountries(typed) {
    await this.countries();
    return this.#machine.findCountries(typed);
  }

  /** Null for a field that holds no secret. */
  async #validity(field, text) {
    try {
      return await this.#machine.validity(field, text);
    } catch (problem) {
      if (isStatus(problem, Status.badInput)) return null;
      throw problem;
    }
  }

  /** The network came or went, or a developer says so. */
  noteNetwork() {
    if (!this.#isOffline) this.#client?.wake();
    const fact = this.#facts.get("network");
    if (fact?.place !== "device") return;
    this.#post(() => this.#step(members({ tell: { fact: "network", value: !this.#isOffline } })));
  }

  /** A developer changed what the device would say of where it is. */
  noteLocation() {
    this.#device?.noteLocation();
  }

  #noteVisibility() {
    if (isVisible()) this.#client?.wake();
    this.#post(() => this.#step(members({ foreground: isVisible() })));
  }

  get #isOffline() {
    return this.#conditions.isOffline || navigator.onLine === false;
  }

  async #setAside(bytes, why) {
    await this.#journal.setAside(bytes);
    this.#observer.journal(
      `The journal cannot be used: ${why}. It is kept, and the flow begins again.`);
  }

  // Mailbox and steps

  #post(work) {
    const done = this.#mailbox.then(async () => {
      if (this.#isAlive) await work();
    });
    this.#mailbox = done.catch((problem) => this.#break(problem));
    return this.#mailbox;
  }

  /**
   * An error that no part expects: a trap, or a fault of this script. The journal stands, and a
   * relaunch goes on from it.
   */
  #break(problem) {
    console.error(problem);
    this.kill("trap");
  }

  async #step(input) {
    const line = inputLine(Date.now(), entropy(), input);
    let trace;
    try {
      trace = await this.#machine.step(line);
    } catch (problem) {
      // Not understood, so nothing changed: such as a tap on what is no longer there.
      if (isStatus(problem, Status.badInput)) return;
      throw problem;
    }
    if (!this.#isAlive) return;
    this.#observer.record(line, trace);
    await this.#settle();
  }

  /** Performs the effects of the last step, then shows where the flow is: what is seen is written. */
  async #settle() {
    await this.#perform(await this.#machine.effects(this.#language));
    await this.#show();
    await this.#schedule();
  }

  async #show() {
    if (!this.#isAlive) return;
    const text = await this.#machine.screen(Date.now(), this.#language);
    if (text === this.#shown || !this.#isAlive) return;
    this.#shown = text;
    const screen = JSON.parse(text);
    this.#top = (screen.overlays.at(-1) ?? screen.screen)?.name ?? "";
    this.#observer.show(screen, this.#language);
  }

  async #schedule() {
    clearTimeout(this.#wakeTimer);
    clearTimeout(this.#tickTimer);
    const deadline = await this.#machine.nextDeadline();
    if (deadline === null || !this.#isAlive) return;
    const delay = Math.min(Math.max(deadline - Date.now(), 0), LONGEST_DELAY);
    this.#wakeTimer = setTimeout(() => this.#post(() => this.#step('"wake":true')), delay);
    if (isVisible()) this.#tick();
  }

  #tick() {
    this.#tickTimer = setTimeout(() => {
      this.#post(() => this.#show());
      this.#tick();
    }, TICK);
  }

  // Effects

  async #perform(effects) {
    for (const [place, effect] of effects.entries()) {
      if (!this.#isAlive) return;
      try {
        await this.#do(effect);
      } catch (problem) {
        if (!this.#isAlive) return;
        if (problem instanceof Displaced) return this.kill("displaced");
        if (!(problem instanceof StorageProblem)) throw problem;
        this.#observer.storage(
          `Nothing new can be stored: ${problem.message}. What was stored before is still there.`);
        return this.#interrupt(effects.slice(place));
      }
    }
  }

  /** What was not performed has come to nothing. */
  #interrupt(dropped) {
    for (const { do: action, request, ticket } of dropped) {
      if (action !== "perform") continue;
      this.#post(() => this.#understand(request, ticket, { failed: "interrupted" }));
    }
  }

  async #do(effect) {
    switch (effect.do) {
      case "journal":
        await this.#journal.write(await this.#machine.record(), effect.forced);
        this.#observer.storage(null);
        if (this.#conditions.killsAfterJournal) {
          this.#conditions.killsAfterJournal = false;
          this.kill();
        }
        return;
      case "writePreference":
        return this.#journal.writePreference(effect.fact, await this.#machine.value(effect.fact));
      case "perform":
        return this.#calls.begin(effect, (answer) => this.#receive(effect, answer));
      case "cancel":
        return this.#calls.cancel(effect);
      case "sealSecret":
        return this.#secrets.seal(effect.fact, effect.request, effect.ticket);
      case "storeSecret":
        return this.#secrets.store(effect.fact, effect.from);
      case "forgetSecret":
        return this.#secrets.forget(effect.fact);
      case "eraseSecret":
        return this.#secrets.erase(effect.fact);
      case "unseal":
        return this.#secrets.unseal(effect.request, effect.ticket);
      case "toast":
        return this.#observer.toast(effect.text);
      case "open":
        return this.#observer.open(effect.url);
      case "startService":
      case "stopService":
      case "tell":
        // For the app around the flow; this bare page has none.
        dispatchEvent(new CustomEvent(`portico:${effect.do}`, { detail: effect }));
        return;
    }
  }

  async #late() {
    const delay = this.#conditions.delaysNextAnswer;
    if (!delay) return;
    this.#conditions.delaysNextAnswer = 0;
    await new Promise((end) => setTimeout(end, delay));
  }

  #receive({ request, ticket }, answer) {
    const isLost = this.#conditions.losesNextAnswer && answer.status !== undefined;
    if (isLost) this.#conditions.losesNextAnswer = false;
    return this.#understand(request, ticket, isLost ? { failed: "lost" } : answer);
  }

  async #understand(request, ticket, answer) {
    const { answered, secrets } = await this.#machine.classify(request, ticket, answer);
    try {
      for (const [fact, secret] of Object.entries(secrets)) await this.#secrets.keep(fact, secret);
    } catch (problem) {
      if (!(problem instanceof StorageProblem)) throw problem;
      return this.#understand(request, ticket, { failed: "interrupted" });
    }
    await this.#step(`"answered":${answered}`);
  }
}

function isStatus(problem, status) {
  return problem instanceof MachineProblem && problem.status === status;
}

function members(input) {
  return JSON.stringify(input).slice(1, -1);
}

/** 64 random bits in hexadecimal digits. */
function entropy() {
  return hex(crypto.getRandomValues(new Uint8Array(8)));
}

function isVisible() {
  return document.visibilityState === "visible";
}
