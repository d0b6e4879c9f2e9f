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

  /// The id of an account.
  static func account(_ place: Int) -> String { accounts + "\(place)" }
  static let accounts = "bench-account-"
  static func email(_ place: Int) -> String { "person\(place)@bench.example" }
  /// German mobile numbers, each in a different thousand, because a thousand shares a budget.
  static func phone(_ place: Int) -> String { "+491512\((1_000 + place) * 1_000 + 123)" }

  /// - Parameters:
  ///   - address: of the store, as `serve --store` takes it.
  ///   - phones: how many of them also have a number.
  static func settle(_ address: String, count: Int, phones: Int) async throws -> Population {
    let engine = Argon2Engine.library
    let hash = try engine.hash(WipedBytes(password), .standard)
    let store = try await StoreAddress(address).location.open()
    let now = SystemClock().now()
    // PostgreSQL has room for the locks of some thousands of rows in one transaction.
    for start in stride(from: 0, to: count, by: 200) {
      try await store.transaction("bench.settle") { tables in
        for place in start..<min(start + 200, count) {
          try put(place, hasPhone: place < phones, hash, at: now, tables)
        }
      }
    }
    try await store.close()
    return Population(hash: hash, count: count)
  }

  private static func put(
    _ place: Int, hasPhone: Bool, _ hash: EncodedArgon2, at now: Timestamp,
    _ tables: any IdentityTransaction
  ) throws {
    let account = ID<Account>(self.account(place))
    try tables.put(
      Account(id: account, createdAt: now, profile: Account.Profile(name: "Person \(place)")))
    var identifiers = [EmailAddress(email(place)).map { Identifier.email($0) }]
    if hasPhone {
      identifiers.append(PhoneNumber(e164: phone(place), region: "DE").map { .phone($0) })
    }
    for identifier in identifiers.compactMap({ $0 }) {
      try tables.put(
        IdentifierBinding(identifier: identifier, account: account, verifiedAt: now))
    }
    try tables.put(
      PasswordCredential(account: account, hash: hash.stored, changedAt: now, version: 1))
  }
}
