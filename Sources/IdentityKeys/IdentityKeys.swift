// IdentityKeys: the server's keys, and what is done with them.
//
// Owns: keyed digests, sealing, the signatures of tokens and proofs, the clock and randomness of
// the machine; keys that providers gave us; how keys lie in the store, encrypted under a master key, and come out of it. Must
// not: decide what a token means or when a key changes (IdentityDomain does), or write cryptography:
// swift-crypto does that.
