// IdentityDelivery: delivers messages to users.
//
// Owns: the texts of messages, the worker that empties the outbox, the port of a sender, and the
// development inbox. Must not: decide who gets a message, or keep a secret longer than it takes to
// send it.
