// WebAuthn: what a server checks of a passkey (WebAuthn Level 3, section 7).
//
// Owns: reading client data, authenticator data, attestation objects and credential public keys, and the steps of
// the two ceremonies, each as a value that says which step refused. Must not: hash or verify a signature itself
// (`WebAuthnCryptography` is passed in), keep anything, or know accounts. Standard library only; all bytes come from
// strangers.
