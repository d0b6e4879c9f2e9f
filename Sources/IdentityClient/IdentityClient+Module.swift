// IdentityClient: the client of the identity API.
//
// Owns: the calls with their credentials, proofs by the device key, what is kept in secure storage
// (session, device key, challenge in progress, installation id), removing credentials from
// responses, typed failures. It performs what ClientMachine decides. Must not: decide when a
// session is renewed or ends, know what a flow or a screen is, or do any cryptography of its own:
// signatures and digests are those of swift-crypto (CryptoKit on Apple's platforms). Transport,
// storage, locks, clock and entropy are passed in.
