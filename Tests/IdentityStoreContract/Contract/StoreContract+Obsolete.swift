import IdentityDomain

extension StoreContract {
  private static let now = Sample.now

  private static func message(
    _ id: String, to recipient: Identifier, _ origin: MessageOrigin?
  ) -> OutboxMessage {
    OutboxMessage(
      id: ID(id), recipient: MessageRecipient(recipient), template: .loginCode, language: "en",
      sealedSecret: [1], expiresAt: now + .days(1), createdAt: now, origin: origin)
  }

  /// Whether stored messages are obsolete.
  private static func state(
    of ids: [String], after wait: Duration = .zero, _ tables: any IdentityTransaction
  ) throws -> [Bool] {
    try ids.map { id in
      guard let row = try tables.outboxRow(ID(id)) else {
        throw ContractViolation(description: "\(id) is gone")
      }
      return try tables.isObsolete(row.message, at: now + wait)
    }
  }

  private static func challenge(
    _ purpose: ChallengePurpose = .login, sentAt: Timestamp = now
  ) throws -> Challenge {
    Challenge(
      id: ID("challenge"), purpose: purpose, identifier: try Sample.email("ann"), account: nil,
      device: Sample.key, expiresAt: now + SecurityRules.challengeLifetime,
      code: CodeState(digest: nil, sentAt: sentAt))
  }

  /// After some guesses, right or wrong.
  private static func guessed(isRight: Bool, times: Int) throws -> Challenge {
    var challenge = try challenge()
    var (guesses, codes) = (IdentifierGuesses(), [challenge.code])
    for _ in 0..<times { _ = guesses.judge(&codes, match: isRight ? 0 : nil, at: now) }
    challenge.code = codes[0]
    return challenge
  }

  private static func temporaryPassword(_ id: String) throws -> TemporaryPassword {
    let ann = try Sample.email("ann")
    return TemporaryPassword(
      id: ID(id), identifier: ann, account: nil, passwordVersion: nil,
      hash: PasswordHash("hash"), check: try Sample.registration("attempt", ann).check,
      sentAt: now)
  }

  static let obsoleteCases = [
    StoreCase(
      description: "A message is obsolete once its code is used, replaced, over or out of tries"
    ) { store in
      let ann = try Sample.email("ann")
      let names = ["coded", "old"]
      try await store.transaction("write") { tables in
        try tables.append(message("coded", to: ann, .challenge(ID("challenge"))))
        try tables.append(message("old", to: ann, nil))
        try requireEqual(
          try names.map { try tables.outboxRow(ID($0))?.message.origin },
          [.challenge(ID("challenge")), nil], "the origins")
        try requireEqual(try state(of: names, tables), [true, false], "without a challenge")
      }
      let lifetime = SecurityRules.codeLifetime
      let states: [(String, Challenge, Duration, Bool)] = [
        ("open", try challenge(), .zero, false),
        ("open to its end", try challenge(), lifetime - .milliseconds(1), false),
        ("over", try challenge(), lifetime, true),
        ("replaced", try challenge(sentAt: now + .minutes(1)), .minutes(1), true),
        (
          "left with a try", try guessed(isRight: false, times: SecurityRules.codeTries - 1),
          .zero, false
        ),
        (
          "out of tries", try guessed(isRight: false, times: SecurityRules.codeTries), .zero, true
        ),
        ("used", try guessed(isRight: true, times: 1), .zero, true),
      ]
      for (what, challenge, wait, isObsolete) in states {
        let (before, after) = try await store.transaction("challenge") { tables in
          try tables.put(challenge)
          let found = try state(of: names, after: wait, tables)
          try tables.removeChallenge(challenge.id)
          return (found, try state(of: names, after: wait, tables))
        }
        try requireEqual(before, [isObsolete, false], what)
        try requireEqual(after, [true, false], "gone after it was " + what)
      }
    },
    StoreCase(
      description: "So is the message of an attempt to register, a link and a temporary password"
    ) { store in
      let ann = try Sample.email("ann")
      let origins: [MessageOrigin] = [
        .registration(ID("attempt")), .challenge(ID("challenge")),
        .temporaryPassword(ID("password")),
      ]
      let names = origins.indices.map { "\($0)" }
      try await store.transaction("write") { tables in
        for (name, origin) in zip(names, origins) {
          try tables.append(message(name, to: ann, origin))
        }
        try tables.put([try Sample.registration("attempt", ann)], for: ann)
        // The button of a later link gives the challenge a code; the earlier one is as good as before.
        try tables.put(try challenge(.loginLink, sentAt: now + .minutes(1)))
        try tables.put(try temporaryPassword("password"))
        try requireEqual(
          try names.map { try tables.outboxRow(ID($0))?.message.origin }, origins, "the origins")
        try requireEqual(try state(of: names, tables), [false, false, false], "open")
        try requireEqual(
          try state(of: names, after: SecurityRules.codeLifetime, tables), [true, false, false],
          "after a code's time")
        try requireEqual(
          try state(of: names, after: SecurityRules.temporaryPasswordLifetime, tables),
          [true, false, true], "after a temporary password's time")
        try requireEqual(
          try state(of: names, after: SecurityRules.challengeLifetime, tables),
          [true, true, true], "in the end")
      }
      try await store.transaction("end") { tables in
        try tables.put([], for: ann)
        try tables.removeChallenge(ID("challenge"))
        try tables.put(try temporaryPassword("another"))
        try requireEqual(try state(of: names, tables), [true, true, true], "ended")
        try tables.removeTemporaryPassword(for: ann)
        try requireEqual(try state(of: names, tables), [true, true, true], "gone")
      }
    },
  ]
}
