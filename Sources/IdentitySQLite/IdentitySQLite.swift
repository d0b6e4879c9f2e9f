// IdentitySQLite: the store of the identity server in one SQLite file, by GRDB.
//
// Owns: the tables and their migrations, the transactions that IdentityDomain asks for, and what
// the file's failures mean. Must not: decide a rule, know HTTP, or be the only one with a reason to
// trust the file; other processes may have it open as well.
