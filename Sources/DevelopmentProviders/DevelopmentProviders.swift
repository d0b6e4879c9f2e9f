// DevelopmentProviders: third parties to sign in with on a developer's machine (FED-12).
//
// Owns: an OpenID provider, one that passes for Google, one for Apple and one for GitHub, with their
// pages. They sign, and they check clients, redirect URIs, PKCE and codes as real ones do, so that an
// app that works here works there. Must not: run without `--dev`, know anything of accounts, or speak
// HTTP: requests and responses are values.
