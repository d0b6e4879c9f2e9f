// IdentityPhoneNumbers: telephone numbers as the server takes them.
//
// Owns: which of the numbers that `PhoneNumbers` reads are a person's, and which get messages. Must not: decide which
// regions are served.
