// IdentityPasswords: Argon2id on its own threads, and hashes made by other systems.
//
// Owns: hashing and checking passwords by libargon2, with bounded threads, a bounded queue and
// memory that stays with its thread, checking imported hashes by libsodium, libcrypt and
// swift-crypto, and the dummy hash of the same cost. Must not: know policies, accounts, or the
// consequences of a wrong password.
