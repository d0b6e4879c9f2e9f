import IdentityDomain

extension StoreContract {
  static let passkeyCases = [
    StoreCase(description: "A passkey is one row by its credential, and is listed by its account") {
      store in
      let first = Sample.passkey("1", account: "a")
      let second = Sample.passkey("2", account: "a", after: .seconds(1))
      let other = Sample.passkey("3", account: "b")
      try await store.transaction("add") { tables in
        for passkey in [second, first, other] { try tables.put(passkey) }
        try requireEqual(try tables.passkey(first.credential), first, "the first")
        try requireEqual(try tables.passkeys(of: ID("a")), [first, second], "the oldest first")
        var used = first
        used.signCount = .max
        used.isBackedUp = true
        used.name = "Zo\u{eb}'s \u{0}"
        used.lastUsedAt = Sample.now
        used.clonedAt = Sample.now + .seconds(2)
        try tables.put(used)
        try requireEqual(try tables.passkey(first.credential), used, "put once more")
        try tables.removePasskey(first.credential)
        try requireEqual(try tables.passkeys(of: ID("a")), [second], "what is left")
        try requireEqual(try tables.passkeys(of: ID("b")), [other], "of the other account")
        try require(try tables.passkey(first.credential) == nil, "still there")
      }
    },
    StoreCase(description: "A passkey's challenge keeps its purpose, and goes in time") { store in
      let purposes: [PasskeyCeremony.Purpose] = [
        .signIn, .stepUp(ID("a"), ID("s")), .add(ID("a"), ID("s"), userHandle: "h"),
        .signUp(userHandle: "h", name: "Zo\u{eb} \u{0}"), .signUp(userHandle: "h", name: nil),
      ]
      let ceremonies = purposes.enumerated().map { place, purpose in
        PasskeyCeremony(
          challenge: "c\(place)", device: Sample.key, purpose: purpose,
          requiresVerification: place == 1, createdAt: Sample.now)
      }
      try await store.transaction("begin") { tables in
        for ceremony in ceremonies { try tables.put(ceremony) }
        for ceremony in ceremonies {
          try requireEqual(
            try tables.passkeyCeremony(ceremony.challenge), ceremony, "\(ceremony.purpose)")
        }
        try tables.removePasskeyCeremony("c0")
        try require(try tables.passkeyCeremony("c0") == nil, "still there")
        let lifetime = SecurityRules.passkeyCeremonyLifetime
        _ = try tables.removeExpired(before: Sample.now + lifetime - .seconds(1))
        try require(try tables.passkeyCeremony("c1") != nil, "gone too early")
        _ = try tables.removeExpired(before: Sample.now + lifetime)
        try require(try tables.passkeyCeremony("c1") == nil, "still there after its time")
      }
    },
    StoreCase(description: "A change remembers the passkeys that there were") { store in
      var named = Sample.passkey("2", account: "a", after: .seconds(1))
      named.name = "Zo\u{eb} \u{0}"
      named.lastUsedAt = Sample.now
      var empty = Sample.passkey("4", account: "a")
      empty.name = ""
      for passkeys in [[], [Sample.passkey("1", account: "a")], [named, empty]] {
        let change = IdentifierChange(
          id: ID("c"), account: ID("a"), session: ID("s"), at: Sample.now, bindings: [],
          password: nil, identities: [], passkeys: passkeys)
        try await store.transaction("change") { try $0.put(change) }
        let found = try await store.read("look") { try $0.identifierChange(ID("c")) }
        try requireEqual(found, change, "the change")
      }
    },
  ]
}

extension Sample {
  static func passkey(
    _ credential: String, account: String, after delay: Duration = .zero
  ) -> Passkey {
    Passkey(
      id: ID("id-" + credential), credential: credential, account: ID(account), userHandle: "h",
      key: [0, 255, 10], signCount: 0, isBackupEligible: true, isBackedUp: false,
      model: "00000000000000000000000000000000", createdAt: now + delay)
  }
}
