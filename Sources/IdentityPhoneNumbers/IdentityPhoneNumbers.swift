// IdentityPhoneNumbers: phone numbers as the server accepts them.
//
// Owns: which of the numbers that `PhoneNumbers` parses can belong to a person, and which get
// messages. Must not: decide which regions are served.
