// The screens of an event log, drawn without a machine: for pictures and for checks of every
// screen.

import { Machine, Renderer, countryPicker, drawing } from "../host/page.js";
import { written } from "../host/moments.js";

export class Gallery {
  #page;
  #renderer = null;
  /** Loads the table of phone numbers, if the flow needs it. */
  #machine = null;
  #language = "en";

  constructor(page) {
    this.#page = page;
  }

  /**
   * Runs an event log through fresh machines.
   *
   * @returns one object for each screen that differs from the one before it: `{name, overlays,
   *   byLanguage}`, the last one with the screen as JSON for each of the languages.
   */
  async screens(log, languages) {
    const { parts, flow } = this.#page;
    const seen = [];
    let machine = null;
    let last = "";
    for (const line of log.split("\n").filter((line) => line.trim() !== "")) {
      const { launch, at = launch.at } = JSON.parse(line);
      if (launch) {
        machine = await Machine.start(parts);
        await machine.load(flow);
        await machine.launch(line);
      } else {
        await machine.step(line);
      }
      const drawn = languages.map((language) => machine.screen(at, language));
      const texts = await Promise.all(drawn);
      if (texts[0] === last) continue;
      last = texts[0];
      const { screen, overlays } = JSON.parse(texts[0]);
      const byLanguage = Object.fromEntries(
        languages.map((language, place) => [language, JSON.parse(texts[place])]),
      );
      if (screen) seen.push({ name: screen.name, overlays: overlays.map(({ name }) => name), byLanguage });
    }
    return seen;
  }

  /** Draws a screen; its input is ignored. */
  async show(screen, language) {
    await this.#page.launching;
    this.#page.host?.kill();
    document.getElementById("notes").replaceChildren();
    if (!this.#machine) {
      this.#machine = await Machine.start(this.#page.parts);
      await this.#machine.load(this.#page.flow);
    }
    if (this.#language !== language) this.#renderer?.clear();
    this.#language = language;
    this.#renderer ??= new Renderer(document.getElementById("stage"), {
      act: async () => {},
      type: async () => {},
      countries: () => countryPicker(this.#machine, this.#language),
      findCountries: (typed) => this.#machine.findCountries(typed),
    });
    await drawing(screen);
    this.#renderer.draw(written(screen, language), language);
  }
}
