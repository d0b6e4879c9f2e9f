// What a flow may ask of the device that a page is (docs/capabilities.md), and what it tells.
//
// A browser has one level of location, no push token, no page of settings and nowhere to upload a
// picture to; what there is not is answered, not left open.

import { randomName } from "./client/proof.js";
import { getScript } from "./elements.js";

/** Milliseconds after which a position counts as not to be had; the flow may give up earlier. */
const POSITION_TIME = 60_000;
const DEVICE_ID = "device-id";
/** Where the page keeps the switch of an app's settings that resets it. */
export const RESET_SWITCH = "portico.reset";

const answer = (status, value = {}) => ({ status, body: JSON.stringify(value) });
const denied = answer(403, { code: "denied" });
const unavailable = answer(404, { code: "unavailable" });
const done = answer(200);

export class Device {
  #storage;
  #options;
  #permission = null;

  /**
   * @param options `conditions` (of which `location` and `position` take
   *   the place of the browser's), `wiped()` once storage is empty, `tell(news)`, `beginPasskey(signal)`, which asks
   *   the server for the challenge of a sign-in, `getExport(id, signal)`, which reads the account's data from it, and `leave(url)`, which leaves for a provider's page once all is
   *   written, or returns false.
   */
  static async open(storage, options) {
    const device = new Device(storage, options);
    try {
      device.#permission = await navigator.permissions.query({ name: "geolocation" });
      // Not every browser calls back when it was asked: so it is watched.
      device.#permission.onchange = () => device.noteLocation();
    } catch {
      // A browser that cannot be asked tells when it is asked for a position.
    }
    return device;
  }

  constructor(storage, options) {
    this.#storage = storage;
    this.#options = options;
  }

  /** Facts of place `device` at a launch. */
  get facts() {
    return {
      location: this.#location, resetSwitch: localStorage.getItem(RESET_SWITCH) === "on",
      returnAddress: `${location.origin}/`,
    };
  }

  get #location() {
    const states = { granted: "highest", denied: "denied", prompt: "notAsked" };
    return this.#options.conditions.location ?? states[this.#permission?.state] ?? "notAsked";
  }

  /** The permission changed, or a developer says so. */
  noteLocation() {
    this.#options.tell({ fact: "location", value: this.#location });
  }

  close() {
    if (this.#permission) this.#permission.onchange = null;
  }

  /** @returns `{status, body}`; `signal` aborts what asks a person. */
  async perform(name, body, signal) {
    switch (name) {
      case "autofillPasskey":
      case "canCreatePasskey":
      case "createPasskey":
      case "getPasskey":
      case "signalUnknownPasskey":
        return (await getScript("passkeys")).performPasskeyCall(
          name, JSON.parse(body || "{}"), signal,
          { begin: () => this.#options.beginPasskey(signal), tell: this.#options.tell },
        );
      case "saveExport":
        return this.#saveExport(JSON.parse(body).id, signal);
      case "openProvider":
        return this.#options.leave(JSON.parse(body).url) ? done : unavailable;
      case "requestLocation":
        return this.#requestLocation();
      case "currentLocation":
        return this.#currentLocation();
      case "deviceId":
        return answer(200, { id: await this.#identifier() });
      case "wipeSecureStorage":
        await this.#storage.wipe();
        await this.#options.wiped();
        return done;
      case "consumeResetSwitch":
        localStorage.removeItem(RESET_SWITCH);
        this.#options.tell({ fact: "resetSwitch", value: false });
        return done;
      case "requestPush":
        return this.#requestPush();
      // A page cannot open them, but it can say where they are.
      case "openSettings":
        this.#options.say("siteSettings");
        return done;
      default:
        return unavailable;
    }
  }

  /** CTR-9: read with the proof of this page, which no link can carry. */
  async #saveExport(id, signal) {
    const got = await this.#options.getExport(id, signal);
    if (got.status !== 200) return got;
    (await getScript("downloads")).saveJSON(got.body, "account-data.json");
    return answer(200, { file: "account-data.json" });
  }

  /** There is no token in a page, so that the client has none to send where a developer grants it. */
  #requestPush() {
    const { push } = this.#options.conditions;
    if ((push ?? globalThis.Notification?.permission) === "denied") return denied;
    return push === "granted" ? done : unavailable;
  }

  /** Done once the person was asked; what was granted is told. */
  async #requestLocation() {
    if (this.#options.conditions.location === undefined) await this.#position();
    this.noteLocation();
    return this.#location === "denied" ? denied : done;
  }

  async #currentLocation() {
    const { location, position } = this.#options.conditions;
    if ((location ?? this.#location) === "denied") return denied;
    const found = position ?? (location === undefined ? await this.#position() : null);
    if (!found) return this.#location === "denied" ? denied : answer(503);
    // Rounded before anybody gets them (SEC "Privacy").
    const hundredths = (degrees) => (Math.round(degrees * 100) / 100).toFixed(2);
    return answer(200, {
      latitude: hundredths(found.latitude), longitude: hundredths(found.longitude),
    });
  }

  /** @returns degrees, or null where there are none now. */
  #position() {
    return new Promise((resolve) => {
      if (!navigator.geolocation) return resolve(null);
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => resolve(coords),
        () => resolve(null),
        { enableHighAccuracy: false, maximumAge: 60_000, timeout: POSITION_TIME },
      );
    });
  }

  #identifier() {
    return this.#storage.exclusively(async () => {
      const found = await this.#storage.readText(DEVICE_ID);
      if (found) return found;
      const drawn = randomName();
      await this.#storage.write({ [DEVICE_ID]: drawn });
      return drawn;
    });
  }
}
