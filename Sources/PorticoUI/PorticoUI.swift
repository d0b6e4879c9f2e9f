// PorticoUI: SwiftUI views for every screen that a flow can show.
//
// Owns: the look of `Portico`'s scenes and elements on Apple's platforms, and the means for an app
// to supply its own views for single screens and elements. Must not: decide anything that a value of
// `Portico` can decide, keep any state that the flow has, or import anything but Portico and what draws.
//
// Compiled only where SwiftUI is available; elsewhere the target is empty, and
// `scripts/apple-check` checks it against stubs of what it uses.
