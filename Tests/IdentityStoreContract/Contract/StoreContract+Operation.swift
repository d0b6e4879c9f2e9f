package import IdentityDomain

/// One thing that whoever runs a server may count on from every store.
package struct OperationCase: Sendable, CustomStringConvertible {
  /// A sentence, which a test shows.
  package let description: String
  /// Runs against a new and empty store, which it may close.
  package let run: @Sendable (any OperableStore) async throws -> Void
}

extension StoreContract {
  /// `@Test(arguments: StoreContract.operationCases)`.
  package static let operationCases = [
    OperationCase(description: "Figures of a new store are nothing at all") { store in
      let end = try await store.logEnd()
      let figures = try await store.figures(after: end)
      try requireEqual(end, .start, "the end of the log")
      try requireEqual(
        figures,
        StoreFigures(
          outbox: 0, oldestMessage: nil, signOuts: [:], position: .start, securityEvents: [:],
          bytes: figures.bytes), "figures")
    },
    OperationCase(description: "Figures tell the outbox, and events since the store was made") {
      store in
      let address = MessageRecipient(try Sample.email("ann"))
      try await store.transaction("fill") { tables in
        for (place, name) in ["b", "a"].enumerated() {
          try tables.append(
            OutboxMessage(
              id: ID(name), recipient: address, template: .loginCode, language: "en",
              sealedSecret: nil, expiresAt: Sample.now + .hours(1),
              createdAt: Sample.now + .seconds(Int64(place))))
        }
        for place in 0..<3 {
          try tables.append(
            SecurityEvent(
              place == 0 ? .signIn : .stepUp, account: ID("a"),
              at: Sample.now + .seconds(Int64(place))))
        }
      }
      var figures = try await store.figures(after: .start)
      try requireEqual(figures.outbox, 2, "messages")
      try requireEqual(figures.oldestMessage, Sample.now, "the oldest")
      try requireEqual(figures.securityEvents, [.signIn: 1, .stepUp: 2], "events")
      try await store.transaction("remove") { tables in
        try tables.removeOutboxMessage(ID("b"))
        try tables.removeSecurityEvents(of: ID("a"))
      }
      figures = try await store.figures(after: .start)
      try requireEqual(figures.oldestMessage, Sample.now + .seconds(1), "the oldest that is left")
      try requireEqual(figures.securityEvents, [.signIn: 1, .stepUp: 2], "a counter never falls")
    },
    OperationCase(description: "Each sign-out is counted once, by its cause") { store in
      func end(_ names: [String], _ cause: SignOutCause) async throws {
        try await store.transaction("end") { tables in
          for name in names {
            try tables.append(
              SignOutRecord(
                session: ID(name), holder: .account(ID("a")),
                end: SessionEnd(at: Sample.now, cause: cause)))
          }
        }
      }
      try await end(["before"], .logout)
      var position = try await store.logEnd()
      for (names, cause) in [(["1", "2"], SignOutCause.logout), (["3"], .replaced), ([], .logout)] {
        try await end(names, cause)
        let figures = try await store.figures(after: position)
        try requireEqual(figures.signOuts, names.isEmpty ? [:] : [cause: names.count], "sign-outs")
        try requireEqual(figures.position, try await store.logEnd(), "the end of the log")
        position = figures.position
      }
    },
    OperationCase(description: "A sign-out is counted also when all before it are gone") { store in
      func append(_ name: String, at moment: Timestamp) async throws {
        try await store.transaction("end") { tables in
          try tables.append(
            SignOutRecord(
              session: ID(name), holder: .account(ID("a")),
              end: SessionEnd(at: moment, cause: .logout)))
        }
      }
      let later = Sample.now + SecurityRules.securityEventRetention
      try await append("1", at: Sample.now)
      try await append("2", at: Sample.now)
      let position = try await store.logEnd()
      _ = try await store.transaction("clean") { try $0.removeExpired(before: later) }
      try await append("3", at: later)
      let figures = try await store.figures(after: position)
      try requireEqual(figures.signOuts, [.logout: 1], "sign-outs")
    },
    OperationCase(description: "What was removed can be erased, and the store is whole") { store in
      try await store.transaction("fill") {
        try $0.append(Sample.message("m", to: try Sample.email("ann")))
      }
      try await store.transaction("remove") { try $0.removeOutboxMessage(ID("m")) }
      try require(try await store.eraseRemoved(), "something is left")
      try requireEqual(try await store.damage(), [], "damage")
    },
    OperationCase(description: "After the end every call fails, and a second end is none") {
      store in
      try await store.close()
      try await store.close()
      let calls: [@Sendable () async throws -> Void] = [
        { _ = try await store.read("late") { try $0.account(ID("a")) } },
        { try await store.transaction("late") { try $0.removeAccount(ID("a")) } },
        { _ = try await store.logEnd() }, { _ = try await store.figures(after: .start) },
        { _ = try await store.eraseRemoved() }, { _ = try await store.damage() },
      ]
      for (place, call) in calls.enumerated() {
        do { try await call() } catch { continue }
        throw ContractViolation(description: "call \(place) of a closed store was answered")
      }
    },
  ]
}
