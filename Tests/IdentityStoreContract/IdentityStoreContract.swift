// IdentityStoreContract: what every store of the identity server must keep, as cases that any test
// target runs, and the in-memory store that is the simplest thing to keep it.
//
// Owns: `StoreContract` with its own cases for parallel use, `MemoryStore`, `RecordingStore`. Must
// not: know a database or a test framework; a case that fails throws a `ContractViolation`. No
// executable links it.
