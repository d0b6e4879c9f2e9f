// PhoneNumbers: phone numbers of all countries, parsed, validated and formatted as in each country,
// from a table that scripts/generate-phones derives from libphonenumber's metadata.
//
// Owns: the table and the matcher for its patterns, numbers as they are typed, and the model of the
// country picker. Must not: know names of countries (the host passes them), look anything up over a
// network, or take an unbounded number of bytes. Numbers and texts are ASCII or UTF-8 bytes.
