package import IdentityDomain
package import Synchronization

/// A clock that stands still until a test moves it.
package final class SetClock: WallClock {
  package init() {}

  private let moment = Mutex(Timestamp(milliseconds: 1_700_000_000_000))
  package func now() -> Timestamp { moment.withLock { $0 } }
  package func advance(_ wait: Duration) { moment.withLock { $0 = $0 + wait } }
  package func set(_ now: Timestamp) { moment.withLock { $0 = now } }
}

/// Records the calls it gets; its "hashes" protect nothing.
package final class MadeUpHasher: PasswordHashing {
  package struct State: Sendable {
    package var journal: [String] = []
    package var isBusy = false
    package var parameters = 1
    /// Runs once while a hash is computed.
    package var meanwhile: (@Sendable () async throws -> Void)?
  }
  package let state = Mutex(State())

  package init() {}

  package func hash(_ password: PlaintextPassword) async throws -> PasswordHash {
    let parameters = try state.withLock { state in
      state.journal.append("hash")
      if state.isBusy { throw PasswordHashingBusy(wait: .seconds(3)) }
      return state.parameters
    }
    try await doMeanwhile()
    return Self.made(password, parameters)
  }

  package func verify(
    _ password: PlaintextPassword, against hash: PasswordHash?
  ) async throws -> PasswordVerdict {
    let parameters = try state.withLock { state in
      state.journal.append("verify")
      if state.isBusy { throw PasswordHashingBusy(wait: .seconds(3)) }
      return state.parameters
    }
    try await doMeanwhile()
    guard let hash, let old = Int(hash.encoded.prefix { $0 != "$" }),
      hash == Self.made(password, old)
    else { return .wrong }
    return .right(isOutdated: old != parameters)
  }

  private func doMeanwhile() async throws {
    let meanwhile = state.withLock { state in
      defer { state.meanwhile = nil }
      return state.meanwhile
    }
    try await meanwhile?()
  }

  package func takeJournal() -> [String] {
    state.withLock { state in
      defer { state.journal = [] }
      return state.journal
    }
  }

  private static func made(_ password: PlaintextPassword, _ parameters: Int) -> PasswordHash {
    let digest =
      MadeUpDigests().digest(
        [password.secret.exposed], for: .pendingPassword, under: KeyID("k1")) ?? []
    return PasswordHash("\(parameters)$" + Base64URL.text(digest))
  }
}

/// "Seals" by adding a constant, so that a test can open it.
package struct MadeUpSealing: Sealing {
  package init() {}

  package func seal(_ secret: [UInt8], nonce: [UInt8], context: String) throws -> [UInt8] {
    secret.map { $0 &+ 101 }
  }

  package func open(_ sealed: [UInt8], context: String) throws -> [UInt8] {
    sealed.map { $0 &- 101 }
  }

  package static func open(_ message: OutboxMessage) -> String? {
    message.sealedSecret.map { String(decoding: $0.map { $0 &- 101 }, as: UTF8.self) }
  }
}

/// One key that never changes; the MAC is no HMAC, but its codes are as hard to guess for a test.
package struct MadeUpFactorSecrets: FactorSecrets {
  package init() {}

  package func seal(_ secret: [UInt8], nonce: [UInt8], context: String) throws -> [UInt8] {
    try MadeUpSealing().seal(secret, nonce: nonce, context: context)
  }

  package func open(_ sealed: [UInt8], context: String) throws -> [UInt8] {
    try MadeUpSealing().open(sealed, context: context)
  }

  package var currentKey: KeyID { KeyID("f1") }

  package func digest(_ message: [UInt8], under key: KeyID) -> [UInt8]? {
    key == currentKey ? MadeUpDigests().digest(message, for: .oneTimeCode, under: KeyID("k1")) : nil
  }

  package func hmacSHA1(key: [UInt8], message: [UInt8]) -> [UInt8] {
    let mixed = MadeUpDigests().digest(
      key + [0xFF] + message, for: .limitKey, under: KeyID("k1"))
    return Array((mixed ?? []).prefix(20))
  }
}

/// Knows German numbers in E.164 only; toll-free ones get no messages.
package struct GermanPhones: PhoneNumberParsing {
  package init() {}

  package func takesMessages(_ number: PhoneNumber) -> Bool { !number.e164.hasPrefix("+49800") }

  package func parse(_ typed: String, region: String?) -> PhoneNumber? {
    guard typed.hasPrefix("+") else { return nil }
    return PhoneNumber(e164: typed, region: typed.hasPrefix("+49") ? "DE" : "XX")
  }
}

package struct MadeUpSigner: TokenSigner {
  package init() {}

  package func sign(_ claims: AccessTokenClaims) async throws -> Secret<AccessToken> {
    Secret("access.\(claims.session).\(claims.tokenID)")
  }
  package func sign(_ claims: IDTokenClaims) async throws -> Secret<IDToken> {
    Secret("id.\(claims.subject)")
  }
}
