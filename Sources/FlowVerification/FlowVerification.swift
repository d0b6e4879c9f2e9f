// FlowVerification: proves a flow before it ships, on the very machine that runs on the device.
//
// Owns: which values of a flow's facts are told apart, the exhaustive exploration of what can
// happen to it (every input, every outcome of every request, every order of timers, a kill at every
// point), the properties that each flow must have, the shortest trace to a violation, and
// sets of traces that cover every transition. Must not: know a second model of the language, perform
// anything, read a clock. Tools only: no app links it.
