// IdentityPhoneNumbers: telephone numbers by libphonenumber.
//
// Owns: reading what was typed into E.164 and its region. Must not: decide which regions are served.
