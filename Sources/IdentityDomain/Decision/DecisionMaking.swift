/// Makes the decision for an operation, from what the store knows about the account.
struct DecisionMaking: ServiceMember {
  let parts: ServiceParts

  /// The relationship of the calling device to an account. Reads the same rows for an account that
  /// does not exist.
  func deviceStanding(
    of caller: Caller, to account: ID<Account>?, isTrusted: Bool = false, _ tables: Tables
  ) throws -> DeviceStanding {
    guard caller.proof.key != nil else { return .keyless }
    guard try limits.isOwnDevice(caller, of: account, tables) else { return .unknown }
    return isTrusted ? .trusted : .known
  }

  /// MFA-3, MFA-4: level 2 where two-step sign-in is on, or the operator requires it.
  func requiredLevel(of account: Account, _ tables: Tables) throws -> AssuranceLevel {
    if account.twoStepsSince != nil { return .two }
    return try isRequiredByOperator(of: account, tables) ? .two : .one
  }

  /// Only where there is a password that a second factor can stand beside.
  func isRequiredByOperator(of account: Account, _ tables: Tables) throws -> Bool {
    guard settings.secondFactor.applies(to: account) else { return false }
    return try tables.password(of: account.id) != nil
  }

  /// Whether a device is asked for no second factor (MFA-3).
  func isTrustedForFactor(
    _ key: KeyThumbprint?, of account: ID<Account>, at now: Timestamp, _ tables: Tables
  ) throws -> Bool {
    guard let key, let device = try tables.device(key, of: account) else { return false }
    return device.skipsFactor(at: now)
  }

  /// Makes the decision about an account as the transaction sees it.
  ///
  /// - Parameter level: the level to require; nil for the account's own.
  func judge(
    _ act: Act, by proofs: [Proof], of account: Account, on device: DeviceStanding,
    requiring level: AssuranceLevel? = nil, at now: Timestamp, _ tables: Tables
  ) throws -> Verdict {
    Decision.judge(
      act, by: proofs,
      for: AccountStanding(
        account, try tables.bindings(of: account.id),
        requiredLevel: try level ?? requiredLevel(of: account, tables)), on: device,
      recycledAfter: settings.recycledAfter, at: now)
  }
}

extension Verdict {
  /// Nil if the proofs are sufficient.
  var refusal: IdentityFailure? {
    switch self {
    case .sufficient: nil
    case .insufficient(let need): .insufficientAuthentication(need)
    case .blocked: .accountBlocked
    }
  }
}
