// IdentityPasswords: Argon2id on threads of its own, and hashes that other systems made.
//
// Owns: hashing and checking passwords by libargon2, with bounded threads, a bounded queue and memory
// that stays with its thread, checking hashes of an import by libsodium, libcrypt and swift-crypto,
// and the dummy hash of the same cost. Must not: know policies, accounts, or what a wrong password leads
// to.
