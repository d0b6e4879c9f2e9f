// Draws screens as plain HTML, with text nodes only.
//
// Elements are kept from one drawing to the next and changed in place, so that focus and caret stay
// where they are. What a person is typing is never overwritten by an older value.

import { makeElement } from "./elements.js";
import { glide } from "./glide.js";
import { icon } from "./icons.js";
import { screens } from "./registry.js";
import { announce, wordsIn } from "./words.js";

export class Renderer {
  #stage;
  #actions;
  #screen = null;
  #overlays = [];
  /** What the page shows while there is nothing to see: at the start, or when a session is over. */
  #waiting;
  /** What had the focus when the first overlay came. */
  #focusBefore = null;

  /**
   * @param stage the element to draw in.
   * @param actions `act(surface, input)` and `type(surface, field, text)`, which return promises;
   *   `wayBack(isOpen)`, told with each drawing; `announcer`, an element for screen readers; and
   *   `countries(language)`, the list of the country picker, or null where there is none.
   */
  constructor(stage, actions) {
    this.#stage = stage;
    this.#waiting = stage.querySelector("#waiting");
    this.#actions = actions;
    document.addEventListener("keydown", (event) => {
      // A click beside a sheet takes the focus from the stage.
      const isHere = event.target === document.body || stage.contains(event.target);
      if (event.key !== "Escape" || event.defaultPrevented || !isHere) return;
      if (this.#overlays.length > 0 || this.#screen?.isDismissable) this.goBack();
    });
  }

  /** What the browser's back button and Escape mean: the top overlay goes, or the screen. */
  goBack() {
    const overlay = this.#overlays.at(-1);
    if (overlay) return this.#actions.act(overlay.name, { dismiss: overlay.name });
    const screen = this.#screen;
    if (screen?.hasBack) return this.#actions.act(screen.name, { back: true });
    if (screen?.isDismissable) return this.#actions.act(screen.name, { dismissScreen: true });
    return Promise.resolve();
  }

  /** @returns whether the screen is another one. */
  draw(screen, language) {
    document.documentElement.lang = language;
    document.documentElement.dir = screen.rightToLeft ? "rtl" : "ltr";
    const isFirst = this.#screen === null;
    this.#waiting?.remove();
    const hadOverlays = this.#overlays.length > 0;
    const [isNew, newOverlay] = glide(this.#stage, () => [
      this.#drawScreen(screen.screen, language),
      this.#drawOverlays(screen.overlays, language),
    ]);

    const top = this.#overlays.at(-1) ?? this.#screen;
    if (!top && this.#waiting) this.#stage.append(this.#waiting);
    for (const surface of [this.#screen, ...this.#overlays]) {
      if (surface) surface.node.inert = surface !== top;
    }
    document.title = top?.title ?? "";
    if (isNew && !isFirst) scrollTo(0, 0);
    if (newOverlay) top.focus();
    else if (hadOverlays && top === this.#screen) this.#returnFocus(isNew);
    else if (isNew && !isFirst) top?.focus();
    this.#actions.wayBack?.(
      this.#overlays.length > 0 || Boolean(top?.hasBack || top?.isDismissable),
    );
    return isNew;
  }

  clear() {
    this.#stage.replaceChildren();
    this.#screen = null;
    this.#overlays = [];
    this.#focusBefore = null;
    this.#actions.wayBack?.(false);
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

/** One screen or overlay: its title and way back, and below them its elements or an app's own view. */
class Surface {
  #heading = document.createElement("h1");
  #back;
  #close;
  #body;
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
    const words = wordsIn(language);
    this.#back = barButton("back", words.back, () => actions.act(this.name, { back: true }));
    this.#close = barButton("close", words.close, () =>
      actions.act(this.name, { dismissScreen: true }),
    );
    this.#body = this.#makeBody(value, language);
    const bar = document.createElement("div");
    bar.className = "bar";
    bar.append(this.#back, this.#heading, this.#close);
    const card = document.createElement("div");
    card.className = "card";
    card.append(bar, this.#body.node);
    this.node.append(card);
    this.update(value);
  }

  #makeBody({ view }, language) {
    const { name } = this;
    const actions = this.#actions;
    const elements = new Elements(name, language, actions);
    // By the whole id, or by its last part.
    const make = screens.get(view) ?? screens.get(view.split(".").at(-1));
    if (!make) return elements;
    const own = make({
      name,
      language,
      act: (input) => actions.act(name, input),
      type: (field, text) => actions.type(name, field, text),
      element: (element) => makeElement(element, { surface: name, language, actions }),
    });
    // In the form, so that what submits does so there too.
    own.node.classList?.add("own");
    elements.node.append(own.node);
    return { node: elements.node, update: (value) => own.update(value) };
  }

  get title() {
    return this.#heading.textContent;
  }

  update(value) {
    this.hasBack = value.back;
    this.isDismissable = value.dismissable === true;
    showIn(this.#back, value.back, value.active);
    showIn(this.#close, this.isDismissable, value.active);
    if (this.#heading.textContent !== value.title) this.#heading.textContent = value.title;
    this.#heading.hidden = value.title === "";
    this.node.toggleAttribute("data-inactive", !value.active);
    this.#body.update(value);
  }

  focus() {
    const place = this.#heading.hidden
      ? this.node.querySelector("h2, input, textarea, select, button")
      : this.#heading;
    place?.focus({ preventScroll: true });
  }
}

/** The elements of a screen, in a form so that the return key submits. */
class Elements {
  node = document.createElement("form");
  #surface;
  #language;
  #actions;
  #shown = new Map();
  /** Whether a telephone number is asked for. */
  #hasNumber = false;
  /** The last press, if nothing was typed since; `isDone` once it was worked off. */
  #press = null;

  constructor(surface, language, actions) {
    this.#surface = surface;
    this.#language = language;
    this.#actions = actions;
    this.node.noValidate = true;
    this.node.addEventListener("submit", (event) => this.#submit(event));
    this.node.addEventListener("input", ({ target }) => {
      this.#press = null;
      const isAlone = this.#fields.every((field) => field === target || field.readOnly);
      if (target.dataset.complete === "true" && isAlone) this.node.requestSubmit();
    });
  }

  update({ elements }) {
    const isFirst = this.#shown.size === 0;
    this.#hasNumber = elements.some(({ style }) => style === "phone");
    const wanted = new Set(elements.map((element) => element.id));
    for (const [id, element] of this.#shown) {
      if (wanted.has(id)) continue;
      element.node.remove();
      this.#shown.delete(id);
    }
    const news = [];
    let place = this.node.firstChild;
    for (const element of elements) {
      const known = this.#shown.get(element.id);
      const shown = known ?? this.#make(element);
      if (!known) news.push(element);
      shown.update(element);
      if (shown.node === place) place = place.nextSibling;
      else this.node.insertBefore(shown.node, place);
    }
    if (!isFirst) this.#announce(news);
    this.#showProblems();
  }

  #make(element) {
    const shown = makeElement(element, {
      surface: this.#surface, language: this.#language, actions: this.#actions, hasNumber: () => this.#hasNumber,
    });
    this.#shown.set(element.id, shown);
    return shown;
  }

  /** What appears on a screen that is already there. A text that only changes, such as a countdown,
   * is not said again. */
  #announce(news) {
    const words = news
      .filter(({ kind }) => ["text", "heading", "notice", "button"].includes(kind))
      .map(({ text }) => text)
      .filter(Boolean);
    if (words.length > 0 && this.#actions.announcer) {
      announce(this.#actions.announcer, words.join(" "));
    }
  }

  /** A click on a submitting button, the return key in a field, or a script. */
  async #submit(event) {
    event.preventDefault();
    const button = event.submitter ?? this.node.querySelector("button[type=submit]");
    const name = button?.dataset.name;
    if (!name) return;
    for (const field of this.#fields) field.dispatchEvent(new Event("send"));
    const press = (this.#press = { isDone: false });
    await this.#actions.act(this.#surface, { tap: name });
    press.isDone = true;
    this.#showProblems();
  }

  /** What was pressed could not be done, or was refused: every field says why, and the first has the focus. */
  #showProblems() {
    if (!this.#press?.isDone) return;
    const problems = this.node.querySelectorAll('[data-problem="true"]');
    if (problems.length === 0) return;
    this.#press = null;
    const words = [];
    for (const field of problems) field.dispatchEvent(new CustomEvent("reveal", { detail: words }));
    problems[0].focus();
    announce(this.#actions.announcer, words.join(" "));
  }

  get #fields() {
    return [...this.node.querySelectorAll(".field :is(input, textarea)")];
  }
}

/** A screen that the flow has left stays as it was until the next one is there: what it leads back by keeps its place. */
function showIn(button, isOpen, isActive) {
  button.disabled = !isOpen;
  if (isOpen || isActive) button.hidden = !isOpen;
}

function barButton(name, words, act) {
  const node = document.createElement("button");
  const label = document.createElement("span");
  node.type = "button";
  node.className = name;
  node.hidden = true;
  label.className = "unseen";
  label.textContent = words;
  node.append(icon(name), label);
  node.addEventListener("click", act);
  return node;
}
