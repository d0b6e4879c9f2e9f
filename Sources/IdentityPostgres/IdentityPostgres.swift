// IdentityPostgres: the store of the identity server in a PostgreSQL database, by libpq.
//
// Owns: connections and their pool, the tables and their migrations there, the transactions that
// IdentityDomain asks for, and what the database's failures mean. Must not: decide a rule, know HTTP,
// or keep anything in memory that another node could change.
