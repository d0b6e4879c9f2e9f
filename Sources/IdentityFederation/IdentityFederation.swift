// IdentityFederation: performs sign-ins at OpenID providers, Apple, Google and GitHub, and checks what
// comes back.
//
// Owns: the configuration of providers, their discovery documents and keys, the requests of OAuth 2.0
// and OpenID Connect, and the rules for id tokens. Must not: decide what an assertion is good for (the
// domain does), keep anything beyond caches, follow a redirect, let a provider's words or a secret into
// an error, or write cryptography: jwt-kit checks signatures, swift-crypto hashes.
