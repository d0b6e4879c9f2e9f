package import IdentityDomain

/// What a store broke.
package struct ContractViolation: Error, CustomStringConvertible {
  package let description: String
}

/// One thing that every store must keep.
package struct StoreCase: Sendable, CustomStringConvertible {
  /// A sentence, which a test shows.
  package let description: String
  /// Runs against a new and empty store, or a window on one.
  package let run: @Sendable (any IdentityStore) async throws -> Void

  package init(
    description: String, run: @escaping @Sendable (any IdentityStore) async throws -> Void
  ) {
    self.description = description
    self.run = run
  }
}

/// The cases of all stores. A test target runs each against a store of its own making:
/// `@Test(arguments: StoreContract.cases())`.
package enum StoreContract {
  /// - Parameter rounds: how often each case for parallel use is run; a soak runs a thousand.
  package static func cases(rounds: Int = 20) -> [StoreCase] {
    transactionCases + rowCases + serverKeyCases + participationCases + marketCases + outboxCases
      + obsoleteCases + administrationCases + operatorCases + logCases
      + parallelCases(rounds: rounds)
      + [
        firstKeyCase(rounds: rounds), exposureCase(rounds: rounds), leaseCase(rounds: rounds),
        readOnCase(rounds: rounds),
      ]
  }

  static func require(_ isRight: Bool, _ what: @autoclosure () -> String) throws {
    if !isRight { throw ContractViolation(description: what()) }
  }

  static func requireEqual<Value: Equatable>(
    _ got: Value, _ wanted: Value, _ what: @autoclosure () -> String
  ) throws {
    try require(got == wanted, "\(what()): got \(got), not \(wanted)")
  }
}

/// Rows to put into a store.
enum Sample {
  static let now = Timestamp(milliseconds: 1_700_000_000_000)
  static let key = KeyThumbprint("key-1")
  static let client = ClientDescription(name: "app", platform: "test", appVersion: "1.0")

  /// The contract hashes nothing that matters: the digest of a list is its bytes.
  struct SampleDigests: KeyedDigest {
    var currentKey: KeyID { KeyID("k") }
    var recentKeys: [KeyID] { [currentKey] }
    func digest(_ message: [UInt8], for purpose: DigestPurpose, under key: KeyID) -> [UInt8]? {
      Array(purpose.rawValue.utf8) + message
    }
  }

  static func email(_ name: String) throws -> Identifier { .email(try emailAddress(name)) }

  static func emailAddress(_ name: String) throws -> EmailAddress {
    guard let address = EmailAddress("\(name)@example.com") else {
      throw ContractViolation(description: "\(name) is no local part")
    }
    return address
  }

  static func phone(_ e164: String) throws -> PhoneNumber {
    guard let number = PhoneNumber(e164: e164, region: "DE") else {
      throw ContractViolation(description: "\(e164) is no number")
    }
    return number
  }

  static func session(
    _ id: String, account: String, kind: SessionKind = .bound(key), after wait: Duration = .zero
  ) -> Session {
    Session(
      id: ID(id), holder: .account(ID(account)), scope: .full, authenticatedAt: now,
      methods: [.password], client: client,
      family: TokenFamily(kind: kind, openedAt: now + wait, derivationKey: KeyID("k")))
  }

  static func challenge(
    _ id: String, _ purpose: ChallengePurpose, _ identifier: Identifier,
    device: KeyThumbprint? = nil, account: String? = nil, after wait: Duration = .zero
  ) -> Challenge {
    let code = CodeState(
      digest: StoredDigest.of([id, "123456"], for: .oneTimeCode, SampleDigests()),
      sentAt: now + wait)
    return Challenge(
      id: ID(id), purpose: purpose, identifier: identifier, account: account.map { ID($0) },
      device: device, expiresAt: now + wait + .hours(1), code: code)
  }

  static func registration(
    _ id: String, _ identifier: Identifier, after wait: Duration = .zero
  ) throws -> PendingRegistration {
    guard let password = PlaintextPassword("correct horse " + id),
      let check = PasswordCheck(password, identifier, SampleDigests())
    else { throw ContractViolation(description: "no password") }
    let code = CodeState(
      digest: StoredDigest.of([id, "123456"], for: .oneTimeCode, SampleDigests()),
      sentAt: now + wait)
    return PendingRegistration(
      id: ID(id), identifier: identifier, device: nil, createdAt: now + wait, name: nil,
      password: PasswordHash("hash-" + id), check: check, code: code)
  }

  static func message(_ id: String, to identifier: Identifier) -> OutboxMessage {
    OutboxMessage(
      id: ID(id), recipient: MessageRecipient(identifier), template: .loginCode, language: "en",
      sealedSecret: [0, 1, 255], expiresAt: now + .hours(1), createdAt: now)
  }
}
