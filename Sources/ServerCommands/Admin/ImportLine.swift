import Foundation
import IdentityDomain
import IdentityPasswords

/// Why a line was not imported. It quotes no value: the lines are of people.
struct ImportProblem: Error, Hashable, Sendable {
  let line: Int
  let reason: String
}

/// One line of an import, read and checked.
struct ImportLine: Sendable {
  let number: Int
  let account: Account
  let identifiers: [Identifier]
  let hash: HashToImport?

  /// - Parameters:
  ///   - bytes: nil for a line that is too long.
  ///   - id: for the account, if it is a new one.
  ///   - now: the moment of the import.
  init(
    _ bytes: [UInt8]?, number: Int, id: ID<Account>, phones: some PhoneNumberParsing,
    at now: Timestamp
  ) throws(ImportProblem) {
    self.number = number
    do throws(ImportFields.Flaw) {
      var fields = try ImportFields(bytes)
      let email = try fields.email("email")
      let isEmailVerified = try fields.flag("email_verified", needed: email != nil)
      let phone = try fields.phone("phone", phones)
      let isPhoneVerified = try fields.flag("phone_verified", needed: phone != nil)
      var identifiers: [Identifier] = []
      if let email, isEmailVerified { identifiers.append(.email(email)) }
      if let phone, isPhoneVerified { identifiers.append(.phone(phone)) }
      guard !identifiers.isEmpty else {
        throw ImportFields.Flaw(
          "neither the address nor the number is verified, so no one could sign in to this "
            + "account; remove the line and let the user register again")
      }
      let created = try fields.moment("created_at")
      guard let created, created <= now else {
        throw ImportFields.Flaw(
          "created_at: write the time at which the account was created, such as "
            + "2024-03-01T12:00:00Z; if unknown, 1970-01-01T00:00:00Z")
      }
      let profile = Account.Profile(
        name: try fields.text("name", most: SecurityRules.nameBytes),
        claimedEmail: isEmailVerified ? nil : email,
        pictureURL: try fields.pictureURL("picture_url"),
        market: try fields.market("market", phones))
      let source = try fields.text("id", most: 128)
      var account = Account(
        id: id, createdAt: created, isBlocked: try fields.flag("blocked", needed: false),
        profile: profile, imported: ImportMark(source: source, at: now))
      // Who was never seen here must not count as gone for long (PHN-10).
      account.lastSeenAt = min(try fields.moment("last_seen_at") ?? now, now)
      let hash = try fields.text("password", most: 1_024)
      self.hash = try hash.map { text throws(ImportFields.Flaw) in try Self.hash(text) }
      self.account = account
      self.identifiers = identifiers
      try fields.finish()
    } catch {
      throw ImportProblem(line: number, reason: error.text)
    }
  }

  private static func hash(_ text: String) throws(ImportFields.Flaw) -> HashToImport {
    do throws(ImportedHashRefusal) {
      return try HashToImport(text)
    } catch {
      throw ImportFields.Flaw("password: \(error)")
    }
  }

  /// - Parameter password: of `hash`, wrapped where it is weak.
  func ready(_ password: PasswordHash?) -> AccountToImport {
    AccountToImport(
      account: account, identifiers: identifiers,
      verifiedAt: account.imported?.at ?? account.createdAt, password: password)
  }
}
