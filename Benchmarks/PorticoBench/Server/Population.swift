import Foundation
import IdentityDomain
import IdentityKeys
import IdentityPasswords
import ServerCommands

/// The users that the bench finds in the store: accounts with a verified address or number and one
/// password, stored before the server starts.
struct Population: Sendable {
  static let password = "Kupferdraht-und-7-Laternen"
  /// The server's own parameters.
  let hash: EncodedArgon2
  let count: Int

  static func email(_ place: Int) -> String { "person\(place)@bench.example" }
  /// German mobile numbers, each in a different thousand, because a thousand shares a budget.
  static func phone(_ place: Int) -> String { "+491512\((1_000 + place) * 1_000 + 123)" }

  /// - Parameter phones: how many of them also have a number.
  static func settle(_ path: String, count: Int, phones: Int) async throws -> Population {
    let engine = Argon2Engine.library
    let hash = try engine.hash(WipedBytes(password), .standard)
    let store = try await StoreAddress("sqlite:\(path)").location.open()
    let now = SystemClock().now()
    try await store.transaction("bench.settle") { tables in
      for place in 0..<count {
        let account = ID<Account>("bench-account-\(place)")
        try tables.put(
          Account(id: account, createdAt: now, profile: Account.Profile(name: "Person \(place)")))
        var identifiers = [EmailAddress(email(place)).map { Identifier.email($0) }]
        if place < phones {
          identifiers.append(
            PhoneNumber(e164: phone(place), region: "DE").map { .phone($0) })
        }
        for identifier in identifiers.compactMap({ $0 }) {
          try tables.put(
            IdentifierBinding(identifier: identifier, account: account, verifiedAt: now))
        }
        try tables.put(
          PasswordCredential(account: account, hash: hash.stored, changedAt: now, version: 1))
      }
    }
    try await store.close()
    return Population(hash: hash, count: count)
  }
}
