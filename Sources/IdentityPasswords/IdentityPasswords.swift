// IdentityPasswords: Argon2id on threads of its own.
//
// Owns: hashing and checking passwords by libsodium, with bounded threads and a bounded queue, and
// the dummy hash of the same cost. Must not: know policies, accounts, or what a wrong password leads
// to.
