// IdentitySenders: hands messages over to mail servers and to providers of SMS.
//
// Owns: the mail as it goes over the wire, the requests of the providers, the transfer of both over
// libcurl on threads of its own, and what an answer means for the outbox. Must not: decide who gets
// what, try again by itself (the worker does), or let a word of the other side, an address or a
// secret into an error.
