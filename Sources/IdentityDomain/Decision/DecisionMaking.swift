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

  /// Makes the decision about an account as the transaction sees it.
  func judge(
    _ act: Act, by proofs: [Proof], of account: Account, on device: DeviceStanding,
    at now: Timestamp, _ tables: Tables
  ) throws -> Verdict {
    Decision.judge(
      act, by: proofs,
      for: AccountStanding(account, try tables.bindings(of: account.id)), on: device,
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
