// PorticoUI: SwiftUI views for every screen that a flow can show.
//
// Owns: how scenes and elements of `Portico` look on Apple's platforms, and the place where an app
// puts its own views in for single screens. Must not: decide anything, keep any state that the flow
// has, or import anything but SwiftUI and Portico.
//
// Compiled where SwiftUI is; elsewhere the target is empty, and `scripts/apple-check` holds it to
// stubs of what it uses.
