// PorticoTesting: for the tests of apps.
//
// Owns: a store that runs a flow on a simulated device and wants every step stated, and handlers
// for tests that give a flow nothing, or fail by name when it asks. Must not: wait, read a clock,
// reach a network, or be linked into an app.
