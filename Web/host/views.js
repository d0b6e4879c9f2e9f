// An app's own views of chosen screens, overlays and elements. A module of the app registers them before
// page.js runs (docs/guides/page.md); what is not registered is drawn by elements.js.

import { elements, screens } from "./registry.js";

/**
 * What a view draws with.
 *
 * @typedef {object} Drawing
 * @property {string} name the screen's or overlay's name, as inputs carry it
 * @property {string} language
 * @property {(input: object) => Promise<void>} act an input: `{tap: "next"}`, `{back: true}`,
 *   `{choose: {element, option}}`, `{toggle: {element, on}}`
 * @property {(field: string, text: string) => Promise<void>} type the text of a field. A secret
 *   never reaches the machine, only whether it is valid
 * @property {(element: object) => {node: HTMLElement, update: (element: object) => void}} element
 *   draws an element as the page would
 *
 * @typedef {object} View
 * @property {Node} node stands below the title and the way back, which stay the page's
 * @property {(value: object) => void} update called with each value of the screen, the first one
 *   included: `title`, `back`, `active`, `elements`
 */

/**
 * @param id a screen's id (`screenD`), or with the flow it came in as a part of (`onboarding.screenD`).
 * @param {(drawing: Drawing) => View} make called each time that the screen is come to.
 */
export function defineView(id, make) {
  register(screens, id, make, id);
}

/**
 * What an element is drawn with.
 *
 * @typedef {object} ElementDrawing
 * @property {string} language
 * @property {(input: object) => Promise<void>} act an input, as for a view
 * @property {(text: string) => Promise<void>} type the text of the field that it stands for
 * @property {() => View} usual makes the drawing that the page has for it
 * @property {(control: HTMLElement) => View} frame puts the label, the hint and the problem around a control, which can
 *   have the focus
 */

/**
 * @param name what the flow calls the view of an element: `view: signature`.
 * @param {(drawing: ElementDrawing) => View} make called each time that the element appears. `update` gets the value of
 *   the element: `text`, `hint`, `value`, `enabled`, `problem`.
 */
export function defineElement(name, make) {
  const draw = (element, { surface, language, actions, Frame }, usual) =>
    make({
      language,
      usual,
      act: (input) => actions.act(surface, input),
      type: (text) => actions.type(surface, element.name, text),
      frame: (control) => framed(control, new Frame(element, control)),
    });
  register(elements, name, make, `the element ${name}`, draw);
}

function framed(control, frame) {
  control.setAttribute("aria-labelledby", frame.labelId);
  return { node: frame.node, update: (value) => frame.show(value) };
}

function register(all, name, make, what, draw = make) {
  if (typeof make !== "function") throw new TypeError(`the view of ${what} is no function`);
  if (all.has(name)) throw new Error(`there is a view of ${what} already`);
  all.set(name, draw);
}
