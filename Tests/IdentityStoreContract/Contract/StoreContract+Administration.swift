import IdentityDomain

/// What imports, backups and an operator's look at an account need.
extension StoreContract {
  static let administrationCases = [
    StoreCase(
      description: "Open sessions of everybody are listed page by page, and unsettled rows go"
    ) {
      store in
      try await store.transaction("open sessions") { tables in
        func page(_ after: String?, _ most: Int) throws -> [String] {
          try tables.openSessions(after: after.map { ID($0) }, most: most).map(\.id.text)
        }
        try requireEqual(try page(nil, 10), [], "at first")
        for name in ["b", "a", "c", "d"] {
          try tables.put(Sample.session(name, account: name == "b" ? "x" : "y"))
        }
        guard var ended = try tables.session(ID("c")) else { return }
        _ = ended.family.revoke(.logout, at: Sample.now)
        try tables.put(ended)
        try requireEqual(try page(nil, 10), ["a", "b", "d"], "all")
        try requireEqual(try page(nil, 2), ["a", "b"], "the first page")
        try requireEqual(try page("b", 2), ["d"], "the second page")
        let address = try Sample.email("ann")
        try tables.put(Sample.challenge("1", .login, address, account: "a"))
        var device = Device(
          key: Sample.key, account: ID("a"), firstSeenAt: Sample.now, client: Sample.client)
        device.marketGrant = MarketHandle("MX,CMX").map {
          MarketGrant(market: $0, grantedAt: Sample.now)
        }
        try tables.put(device)
        try tables.removeUnsettled()
        try tables.removeUnsettled()
        device.marketGrant = nil
        try requireEqual(try tables.device(Sample.key, of: ID("a")), device, "the device")
        try require(try tables.challenge(ID("1")) == nil, "the challenge is still there")
        try requireEqual(try tables.outboxMessages(most: 9).count, 0, "messages")
        try requireEqual(try page(nil, 10), ["a", "b", "d"], "the sessions stay")
      }
    },
    StoreCase(description: "Security events and participations are found by their account") {
      store in
      try await store.transaction("by account") { tables in
        for (place, name) in ["a", "b", "a", nil, "a"].enumerated() {
          try tables.append(
            SecurityEvent(
              place == 4 ? .signIn : .refreshTokenReuse, account: name.map { ID($0) },
              at: Sample.now + .seconds(Int64(place))))
        }
        let found = try tables.securityEvents(of: ID("a"), most: 9)
        try requireEqual(found.map(\.kind), [.signIn, .refreshTokenReuse], "the newest first")
        try requireEqual(found.map(\.count), [1, 2], "what differs by time only is one row")
        try requireEqual(found.last?.firstAt, Sample.now, "since when")
        try requireEqual(found.last?.lastAt, Sample.now + .seconds(2), "until when")
        try requireEqual(
          try tables.securityEvents(of: ID("a"), most: 1).count, 1, "as many as asked")
        try requireEqual(try tables.securityEvents(of: ID("c"), most: 9).count, 0, "nobody's")
        try requireEqual(try tables.securityEvents(most: 9).count, 4, "all")
        for (experiment, installation, account) in [
          ("y", "1", "a"), ("x", "2", "a"), ("x", "3", "b"),
        ] {
          try tables.put(
            Participation(
              experiment: ID(experiment), installation: ID(installation), account: ID(account),
              variant: "v", assignedAt: Sample.now))
        }
        let parts = try tables.participations(ofAccount: ID("a")).map(\.experiment.text)
        try requireEqual(parts, ["x", "y"], "by experiment")
      }
    },
    StoreCase(description: "Accounts that are to be deleted are found when that is due") { store in
      try await store.transaction("put") { tables in
        let waits: [(String, Int64?)] = [
          ("a", 5), ("b", 0), ("c", 5), ("d", 9), ("stays", nil),
        ]
        for (name, minutes) in waits {
          var account = Account(id: ID(name), createdAt: Sample.now)
          account.deletionDueAt = minutes.map { Sample.now + .minutes($0) }
          try tables.put(account)
        }
      }
      func due(_ minutes: Int64, _ most: Int) async throws -> [String] {
        try await store.read("due") {
          try $0.accountsToDelete(at: Sample.now + .minutes(minutes), most: most).map(\.id.text)
        }
      }
      try requireEqual(try await due(-1, 9), [], "before")
      try requireEqual(try await due(0, 9), ["b"], "at that moment")
      try requireEqual(try await due(5, 9), ["b", "a", "c"], "the longest overdue first")
      try requireEqual(try await due(5, 2), ["b", "a"], "as many as asked")
      try requireEqual(try await due(5, 0), [], "none asked for")
      try await store.transaction("change") { tables in
        guard var kept = try tables.account(ID("b")) else { return }
        try requireEqual(kept.deletionDueAt, Sample.now, "as written")
        kept.deletionDueAt = nil
        try tables.put(kept)
        try tables.removeAccount(ID("a"))
        try requireEqual(
          try tables.accountsToDelete(at: Sample.now + .minutes(9), most: 9).map(\.id.text),
          ["c", "d"], "in the same transaction")
        _ = try tables.settleRestored(at: Sample.now)
      }
      try requireEqual(try await due(9, 9), [], "none after a restore")
    },
    StoreCase(description: "Passwords are listed page by page in the order of their accounts") {
      store in
      try await store.transaction("passwords") { tables in
        func page(_ after: String?, _ most: Int) throws -> [String] {
          try tables.passwords(after: after.map { ID($0) }, most: most).map(\.account.text)
        }
        try requireEqual(try page(nil, 10), [], "at first")
        for name in ["b", "a-1", "B", "a"] {
          try tables.put(
            PasswordCredential(
              account: ID(name), hash: PasswordHash("x"), changedAt: Sample.now, version: 1))
        }
        try requireEqual(try page(nil, 10), ["B", "a", "a-1", "b"], "all")
        try requireEqual(try page(nil, 2), ["B", "a"], "the first page")
        try requireEqual(try page("a", 2), ["a-1", "b"], "the second page")
        try requireEqual(try page("aa", 2), ["b"], "behind one that is not there")
        try requireEqual(try page("b", 2), [], "behind the last")
        try requireEqual(try page(nil, 0), [], "none asked for")
      }
    },
  ]
}
