// IdentityKeys: the server's keys, and the cryptography done with them.
//
// Owns: keyed digests, sealing, the signatures of tokens and proofs, the clock and randomness of
// the machine; keys issued by providers; how keys are stored, encrypted under a master key, and
// loaded. Must not: decide what a token means or when a key changes (IdentityDomain does), or
// implement cryptography: swift-crypto does that.
