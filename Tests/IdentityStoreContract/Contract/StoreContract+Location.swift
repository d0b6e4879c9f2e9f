package import IdentityDomain

/// Where a test's stores lie.
package struct LocationRig: Sendable {
  /// Another store for each name; nothing lies there yet.
  package let location: @Sendable (_ name: String) -> any StoreLocation
  /// The path of a file that is not there, for each name.
  package let file: @Sendable (_ name: String) -> String

  package init(
    location: @escaping @Sendable (String) -> any StoreLocation,
    file: @escaping @Sendable (String) -> String
  ) {
    self.location = location
    self.file = file
  }
}

/// One thing that every place where stores lie must keep.
package struct LocationCase: Sendable, CustomStringConvertible {
  package let description: String
  package let run: @Sendable (LocationRig) async throws -> Void
}

extension StoreContract {
  /// A store with an open session, a message and a code, as a backup must not bring them back.
  private static func fill(_ location: any StoreLocation) async throws {
    let store = try await location.open()
    let address = try Sample.email("ann")
    try await store.transaction("fill") { tables in
      try tables.put(Account(id: ID("a"), createdAt: Sample.now))
      try tables.put(Sample.session("s", account: "a"))
      try tables.put(Sample.challenge("c", .login, address))
      try tables.append(Sample.message("m", to: address))
    }
    try await store.close()
  }

  private static func requireRefusal(
    _ what: String, _ work: () async throws -> Void
  ) async throws {
    do { try await work() } catch is any StoreError { return }
    throw ContractViolation(description: "\(what) was not refused")
  }

  package static let locationCases = [
    LocationCase(description: "A store is there once it was opened, and not before") { rig in
      let location = rig.location("store")
      try require(try await !location.exists(), "it is there before")
      try await location.open().close()
      try require(try await location.exists(), "it is not there")
      try require(try await !rig.location("other").exists(), "so is another one")
    },
    LocationCase(description: "A restored store has the accounts, and nothing of before goes on") {
      rig in
      try await fill(rig.location("store"))
      let backup = try await rig.location("store").backUp(to: rig.file("backup"), unique: "u")
      try requireEqual(backup.version, StoreMigration.allCases.last?.rawValue, "the version")
      try require(backup.size > 0, "it has no size")
      let restored = try await rig.location("new")
        .restore(rig.file("backup"), unique: "u", at: Sample.now)
      try requireEqual(restored.endedSessions, 1, "sessions that ended")
      let store = try await rig.location("new").open()
      try await store.read("look") { tables in
        try require(try tables.account(ID("a")) != nil, "the account is gone")
        try requireEqual(
          try tables.session(ID("s"))?.family.end?.cause, .storeRestored, "the session's end")
        try require(try tables.challenge(ID("c")) == nil, "the code is open")
        try requireEqual(try tables.outboxMessages(most: 9).count, 0, "messages")
      }
      try await store.close()
    },
    LocationCase(description: "Neither a backup nor a store is ever replaced") { rig in
      try await fill(rig.location("store"))
      _ = try await rig.location("store").backUp(to: rig.file("backup"), unique: "u")
      try await requireRefusal("a second backup of the name") {
        _ = try await rig.location("store").backUp(to: rig.file("backup"), unique: "u")
      }
      try await requireRefusal("a restore over a store") {
        _ = try await rig.location("store")
          .restore(rig.file("backup"), unique: "u", at: Sample.now)
      }
      let store = try await rig.location("store").open()
      let session = try await store.read("look") { try $0.session(ID("s")) }
      try require(session?.family.end == nil, "the store was settled")
      try await store.close()
    },
    LocationCase(description: "What is not there is not backed up, and what is none not restored") {
      rig in
      try await requireRefusal("a backup of nothing") {
        _ = try await rig.location("store").backUp(to: rig.file("backup"), unique: "u")
      }
      try await requireRefusal("a restore of nothing") {
        _ = try await rig.location("store").restore(rig.file("backup"), unique: "u", at: Sample.now)
      }
      try require(try await !rig.location("store").exists(), "something was made")
    },
    LocationCase(description: "A store that is not settled yet is found by no server") { rig in
      try await fill(rig.location("store"))
      _ = try await rig.location("store").backUp(to: rig.file("backup"), unique: "u")
      let location = rig.location("new")
      let unsettled = try await location.bringBack(rig.file("backup"), unique: "u")
      try require(try await !location.exists(), "it is there")
      await unsettled.discard()
      try require(try await !location.exists(), "it is there after it was discarded")
      // Nothing is in the way of the next try.
      _ = try await location.restore(rig.file("backup"), unique: "u", at: Sample.now)
      try require(try await location.exists(), "it is not there")
    },
  ]
}
