// PhoneNumbers: telephone numbers of all countries, read, checked and written as each country writes
// them, from a table that scripts/generate-phones makes out of libphonenumber's metadata.
//
// Owns: the table and what runs its patterns, numbers as they are typed, and the model of the
// country picker. Must not: know names of countries (the host passes them), look anything up over a
// network, or take more than a bounded number of bytes. Numbers and texts are ASCII or UTF-8 bytes.
