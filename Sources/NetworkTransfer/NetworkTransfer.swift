// NetworkTransfer: one transfer over libcurl, of mail or of HTTP, and the addresses it may go to.
//
// Owns: connections, TLS, limits of time and size, and what became of the transfer. Must not: follow a
// redirect, use a proxy or a password that nobody passed in, know what is said or to whom, or try
// again by itself. It blocks: `WorkThreads` runs it.
