/// What proofs are sufficient for: the single rule for every way in and every sensitive operation
/// (DEC-1, DEC-3; SEC "One decision"). Pure.
package enum Decision {
  /// - Parameters:
  ///   - proofs: what was presented, by whichever ways in. Those of another account are ignored.
  ///   - device: that of the call.
  ///   - recycledAfter: PHN-10, how long an account may be dormant before its identifiers may
  ///     belong to someone else.
  package static func judge(
    _ act: Act, by proofs: [Proof], for account: AccountStanding, on device: DeviceStanding,
    recycledAfter: Duration = SecurityRules.recycledAfter, at now: Timestamp
  ) -> Verdict {
    let own = proofs.filter { $0.account == account.account }
    switch act {
    case .openSession:
      if account.isBlocked { return .blocked }
      return openSession(own, account, device, recycledAfter, now)
    case .recover: return recover(own, account, device, recycledAfter, now)
    case .addFirstAddress:
      // For this act the key of the number's own device is enough, or, if the account has lost its
      // number, any key it knows: there is nothing else to require.
      let hasAddress = account.identifiers.contains { $0.isEmail }
      if !hasAddress, device == .trusted || account.identifiers.isEmpty && device.isKnown {
        return .sufficient(.one)
      }
      return fresh(own, account, subjectSince: nil, now)
    case .changeIdentifiers(let since), .changePassword(let since):
      return fresh(own, account, subjectSince: since, now)
    case .endOtherSessions, .exportData: return fresh(own, account, subjectSince: nil, now)
    case .deleteAccount: return fresh(own, account, subjectSince: account.createdAt, now)
    }
  }

  private static func openSession(
    _ proofs: [Proof], _ account: AccountStanding, _ device: DeviceStanding,
    _ recycledAfter: Duration, _ now: Timestamp
  ) -> Verdict {
    guard let level = level(of: proofs, at: now) else {
      return .insufficient(ProofNeed(level: account.requiredLevel))
    }
    let asked = device == .trusted ? .one : account.requiredLevel
    guard level >= asked else { return .insufficient(ProofNeed(level: asked)) }
    guard isBeyondDoubt(proofs, account, device, recycledAfter, now) else {
      return .insufficient(ProofNeed(level: asked))
    }
    return .sufficient(level)
  }

  /// A recovery replaces a password, so neither a password nor what may be one proves anything
  /// here.
  private static func recover(
    _ proofs: [Proof], _ account: AccountStanding, _ device: DeviceStanding,
    _ recycledAfter: Duration, _ now: Timestamp
  ) -> Verdict {
    let shown = proofs.filter { $0.kind.factor == .possession || $0.kind.factor == .both }
    guard let level = level(of: shown, at: now),
      level == .two || shown.contains(where: { account.hasHeldLong(since: $0.heldSince, at: now) }),
      isBeyondDoubt(shown, account, device, recycledAfter, now)
    else { return .insufficient(ProofNeed(level: .one)) }
    return .sufficient(level)
  }

  /// DEC-3: at most 10 minutes old, by an authenticator that is older than what it changes, or a
  /// week old.
  private static func fresh(
    _ proofs: [Proof], _ account: AccountStanding, subjectSince: Timestamp?, _ now: Timestamp
  ) -> Verdict {
    let fresh = proofs.filter { proof in
      proof.kind.isInteractive && proof.shownAt + SecurityRules.proofLifetime > now
        && proof.shownAt <= now + SecurityRules.clockLeeway
        && (account.hasHeldLong(since: proof.heldSince, at: now)
          || subjectSince.map { proof.heldSince <= $0 } ?? true)
    }
    guard let level = level(of: fresh, at: now), level >= account.requiredLevel else {
      return .insufficient(
        ProofNeed(
          level: account.requiredLevel,
          maxAgeSeconds: Int(SecurityRules.proofLifetime.components.seconds)))
    }
    return .sufficient(level)
  }

  /// PHN-10, DEC-1: identifiers are reassigned. If an account has been dormant, or has lost a
  /// number to someone else, an unknown device must present two different proofs. A mailbox of an
  /// account that has nothing but mailboxes is enough: no door asks for a second one, and addresses are rarely
  /// reassigned. So is an account at a provider, whose subject is never reassigned; and two factors in
  /// one are two.
  private static func isBeyondDoubt(
    _ proofs: [Proof], _ account: AccountStanding, _ device: DeviceStanding,
    _ recycledAfter: Duration, _ now: Timestamp
  ) -> Bool {
    let isDoubtful = account.isDetached || now >= account.lastSeenAt + recycledAfter
    if device.isKnown || !isDoubtful { return true }
    let sources = Set(
      proofs.map { Source(kind: $0.kind, identifier: ShownProof($0).identifier) })
    if sources.count >= 2 || proofs.contains(where: { $0.kind.factor == .both }) { return true }
    guard let only = proofs.first else { return false }
    guard let identifier = only.identifier else {
      return !only.kind.isReassignable && account.identifiers.isEmpty
    }
    return identifier.isEmail && account.identifiers.contains(identifier)
      && account.identifiers.allSatisfy(\.isEmail)
  }

  private struct Source: Hashable {
    let kind: AuthenticatorKind
    let identifier: String?
  }

  /// Level 2 by one authenticator of level 2, or by two of different factors. Of two, neither may
  /// be a mailbox, nor a password that was recovered over the other one's channel within a week.
  /// - Returns: nil without a proof.
  static func level(of proofs: [Proof], at now: Timestamp) -> AssuranceLevel? {
    guard let single = proofs.map(\.kind.level).max() else { return nil }
    let pairs = proofs.contains { one in
      proofs.contains { other in areTwoFactors(one, other, now) }
    }
    return pairs ? .two : single
  }

  private static func areTwoFactors(_ one: Proof, _ other: Proof, _ now: Timestamp) -> Bool {
    guard one.kind.factor == .knowledge, other.kind.factor == .possession, !other.kind.isMailbox
    else { return false }
    let isRecent = one.heldSince + SecurityRules.newIdentifierWait > now
    return !(isRecent && one.recoveredBy != nil && one.recoveredBy == other.identifier)
  }
}
