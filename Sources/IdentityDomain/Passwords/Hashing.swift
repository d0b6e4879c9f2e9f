/// Password hashing, and the checks of a new password.
struct Hashing: ServiceMember {
  let parts: ServiceParts

  /// Runs a hash or a verification; a full queue becomes a failure that says when to try again.
  func run<Value: Sendable>(
    _ work: (any PasswordHashing) async throws -> Value
  ) async throws -> Value {
    do {
      return try await work(ports.passwords)
    } catch let busy as PasswordHashingBusy {
      throw IdentityFailure.busy(until: ports.clock.now() + busy.wait)
    }
  }

  /// The hash of a new password, unless only the response to an earlier call is needed (DEC-8).
  func hash(
    _ password: PlaintextPassword, for budgets: OpenBudgets
  ) async throws -> PasswordHash? {
    budgets.isAnswered ? nil : try await run { try await $0.hash(password) }
  }

  func newPassword(
    _ typed: String, _ policy: PasswordPolicy, _ identifiers: [Identifier], _ name: String?
  ) throws(IdentityFailure) -> PlaintextPassword {
    guard let password = PlaintextPassword(typed) else {
      throw .weakPassword(PlaintextPassword.flaw(of: typed) ?? .tooLong)
    }
    let words = identifiers.map(\.text) + [name ?? ""]
    if let weakness = policy.weakness(of: password, ownWords: words) {
      throw .weakPassword(weakness)
    }
    return password
  }
}
