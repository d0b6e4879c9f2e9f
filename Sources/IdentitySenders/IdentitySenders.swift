// IdentitySenders: hands messages over to mail servers, to providers of SMS and to push services.
//
// Owns: the mail as it goes over the wire, the requests of the providers, the transfer of both over
// libcurl, and what an answer means for the outbox. Must not: decide who gets
// what, try again by itself (the worker does), or let a word of the other side, an address or a
// secret into an error, read a file, or hold a private key: signing comes in as a closure.
