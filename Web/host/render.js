// Draws screens as plain HTML, with text nodes only.
//
// Elements are kept from one drawing to the next and changed in place, so that focus and caret stay
// where they are. What a person is typing is never overwritten by an older value.

import { makeElement } from "./elements.js";

/** The few words that a host has of its own. */
const WORDS = {
  en: { back: "Back" },
  de: { back: "Zurück" },
  ar: { back: "رجوع" },
};

export class Renderer {
  #stage;
  #actions;
  #screen = null;
  #overlays = [];
  /** What had the focus when the first overlay came. */
  #focusBefore = null;

  /**
   * @param stage the element to draw in.
   * @param actions `act(surface, input)` and `type(surface, field, text)`; both return promises.
   */
  constructor(stage, actions) {
    this.#stage = stage;
    this.#actions = actions;
    stage.addEventListener("keydown", (event) => {
      const top = this.#overlays.at(-1);
      if (event.key === "Escape" && top) actions.act(top.name, { dismiss: top.name });
    });
  }

  draw(screen, language) {
    document.documentElement.lang = language;
    document.documentElement.dir = screen.rightToLeft ? "rtl" : "ltr";
    const isFirst = this.#screen === null;
    const hadOverlays = this.#overlays.length > 0;
    const isNew = this.#drawScreen(screen.screen, language);
    const newOverlay = this.#drawOverlays(screen.overlays, language);

    const top = this.#overlays.at(-1) ?? this.#screen;
    for (const surface of [this.#screen, ...this.#overlays]) {
      if (surface) surface.node.inert = surface !== top;
    }
    document.title = top?.title ?? "";
    if (newOverlay) top.focus();
    else if (hadOverlays && top === this.#screen) this.#returnFocus(isNew);
    else if (isNew && !isFirst) top?.focus();
  }

  clear() {
    this.#stage.replaceChildren();
    this.#screen = null;
    this.#overlays = [];
    this.#focusBefore = null;
  }

  #drawScreen(value, language) {
    if (this.#screen && this.#screen.name === value?.name) {
      this.#screen.update(value);
      return false;
    }
    this.#screen?.node.remove();
    this.#screen = value ? new Surface("main", value, language, this.#actions) : null;
    if (this.#screen) this.#stage.prepend(this.#screen.node);
    return true;
  }

  /** @returns whether an overlay came. */
  #drawOverlays(values, language) {
    const before = this.#overlays;
    if (before.length === 0 && values.length > 0) this.#focusBefore = document.activeElement;
    for (const surface of before) {
      if (!values.some((value) => value.name === surface.name)) surface.node.remove();
    }
    this.#overlays = values.map((value) => {
      const known = before.find((surface) => surface.name === value.name);
      if (known) known.update(value);
      return known ?? new Surface("section", value, language, this.#actions);
    });
    for (const surface of this.#overlays) {
      if (!surface.node.isConnected) this.#stage.append(surface.node);
    }
    return this.#overlays.some((surface) => !before.includes(surface));
  }

  #returnFocus(isNewScreen) {
    const place = this.#focusBefore;
    this.#focusBefore = null;
    if (!isNewScreen && place?.isConnected && place !== document.body) place.focus();
    else this.#screen?.focus();
  }
}

/** One screen or overlay. */
class Surface {
  #heading = document.createElement("h1");
  #back = document.createElement("button");
  #form = document.createElement("form");
  #elements = new Map();
  #actions;

  constructor(tag, value, language, actions) {
    this.name = value.name;
    this.#actions = actions;
    this.node = document.createElement(tag);
    this.node.dataset.surface = value.name;
    this.node.dataset.view = value.view;
    this.node.dataset.style = value.style;
    this.#heading.id = `title-${value.name}`;
    this.#heading.tabIndex = -1;
    if (tag === "section") {
      this.node.setAttribute("role", value.style === "alert" ? "alertdialog" : "dialog");
      this.node.setAttribute("aria-modal", "true");
      this.node.setAttribute("aria-labelledby", this.#heading.id);
    }
    this.#back.type = "button";
    this.#back.className = "back";
    this.#back.textContent = (WORDS[language.split("-")[0]] ?? WORDS.en).back;
    this.#back.addEventListener("click", () => actions.act(this.name, { back: true }));
    this.#form.noValidate = true;
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    this.node.append(this.#back, this.#heading, this.#form);
    this.update(value);
  }

  get title() {
    return this.#heading.textContent;
  }

  update(value) {
    this.#back.hidden = !value.back;
    if (this.#heading.textContent !== value.title) this.#heading.textContent = value.title;
    this.#heading.hidden = value.title === "";
    this.node.toggleAttribute("data-inactive", !value.active);

    const wanted = new Set(value.elements.map((element) => element.id));
    for (const [id, element] of this.#elements) {
      if (wanted.has(id)) continue;
      element.node.remove();
      this.#elements.delete(id);
    }
    let place = this.#form.firstChild;
    for (const element of value.elements) {
      const known = this.#elements.get(element.id);
      const shown = known ?? makeElement(element, this.name, this.#actions);
      if (!known) this.#elements.set(element.id, shown);
      shown.update(element);
      if (shown.node === place) place = place.nextSibling;
      else this.#form.insertBefore(shown.node, place);
    }
  }

  focus() {
    if (!this.#heading.hidden) this.#heading.focus();
    else this.node.querySelector("h2, input, select, button")?.focus();
  }

  /** A click on a submitting button, or the return key in a field. */
  #submit(event) {
    event.preventDefault();
    const name = event.submitter?.dataset.name;
    if (name && event.submitter.getAttribute("aria-disabled") !== "true") {
      this.#actions.act(this.name, { tap: name });
    }
  }
}
