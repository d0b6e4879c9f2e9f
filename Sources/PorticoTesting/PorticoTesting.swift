// PorticoTesting: for the tests of apps, their previews and UI tests.
//
// Owns: a store that runs a flow on a simulated device and requires every step to be stated, and
// handlers for tests that provide a flow with nothing, or fail by name when it asks. Must not:
// wait, read a clock, use a network, or be used by an app that is shipped: an app imports it behind `#if DEBUG`.
