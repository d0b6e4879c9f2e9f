import IdentityDomain

extension StoreContract {
  static func outboxMessage(
    _ id: String, to recipient: MessageRecipient, _ template: MessageTemplate = .loginCode,
    lifetime: Duration = .hours(1)
  ) -> OutboxMessage {
    OutboxMessage(
      id: ID(id), recipient: recipient, template: template, language: "en",
      sealedSecret: [0, 1, 255], expiresAt: Sample.now + lifetime, createdAt: Sample.now)
  }

  private static func provider() throws -> MessageRecipient {
    guard let provider = ProviderID("apple"),
      let subject = FederatedSubject(issuer: "https://apple.example", subject: "a|b")
    else { throw ContractViolation(description: "no provider can be made") }
    return .provider(ProviderAddress(provider: provider, subject: subject))
  }

  private static func heads(
    _ tables: any IdentityTransaction, _ channel: MessageChannel? = .email,
    after wait: Duration = .zero, most: Int = 9
  ) throws -> [String] {
    try tables.outboxHeads(on: channel, at: Sample.now + wait, most: most).map(\.message.id.text)
  }

  static let outboxCases = [
    StoreCase(description: "Of each recipient the oldest message is there to be sent") { store in
      let (ann, bob) = (
        MessageRecipient(try Sample.email("ann")), MessageRecipient(try Sample.email("bob"))
      )
      let push = MessageRecipient.push(
        PushAddress(
          PushEndpoint(
            pushToken: "token", platform: "fcm", session: ID("s"), account: ID("a"),
            registeredAt: Sample.now)))
      try await store.transaction("outbox") { tables in
        try tables.append(outboxMessage("0", to: ann, .suppressed))
        try tables.append(outboxMessage("1", to: ann, lifetime: .minutes(1)))
        try tables.append(outboxMessage("2", to: bob))
        try tables.append(outboxMessage("3", to: ann))
        try tables.append(outboxMessage("4", to: .phone(try Sample.phone("+4930123456"))))
        try tables.append(outboxMessage("5", to: push))
        try tables.append(outboxMessage("6", to: try provider(), .grantRevocation))
        try requireEqual(try heads(tables), ["1", "2"], "by mail")
        try requireEqual(try heads(tables, most: 1), ["1"], "one by mail")
        try requireEqual(try heads(tables, .sms), ["4"], "by SMS")
        try requireEqual(try heads(tables, .push), ["5"], "by push")
        try requireEqual(try heads(tables, .provider), ["6"], "to a provider")
        try requireEqual(
          try tables.outboxRow(ID("6"))?.message.recipient, try provider(), "the provider")
        try requireEqual(try heads(tables, nil), ["0"], "for nobody")
        try requireEqual(
          try heads(tables, after: .minutes(1)), ["2", "3"], "after the first is over")
        try requireEqual(
          try tables.outboxCounts(), [.email: 3, .sms: 1, .push: 1, .provider: 1], "waiting")
        try tables.removeOutboxMessage(ID("1"))
        try requireEqual(try heads(tables), ["2", "3"], "after the first is gone")
      }
    },
    StoreCase(description: "Tries, due times and leases are kept, and order what is due") { store in
      let (ann, bob) = (
        MessageRecipient(try Sample.email("ann")), MessageRecipient(try Sample.email("bob"))
      )
      var row = OutboxRow(outboxMessage("1", to: ann))
      try await store.transaction("outbox") { tables in
        try tables.append(outboxMessage("1", to: ann))
        try tables.append(outboxMessage("2", to: bob))
        try requireEqual(
          try tables.outboxRow(ID("1")), OutboxRow(outboxMessage("1", to: ann)), "a new row")
        try requireEqual(try tables.outboxRow(ID("9")), nil, "no row")
      }
      row.fail(until: Sample.now + .seconds(7))
      row.take(ID("lease"), at: Sample.now + .seconds(8))
      let taken = row
      try await store.transaction("take") { try $0.update(taken) }
      try await store.read("look") { tables in
        try requireEqual(try tables.outboxRow(ID("1")), taken, "the row")
        try requireEqual(
          try tables.outboxHeads(on: .email, at: Sample.now, most: 9).map(\.dueAt),
          [Sample.now, Sample.now + .seconds(8) + SecurityRules.deliveryLease], "due")
        try requireEqual(try heads(tables), ["2", "1"], "heads")
      }
      let gone = OutboxRow(outboxMessage("3", to: bob))
      let (row3, count) = try await store.transaction("update") { tables in
        try tables.update(gone)
        return (try tables.outboxRow(ID("3")), try tables.outboxMessages(most: 9).count)
      }
      try requireEqual(row3, nil, "a row that was updated and was not there")
      try requireEqual(count, 2, "messages")
    },
    StoreCase(description: "What expired dies once, unless somebody is sending it") { store in
      let ann = MessageRecipient(try Sample.email("ann"))
      let late = Sample.now + .hours(1)
      var held = OutboxRow(outboxMessage("held", to: ann))
      held.take(ID("lease"), at: late)
      let taken = held
      try await store.transaction("fill") { tables in
        for id in ["1", "held", "2"] { try tables.append(outboxMessage(id, to: ann)) }
        try tables.append(outboxMessage("nobody", to: ann, .suppressed))
        try tables.append(outboxMessage("later", to: ann, lifetime: .hours(3)))
        try tables.update(taken)
      }
      func expired(_ now: Timestamp) async throws -> [String] {
        try await store.read("look") {
          try $0.expiredOutboxRows(at: now, most: 9).map(\.message.id.text)
        }
      }
      try requireEqual(try await expired(late - .milliseconds(1)), [], "before")
      try requireEqual(try await expired(late), ["1", "2", "nobody"], "at the time")
      let count = try await store.transaction("bury") { try $0.buryExpired(at: late) }
      try requireEqual(count, 3, "buried")
      let letters = try await store.read("look") { try $0.deadLetters(most: 9) }
      try requireEqual(letters.map(\.message.text), ["2", "1"], "dead letters, the newest first")
      try requireEqual(
        letters.last, DeadLetter(OutboxRow(outboxMessage("1", to: ann)), .expired, at: late),
        "a dead letter")
      try requireEqual(
        try await expired(late + SecurityRules.deliveryLease), ["held"], "after the lease")
    },
    StoreCase(description: "Dead letters are counted by channel and reason, and go in time") {
      store in
      let rows = [
        OutboxRow(outboxMessage("1", to: .email(try Sample.emailAddress("ann")))),
        OutboxRow(outboxMessage("2", to: .phone(try Sample.phone("+4930123456")))),
        OutboxRow(outboxMessage("3", to: .phone(try Sample.phone("+4930123457")))),
      ]
      let kept = try await store.transaction("fill") { tables in
        try tables.append(DeadLetter(rows[0], .rejected, at: Sample.now))
        try tables.append(DeadLetter(rows[0], .expired, at: Sample.now))
        for row in rows.dropFirst() {
          try tables.append(DeadLetter(row, .unknownRecipient, isTry: true, at: Sample.now))
        }
        return try tables.deadLetters(most: 2).map(\.message.text)
      }
      try requireEqual(kept, ["3", "2"], "the newest")
      let counts = try await store.read("count") { try $0.deadLetterCounts() }
      try requireEqual(
        counts,
        [
          DeadLetterCount(channel: .email, reason: .rejected, count: 1),
          DeadLetterCount(channel: .sms, reason: .unknownRecipient, count: 2),
        ], "counts")
      let end = Sample.now + SecurityRules.deadLetterRetention
      let left = try await store.transaction("clean") { tables in
        let early = try tables.removeExpired(before: end - .milliseconds(1))
        return (early, try tables.removeExpired(before: end), try tables.deadLetters(most: 9))
      }
      try requireEqual([left.0, left.1], [0, 3], "letters that went")
      try requireEqual(left.2, [], "letters that are left")
    },
    StoreCase(description: "A channel has one pause, and none when it was taken away") { store in
      let pauses = [1, 2].map {
        ChannelPause(channel: .sms, failures: $0, until: Sample.now + .seconds(Int64($0)))
      }
      try await store.transaction("pause") { tables in
        for pause in pauses { try tables.put(pause) }
        try requireEqual(try tables.channelPause(.sms), pauses[1], "the pause")
        try requireEqual(try tables.channelPause(.email), nil, "of another channel")
        try tables.removeChannelPause(.sms)
        try requireEqual(try tables.channelPause(.sms), nil, "after it was taken away")
      }
    },
  ]

  static func leaseCase(rounds: Int) -> StoreCase {
    StoreCase(description: "16 workers at once take each message once, one to a recipient") {
      store in
      for round in 0..<rounds {
        let names = (0..<8).map { "ann\(round)-\($0)" }
        try await store.transaction("fill") { tables in
          for name in names {
            let ann = MessageRecipient(try Sample.email(name))
            for copy in ["a", "b"] {
              try tables.append(outboxMessage(name + copy, to: ann))
            }
          }
        }
        let taken = try await atOnce { place in
          try await store.transaction("take") { tables in
            let due = try tables.outboxHeads(on: .email, at: Sample.now, most: 3)
              .filter { $0.dueAt <= Sample.now }
            for var row in due {
              row.take(ID("lease-\(place)"), at: Sample.now)
              try tables.update(row)
            }
            return due.map(\.message.id.text)
          }
        }
        try requireEqual(taken.flatMap { $0 }.sorted(), names.map { $0 + "a" }, "taken")
        try await store.transaction("clear") { tables in
          for name in names {
            for copy in ["a", "b"] { try tables.removeOutboxMessage(ID(name + copy)) }
          }
        }
      }
    }
  }
}
