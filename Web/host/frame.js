// The frame of what is filled in: label, control, hint, and what is wrong with it.

import { setText } from "./elements.js";
import { glide } from "./glide.js";

/**
 * @param control what is labelled and described: an input or a menu.
 * @param parts what stands in the box with it, in order; the control alone by default.
 */
export class Frame {
  node = document.createElement("div");
  #label = document.createElement("label");
  #hint = document.createElement("p");
  #problem = document.createElement("p");
  #control;
  #isHeard = false;
  #shown = "";

  constructor(element, control, parts = [control]) {
    this.#control = control;
    this.node.className = "field";
    control.id = `input-${element.id}`;
    this.#label.htmlFor = control.id;
    this.#label.id = `label-${element.id}`;
    this.#hint.id = `hint-${element.id}`;
    this.#hint.className = "hint";
    this.#problem.id = `problem-${element.id}`;
    this.#problem.className = "problem";
    control.setAttribute("aria-describedby", `${this.#hint.id} ${this.#problem.id}`);
    const box = document.createElement("div");
    box.className = "box";
    box.append(...parts);
    this.node.append(this.#label, box, this.#hint, this.#problem);
  }

  /** The label's id, for what belongs to the field. */
  get labelId() {
    return this.#label.id;
  }

  /** What is wrong now. */
  get problem() {
    return this.#problem.textContent;
  }

  /** @returns what a person needs to hear of a problem. */
  words(problem) {
    return `${this.#label.textContent}: ${problem}`;
  }

  update({ text, hint }) {
    setText(this.#label, text);
    setText(this.#hint, hint);
    this.#hint.hidden = !hint;
  }

  /** For a control that is not typed into: its problem is shown at once, and announced when the form is sent. */
  show(value) {
    if (!this.#isHeard) {
      this.#isHeard = true;
      this.#control.addEventListener("reveal", ({ detail }) => detail.push(this.words(this.problem)));
    }
    this.update(value);
    this.showProblem(value.problem);
    this.#control.dataset.problem = String(Boolean(value.problem));
  }

  /** @param problem empty when nothing is wrong. */
  showProblem(problem = "") {
    if (problem !== this.#shown) {
      this.#shown = problem;
      glide(this.node.closest("[data-surface]"), () => setText(this.#problem, problem));
    }
    this.#control.setAttribute("aria-invalid", String(problem !== ""));
  }
}
