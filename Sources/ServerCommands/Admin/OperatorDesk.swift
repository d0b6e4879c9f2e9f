import IdentityDomain
import IdentityKeys
import IdentityPhoneNumbers

/// The service with the keys of the store, for acts of operators that need them. It serves nobody: no password is
/// checked, and no provider is called.
struct OperatorDesk: Sendable {
  let service: IdentityService

  /// - Parameters:
  ///   - mayChange: false for who only looks at the store.
  ///   - key: finds the master key, given whether the store is one of development.
  init(
    _ store: any OperableStore, mayChange: Bool = true, key: (StoreMarks) throws -> MasterKey
  ) async throws {
    let marks = try await KeyAdministration(store: store).marks()
    let clock: any WallClock = store.clock ?? SystemClock()
    let keeper = try await KeyKeeper(
      store: store, masterKey: try key(marks), isDevelopment: marks.isDevelopment, clock: clock,
      mayChange: mayChange)
    service = IdentityService(
      ports: IdentityPorts(
        store: store, clock: clock, random: SystemRandomBytes(), digests: keeper.ring,
        passwords: NoPasswords(), sealing: keeper.ring, phones: StandardPhoneNumbers(),
        signer: ES256Tokens(keeper.ring), factors: FactorKeys(keeper.ring)),
      settings: IdentitySettings(
        tokens: TokenSettings(issuer: "", audience: "", client: "portico"), servedRegions: []))
  }

  private struct NoPasswords: PasswordHashing {
    struct NotHere: Error {}
    func hash(_ password: PlaintextPassword) async throws -> PasswordHash { throw NotHere() }
    func verify(
      _ password: PlaintextPassword, against hash: PasswordHash?
    ) async throws -> PasswordVerdict { throw NotHere() }
  }
}
