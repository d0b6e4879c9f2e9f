// An app's own views of chosen screens and overlays. A module of the app registers them before
// page.js runs (docs/guides/page.md); what is not registered is drawn by elements.js.

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

const views = new Map();

/**
 * @param id a screen's id (`screenD`), or with the flow it came in as a part of (`onboarding.screenD`).
 * @param {(drawing: Drawing) => View} make called each time that the screen is come to.
 */
export function defineView(id, make) {
  if (typeof make !== "function") throw new TypeError(`the view of ${id} is no function`);
  if (views.has(id)) throw new Error(`there is a view of ${id} already`);
  views.set(id, make);
}

/** The view of a screen, by its whole id or by its last part; undefined where there is none. */
export function viewOf(id) {
  return views.get(id) ?? views.get(id.split(".").at(-1));
}
