// NetworkTransfer: one transfer over libcurl, of mail or of HTTP, and the addresses it may use.
//
// Owns: connections, TLS, limits of time and size, and the result of the transfer. Must not: follow
// a redirect, use a proxy or a password that was not passed in, know the content or the recipient,
// or retry by itself. It blocks: `WorkThreads` runs it.
