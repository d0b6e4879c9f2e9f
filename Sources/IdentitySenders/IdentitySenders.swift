// IdentitySenders: passes messages to mail servers, to providers of SMS and to push services.
//
// Owns: the mail as it goes over the wire, the requests to the providers, the transfer of both over
// libcurl, and what a response means for the outbox. Must not: decide who gets what, retry by
// itself (the worker does), or let a text of the other side, an address or a secret into an error,
// read a file, or hold a private key: signing comes in as a closure.
