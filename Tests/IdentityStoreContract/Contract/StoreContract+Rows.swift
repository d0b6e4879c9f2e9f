import IdentityDomain

extension StoreContract {
  static let rowCases =
    peopleCases + sessionCases + trafficCases + federationCases + factorCases + passkeyCases

  private static let peopleCases = [
    StoreCase(description: "An identifier has one account, moves, and is found by either") {
      store in
      let address = try Sample.email("ann")
      let number = Identifier.phone(try Sample.phone("+4915112345678"))
      let owners = try await store.transaction("bind") { tables in
        for identifier in [address, number] {
          try tables.put(
            IdentifierBinding(identifier: identifier, account: ID("a"), verifiedAt: Sample.now))
        }
        try tables.put(
          IdentifierBinding(identifier: number, account: ID("b"), verifiedAt: Sample.now))
        let first = try tables.bindings(of: ID("a")).map(\.identifier)
        try requireEqual(first, [address], "what a has left")
        try tables.removeBinding(of: address)
        return [try tables.binding(of: address)?.account, try tables.binding(of: number)?.account]
      }
      try requireEqual(owners, [nil, ID("b")], "owners")
    },
    StoreCase(description: "Several identifiers of an account are its own, and one may be chosen") {
      store in
      let names = ["+4915112345678", "ann@example.com", "bob@example.com"]
      let all = try names.enumerated().map { place, name in
        let identifier =
          place == 0
          ? Identifier.phone(try Sample.phone(name)) : try Sample.email(String(name.prefix(3)))
        return IdentifierBinding(
          identifier: identifier, account: ID("a"), verifiedAt: Sample.now,
          chosenAt: place == 1 ? Sample.now + .seconds(1) : nil)
      }
      try await store.transaction("bind") { tables in
        for binding in all.reversed() { try tables.put(binding) }
        try requireEqual(try tables.bindings(of: ID("a")), all, "by their text")
        var chosen = all[2]
        chosen.chosenAt = Sample.now + .seconds(2)
        try tables.put(chosen)
        try requireEqual(try tables.binding(of: chosen.identifier), chosen, "chosen later")
        chosen.chosenAt = nil
        try tables.put(chosen)
        try requireEqual(try tables.bindings(of: ID("a")), all, "as before")
      }
    },
    StoreCase(description: "The attempts to register are one list for each identifier") { store in
      let address = try Sample.email("ann")
      let other = try Sample.email("bob")
      let rows = try (0..<3).map {
        try Sample.registration("r\($0)", address, after: .seconds(Int64($0)))
      }
      try await store.transaction("register") { tables in
        try tables.put([try Sample.registration("x", other)], for: other)
        try tables.put(rows, for: address)
        try requireEqual(try tables.registrations(for: address), rows, "attempts")
        try tables.put([rows[2], rows[0]], for: address)
        let ids = try tables.registrations(for: address).map(\.id.text)
        try requireEqual(ids, ["r2", "r0"], "attempts in their order")
        try tables.put([PendingRegistration](), for: address)
        try requireEqual(try tables.registrations(for: address).count, 0, "after removal")
        try requireEqual(try tables.registrations(for: other).count, 1, "of another address")
      }
    },
    StoreCase(
      description: "A challenge replaces an older one of its device, or stands alone without a key"
    ) { store in
      let address = try Sample.email("ann")
      try await store.transaction("challenge") { tables in
        try tables.put(Sample.challenge("1", .login, address))
        try tables.put(Sample.challenge("2", .login, address, device: Sample.key))
        try tables.put(Sample.challenge("3", .passwordReset, address, account: "a"))
        try tables.put(Sample.challenge("4", .login, address))
        try tables.put(Sample.challenge("5", .login, address, device: Sample.key))
        try tables.put(Sample.challenge("6", .passwordReset, address, account: "a"))
        let names = ["1", "2", "3", "4", "5", "6"]
        let left = try names.map { try tables.challenge(ID($0)) != nil }
        try requireEqual(left, [true, false, false, true, true, true], "which are left")
        try requireEqual(
          try tables.challenge(.login, for: address, from: nil)?.id, nil, "one that stands alone")
        try requireEqual(
          try tables.challenge(.login, for: address, from: Sample.key)?.id, ID("5"), "the device's")
        try requireEqual(
          try tables.challenge(.passwordReset, for: address, from: nil)?.id, ID("6"), "anybody's")
        // Put once more it is the same row, as after a wrong guess.
        try tables.put(Sample.challenge("4", .login, address, account: "b"))
        try requireEqual(try tables.challenge(ID("4"))?.account, ID("b"), "the same once more")
        try tables.removeChallenges(of: ID("a"))
        try tables.removeChallenge(ID("4"))
        let end = try names.map { try tables.challenge(ID($0)) != nil }
        try requireEqual(
          end, [true, false, false, false, true, false], "which are left in the end")
      }
    },
    StoreCase(description: "A password and an account are replaced and removed") { store in
      try await store.transaction("people") { tables in
        var account = Account(id: ID("a"), createdAt: Sample.now)
        try tables.put(account)
        account.isBlocked = true
        account.profile.name = "Zoë \u{1F600} \"'; --"
        try tables.put(account)
        try requireEqual(try tables.account(ID("a")), account, "the account")
        for version in 1...2 {
          let hash = PasswordHash("$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA\(version)")
          let password = PasswordCredential(
            account: ID("a"), hash: hash, changedAt: Sample.now, version: version)
          try tables.put(password)
          try requireEqual(try tables.password(of: ID("a")), password, "the password")
        }
        try tables.removePassword(of: ID("a"))
        try tables.removeAccount(ID("a"))
        try require(try tables.password(of: ID("a")) == nil, "the password is still there")
        try require(try tables.account(ID("a")) == nil, "the account is still there")
      }
    },
  ]

  private static let sessionCases = [
    StoreCase(description: "Open sessions are listed by account and by key, the oldest first") {
      store in
      let other = KeyThumbprint("key-2")
      try await store.transaction("sessions") { tables in
        try tables.put(Sample.session("2", account: "a", after: .seconds(2)))
        try tables.put(Sample.session("1", account: "a", kind: .cookie(other)))
        try tables.put(Sample.session("3", account: "b", after: .seconds(3)))
        try tables.put(Sample.session("4", account: "b", kind: .compat))
        var ended = Sample.session("5", account: "a")
        ended.family.revoke(.logout, at: Sample.now + .seconds(1))
        try tables.put(ended)
        try requireEqual(try tables.session(ID("5")), ended, "the ended session")
        let ofAccount = try tables.openSessions(of: ID("a")).map(\.id.text)
        try requireEqual(ofAccount, ["1", "2"], "of the account")
        let withKey = try tables.openSessions(with: Sample.key).map(\.id.text)
        try requireEqual(withKey, ["2", "3"], "with the key")
      }
    },
    StoreCase(description: "A push token has one owner, and a session one push token") { store in
      func endpoint(_ token: String, _ session: String, _ account: String) -> PushEndpoint {
        PushEndpoint(
          pushToken: token, platform: "APNS", session: ID(session), account: ID(account),
          registeredAt: Sample.now)
      }
      let rows = [
        endpoint("t1", "s1", "a"), endpoint("t1", "s2", "b"), endpoint("t2", "s2", "b"),
      ]
      try await store.transaction("push") { tables in
        for row in rows { try tables.put(row) }
        try require(try tables.pushEndpoints(of: ID("a")).isEmpty, "a keeps the token of b")
        try require(try tables.pushEndpoint("t1") == nil, "s2 keeps two push tokens")
        try requireEqual(try tables.pushEndpoints(of: ID("b")), [rows[2]], "of b")
        try tables.removePushEndpoints(of: ID("s2"))
        try require(try tables.pushEndpoint("t2") == nil, "the endpoint outlives its session")
      }
    },
    StoreCase(description: "Devices are kept by key and account, a number trusts one device") {
      store in
      let number = try Sample.phone("+4915112345678")
      let keys = [Sample.key, KeyThumbprint("key-2")]
      try await store.transaction("devices") { tables in
        for (place, account) in ["a", "b", "a"].enumerated() {
          try tables.put(
            Device(
              key: keys[place / 2], account: ID(account),
              firstSeenAt: Sample.now + .seconds(Int64(place)), client: Sample.client))
        }
        try requireEqual(try tables.devices(of: ID("a")).map(\.key), keys, "devices of a")
        try tables.removeDevice(keys[0], of: ID("a"))
        try requireEqual(try tables.devices(of: ID("a")).map(\.key), [keys[1]], "what is left")
        try require(try tables.device(keys[0], of: ID("b")) != nil, "the device of b went too")
        for key in keys {
          try tables.put(
            DeviceTrust(account: ID("a"), number: number, key: key, provedAt: Sample.now))
        }
        try requireEqual(try tables.trust(in: number)?.key, keys[1], "who is trusted")
        try tables.removeTrusts(of: ID("a"))
        try require(try tables.trust(in: number) == nil, "the trust is still there")
      }
    },
    StoreCase(description: "The sign-out log keeps the first end of a session, the newest first") {
      store in
      try await store.transaction("sign-outs") { tables in
        for (place, cause) in [SignOutCause.logout, .replaced, .idleTimeout].enumerated() {
          var session = Sample.session("s\(place % 2)", account: "a")
          session.family.revoke(cause, at: Sample.now + .seconds(Int64(place)))
          if let end = session.family.end {
            try tables.append(
              SignOutRecord(session: session.id, holder: session.holder, end: end))
          }
        }
        let causes = try tables.signOuts(of: .account(ID("a")), most: 9).map(\.end.cause)
        try requireEqual(causes, [.replaced, .logout], "causes")
        try requireEqual(
          try tables.signOuts(of: .installation(ID("a")), most: 9).count, 0, "of another holder")
      }
    },
  ]

  private static let trafficCases = [
    StoreCase(description: "A proof is new once for each key") { store in
      func isNew(_ key: KeyThumbprint) async throws -> Bool {
        try await store.transaction("proof") {
          try $0.rememberProof("jti-1", by: key, until: Sample.now + .minutes(4))
        }
      }
      try require(try await isNew(Sample.key), "the first use is not new")
      try require(try await !isNew(Sample.key), "the second use is new")
      try require(try await isNew(KeyThumbprint("key-2")), "the jti of another key is not new")
    },
    StoreCase(description: "A message with a known id is ignored, the order is of writing") {
      store in
      let address = try Sample.email("ann")
      let ids = try await store.transaction("outbox") { tables in
        for id in ["m2", "m1", "m2", "m3"] {
          try tables.append(Sample.message(id, to: address))
        }
        try tables.removeOutboxMessage(ID("m1"))
        let rows = try tables.outboxMessages(most: 9)
        try requireEqual(rows.first, Sample.message("m2", to: address), "the first row")
        return rows.map(\.id.text)
      }
      try requireEqual(ids, ["m2", "m3"], "messages")
    },
    StoreCase(description: "Selections are kept by holder and key, the newest counts") { store in
      let holder = Session.Holder.installation(ID("i"))
      try await store.transaction("select") { tables in
        for (key, value) in [("b", "1"), ("a", "2"), ("b", "3")] {
          try tables.put(Selection(holder: holder, key: key, value: value, at: Sample.now))
        }
        let values = try tables.selections(of: holder).map { $0.key + $0.value }
        try requireEqual(values, ["a2", "b3"], "selections")
        try requireEqual(
          try tables.selections(of: .account(ID("i"))).count, 0, "of another kind of holder")
        try tables.removeSelections(of: holder)
        try requireEqual(try tables.selections(of: holder).count, 0, "after removal")
      }
    },
    StoreCase(description: "Housekeeping removes what expired and nothing else") { store in
      let late = try Sample.email("bob")
      let address = try Sample.email("ann")
      try await store.transaction("fill") { tables in
        try tables.put(Sample.challenge("1", .login, address))
        try tables.put(Sample.challenge("2", .passwordReset, address, after: .hours(2)))
        try tables.put([try Sample.registration("r1", address)], for: address)
        try tables.put([try Sample.registration("r2", late, after: .hours(9))], for: late)
        try tables.append(Sample.message("m", to: address))
        _ = try tables.rememberProof("jti", by: Sample.key, until: Sample.now + .hours(1))
        try tables.put(Sample.session("s", account: "a"))
      }
      func left(_ wait: Duration) async throws -> [Int] {
        try await store.transaction("clean") { tables in
          [
            try tables.removeExpired(before: Sample.now + wait),
            try ["1", "2"].filter { try tables.challenge(ID($0)) != nil }.count,
            try [address, late].filter { try !tables.registrations(for: $0).isEmpty }.count,
            try tables.outboxMessages(most: 9).count,
            try tables.session(ID("s")) == nil ? 0 : 1,
          ]
        }
      }
      try requireEqual(try await left(.zero), [0, 2, 2, 1, 1], "at once")
      try requireEqual(try await left(.hours(2)), [3, 1, 2, 0, 1], "after two hours")
      try requireEqual(try await left(.hours(25)), [1, 0, 2, 0, 1], "after a day")
      try requireEqual(try await left(.hours(169)), [1, 0, 1, 0, 1], "after a week")
      try requireEqual(try await left(.days(120)), [3, 0, 0, 0, 0], "after 120 days")
    },
  ]
}
