// What an app draws in its own way: views.js registers it, and the page looks here. Both have this module in their own
// bundle, so what it holds belongs to the document: nobody loads views.js but apps with views of their own.

const own = (globalThis[Symbol.for("portico.views")] ??= { screens: new Map(), elements: new Map() });

/** What makes the view of a screen, by the screen's id; see `defineView`. */
export const screens = own.screens;
/** What draws an element, by the name of its view, from the element, its place and what would draw it as usual. */
export const elements = own.elements;
