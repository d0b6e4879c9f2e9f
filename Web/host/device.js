// What a flow may ask of the device that a page is (docs/capabilities.md), and what it tells.
//
// A browser has one level of location, no push token, no page of settings and nowhere to upload a
// picture to; what there is not is answered, not left open.

import { randomName } from "./client/proof.js";
import { getScript } from "./later.js";

const DEVICE_ID = "device-id";
/** Where the page keeps the switch of an app's settings that resets it. */
export const RESET_SWITCH = "portico.reset";

const answer = (value = {}) => ({ status: 200, body: JSON.stringify(value) });

export class Device {
  #storage;
  #options;
  #permission = null;

  /**
   * @param options `conditions` (of which `location` and `position` take the place of the browser's), `wiped()` once
   *   storage is empty, `tell(news)`, `say(name)`, which shows words of the page, `beginPasskey(signal)`, which asks the
   *   server for the challenge of a sign-in, `getExport(id, signal)`, which reads the account's data from it, and
   *   `leave(url)`, which leaves for a provider's page once all is written, or returns false.
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
    const parameters = JSON.parse(body || "{}");
    const { beginPasskey, tell, wiped } = this.#options;
    if (name.endsWith("Passkey")) {
      const { performPasskeyCall } = await getScript("passkeys");
      return performPasskeyCall(name, parameters, signal, { begin: () => beginPasskey(signal), tell });
    }
    switch (name) {
      case "deviceId":
        return answer({ id: await this.#identifier() });
      case "wipeSecureStorage":
        await this.#storage.wipe();
        await wiped();
        return answer();
      case "consumeResetSwitch":
        localStorage.removeItem(RESET_SWITCH);
        tell({ fact: "resetSwitch", value: false });
        return answer();
    }
    const { performCapability } = await getScript("capabilities");
    return performCapability(name, parameters, signal, {
      ...this.#options, location: () => this.#location, noteLocation: () => this.noteLocation(),
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
