import IdentityDomain
import Testing

/// Every combination of inputs to the rule, generated, not listed by hand.
private struct Question: CustomStringConvertible {
  let act: Act
  let proofs: [Proof]
  let account: AccountStanding
  let device: DeviceStanding

  var description: String {
    let shown = proofs.map {
      "\($0.kind.name) held \($0.heldSince.milliseconds) at \($0.shownAt.milliseconds)"
    }
    return "\(act) by \(shown) of \(account) on \(device)"
  }
}

@Suite("DEC-1, DEC-3: one decision for every way in")
struct DecisionTableTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)
  private static let created = now - .days(400)
  private static let address = EmailAddress("ann@example.com").map { Identifier.email($0) }
  private static let other = EmailAddress("bob@example.com").map { Identifier.email($0) }
  private static let number = PhoneNumber(e164: "+4915112345678", region: "DE")
    .map { Identifier.phone($0) }
  private static let totp = AuthenticatorKind.totp
  /// A future way in, supplied by a test: it adds rows, but the rule stays the same.
  private static let future = AuthenticatorKind(name: "card", factor: .possession, method: nil)

  private static var kinds: [AuthenticatorKind] {
    WaysIn.authenticators + [future]
  }

  private static let acts: [Act] = [
    .openSession, .recover, .changeIdentifiers(subjectSince: nil),
    .changeIdentifiers(subjectSince: created), .changePassword(subjectSince: created),
    .addFirstAddress, .endOtherSessions, .exportData, .deleteAccount,
  ]

  /// One proof by each way in: held from the start or for an hour, presented now, a while ago, or
  /// by another account.
  private static func singles() -> [Proof] {
    var proofs: [Proof] = []
    for kind in kinds {
      let identifier = kind.isMailbox ? address : kind == .sms ? number : nil
      for heldSince in [created, now - .hours(1)] {
        for shownAt in [now, now - .minutes(11)] {
          proofs.append(
            Proof(
              kind, of: ID("a"), identifier: identifier, shownAt: shownAt, heldSince: heldSince))
        }
      }
    }
    proofs.append(Proof(.password, of: ID("another"), shownAt: now, heldSince: created))
    proofs.append(
      Proof(.password, of: ID("a"), shownAt: now, heldSince: now - .hours(1), recoveredBy: number))
    return proofs
  }

  private static func accounts() -> [AccountStanding] {
    let identifiers = [address, number].compactMap { $0 }
    var accounts: [AccountStanding] = []
    for held in [
      identifiers, [address, other].compactMap(\.self), Array(identifiers.prefix(1)),
      Array(identifiers.suffix(1)), [],
    ] {
      for idle in [Duration.days(1), .days(91)] {
        for (isBlocked, isDetached) in [(false, false), (true, false), (false, true)] {
          for level in [AssuranceLevel.one, .two] {
            accounts.append(
              AccountStanding(
                account: ID("a"), createdAt: created, lastSeenAt: now - idle,
                isBlocked: isBlocked, isDetached: isDetached, identifiers: held,
                requiredLevel: level))
          }
        }
      }
    }
    return accounts
  }

  private static func proofSets() -> [[Proof]] {
    let one = singles()
    var sets: [[Proof]] = [[]] + one.map { [$0] }
    for (place, first) in one.enumerated() {
      for second in one[(place + 1)...] { sets.append([first, second]) }
    }
    return sets
  }

  private static func each(_ body: (Question, Verdict) -> Void) -> Int {
    var count = 0
    let (sets, accounts) = (proofSets(), accounts())
    for act in acts {
      for account in accounts {
        for device in DeviceStanding.allCases {
          for proofs in sets {
            let question = Question(act: act, proofs: proofs, account: account, device: device)
            body(question, verdict(question))
            count += 1
          }
        }
      }
    }
    return count
  }

  private static func verdict(_ question: Question) -> Verdict {
    Decision.judge(
      question.act, by: question.proofs, for: question.account, on: question.device, at: now)
  }

  private static func isSufficient(_ verdict: Verdict) -> Bool {
    if case .sufficient = verdict { true } else { false }
  }

  /// The table of the security rules, restated as its rows are written there.
  private static func table(_ question: Question) -> Bool {
    let account = question.account
    let proofs = question.proofs.filter { $0.account == account.account }
    let kinds = Set(proofs.map(\.kind.name))
    let providers = ["federated", "federated_aal2"]
    func isOld(_ proof: Proof) -> Bool { proof.heldSince == created }
    func isLevelTwo(_ shown: [Proof]) -> Bool {
      let names = Set(shown.map(\.kind.name))
      if names.contains("passkey") || names.contains("federated_aal2") { return true }
      return shown.contains { secret in
        secret.kind.name == "password"
          && shown.contains {
            ["sms", "device", "totp", "recovery_code", "passkey_unverified", "card"].contains(
              $0.kind.name)
              && (secret.recoveredBy == nil || secret.recoveredBy != $0.identifier)
          }
      }
    }
    let isDoubtful =
      (question.device == .keyless || question.device == .unknown)
      && (account.isDetached || account.lastSeenAt == now - .days(91))
    func isEnoughInDoubt(_ shown: [Proof]) -> Bool {
      guard isDoubtful else { return true }
      let names = Set(shown.map(\.kind.name))
      return names.count >= 2 || names.contains("passkey")
        || names == ["email"] && [[address], [address, other]].contains(account.identifiers)
        || names.allSatisfy { (providers + ["passkey_unverified", "recovery_code"]).contains($0) }
          && account.identifiers.isEmpty
    }
    let fresh = proofs.filter { $0.shownAt == now && $0.kind.name != "device" }
    func isFresh(_ since: Timestamp?) -> Bool {
      let counted = fresh.filter { isOld($0) || since == nil }
      if counted.isEmpty { return false }
      return account.requiredLevel == .one || isLevelTwo(counted)
    }
    switch question.act {
    case .openSession:
      if account.isBlocked || kinds.isEmpty { return false }
      let isAsked = account.requiredLevel == .two && question.device != .trusted
      return (!isAsked || isLevelTwo(proofs)) && isEnoughInDoubt(proofs)
    case .recover:
      let shown = proofs.filter { !(["password"] + providers).contains($0.kind.name) }
      return shown.contains { isOld($0) || $0.kind.name == "passkey" } && isEnoughInDoubt(shown)
    case .addFirstAddress:
      let hasAddress = account.identifiers.contains { $0 == address }
      if !hasAddress, question.device == .trusted { return true }
      if account.identifiers.isEmpty, question.device == .known { return true }
      return isFresh(nil)
    case .changeIdentifiers(let since), .changePassword(let since): return isFresh(since)
    case .endOtherSessions, .exportData: return isFresh(nil)
    case .deleteAccount: return isFresh(created)
    }
  }

  @Test("Every row of the generated table follows the security rules")
  func everyRow() {
    var wrong: [String] = []
    var sufficient = 0
    let count = Self.each { question, verdict in
      if Self.isSufficient(verdict) { sufficient += 1 }
      if Self.isSufficient(verdict) != Self.table(question) { wrong.append(question.description) }
    }
    print("DecisionTableTests: \(count) rows, of which \(sufficient) suffice")
    #expect(wrong.isEmpty, "\(wrong.count) of \(count): \(wrong.prefix(3))")
    #expect(count > 100_000 && sufficient > 10_000)
  }

  @Test("More proofs never get less, and another account's proof counts for nothing")
  func moreIsNeverLess() {
    let one = Self.singles()
    let foreign = Proof(.password, of: ID("another"), shownAt: Self.now, heldSince: Self.created)
    for account in Self.accounts() {
      for act in Self.acts {
        for device in DeviceStanding.allCases {
          for proof in one {
            let alone = Self.verdict(
              Question(act: act, proofs: [proof], account: account, device: device))
            let beside = Self.verdict(
              Question(act: act, proofs: [proof, foreign], account: account, device: device))
            #expect(alone == beside)
            guard Self.isSufficient(alone) else { continue }
            for second in one {
              let both = Self.verdict(
                Question(act: act, proofs: [proof, second], account: account, device: device))
              #expect(Self.isSufficient(both), "\(act) by \(proof) and \(second)")
            }
          }
        }
      }
    }
  }

  @Test("The same factor opens the same, whichever way in presents it")
  func doorsAreAlike() {
    // The ways in that prove possession of something that is neither a mailbox nor silent.
    for account in Self.accounts() {
      for device in DeviceStanding.allCases {
        for act in Self.acts {
          let verdicts = [(AuthenticatorKind.sms, Self.number), (Self.totp, nil)].map {
            kind, identifier in
            Self.verdict(
              Question(
                act: act,
                proofs: [
                  Proof(
                    kind, of: ID("a"), identifier: identifier, shownAt: Self.now,
                    heldSince: Self.created)
                ], account: account, device: device))
          }
          #expect(verdicts[0] == verdicts[1], "\(act) on \(device): \(account)")
        }
      }
    }
  }

  @Test("A proof an hour in the future is refused, and one made under a slow clock is stale")
  func clocks() {
    let account = Self.accounts()[0]
    for (shownAt, suffices) in [
      (Self.now + .hours(1), false), (Self.now, true), (Self.now - .minutes(9), true),
      (Self.now - .minutes(10), false), (Self.now - .hours(1), false),
    ] {
      let proof = Proof(.password, of: ID("a"), shownAt: shownAt, heldSince: Self.created)
      let verdict = Self.verdict(
        Question(act: .endOtherSessions, proofs: [proof], account: account, device: .known))
      #expect(Self.isSufficient(verdict) == suffices, "\(shownAt)")
    }
  }
}
