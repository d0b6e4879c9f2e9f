// What modules beside the page use of it, such as the studio's: the very modules that the page runs.

export { countryPicker, deviceRegion } from "./countries.js";
export { RESET_SWITCH } from "./device.js";
export { Machine } from "./machine.js";
export { whole } from "./parts.js";
export { StorageProblem } from "./problems.js";
export { Process } from "./process.js";
export { Renderer } from "./render.js";
export { replay } from "./replay.js";
export { button } from "./words.js";
