// Portico: what an app imports.
//
// Owns: the running entry as a main-actor model that a view layer binds (`AppEntry`), its screens
// as values, and what the device and the app provide to a flow, as small structs of closures. Must
// not: decide anything (the machine does), draw anything, or know a platform: the real capabilities
// are in PorticoLive, views in PorticoUI.
