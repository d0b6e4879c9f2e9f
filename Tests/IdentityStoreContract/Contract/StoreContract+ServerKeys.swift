import IdentityDomain

extension StoreContract {
  private static func key(
    _ id: String, _ use: ServerKeyUse, after wait: Duration = .zero
  ) -> ServerKey {
    ServerKey(
      id: KeyID(id), use: use, sealed: [0, 1, 254, 255], createdAt: Sample.now,
      activeFrom: Sample.now + wait)
  }

  static let serverKeyCases = [
    StoreCase(description: "Server keys are listed by use, in the order in which they come") {
      store in
      let rows = [
        key("b", .signing, after: .days(1)), key("d", .digest), key("c", .signing),
        key("a", .signing, after: .days(1)),
      ]
      try await store.transaction("keys") { tables in
        for row in rows { try tables.put(row) }
        let signing = try tables.serverKeys(for: .signing)
        try requireEqual(signing, [rows[2], rows[3], rows[0]], "signing keys")
        try requireEqual(try tables.serverKeys(for: .sealing), [], "sealing keys")
        try tables.put(key("c", .signing, after: .days(2)))
        let moved = try tables.serverKeys(for: .signing).map(\.id.text)
        try requireEqual(moved, ["a", "b", "c"], "after a key was replaced")
        for id in ["a", "c", "not there"] { try tables.removeServerKey(KeyID(id)) }
        try requireEqual(try tables.serverKeys(for: .signing), [rows[0]], "after removal")
        try requireEqual(try tables.serverKeys(for: .digest), [rows[1]], "digest keys")
      }
    },
    StoreCase(description: "Housekeeping takes no server key and no mark, however old") { store in
      let marks = StoreMarks(isDevelopment: false, masterKeyCheck: [7])
      try await store.transaction("fill") { tables in
        try tables.put(key("d", .digest))
        try tables.put(marks)
      }
      let left = try await store.transaction("clean") { tables in
        _ = try tables.removeExpired(before: Sample.now + .days(10_000))
        return (keys: try tables.serverKeys(for: .digest), marks: try tables.storeMarks())
      }
      try requireEqual(left.keys, [key("d", .digest)], "keys")
      try requireEqual(left.marks, marks, "marks")
    },
    StoreCase(description: "A new store has no marks, and the last ones written count") { store in
      let marks = [true, false].map {
        StoreMarks(isDevelopment: $0, masterKeyCheck: [0, 200, 255])
      }
      let before = try await store.read("look") { try $0.storeMarks() }
      try requireEqual(before, nil, "marks of a new store")
      for one in marks { try await store.transaction("mark") { try $0.put(one) } }
      let after = try await store.read("look") { try $0.storeMarks() }
      try requireEqual(after, marks[1], "marks")
    },
  ]

  static func firstKeyCase(rounds: Int) -> StoreCase {
    StoreCase(description: "16 servers that start at once agree on one first key") { store in
      for round in 0..<rounds {
        // A use has one first key in a store; to try again, it is taken away.
        try await store.transaction("begin") { tables in
          for old in try tables.serverKeys(for: .signing) { try tables.removeServerKey(old.id) }
        }
        let seen = try await atOnce { place in
          try await store.transaction("start") { tables in
            if try tables.serverKeys(for: .signing).isEmpty {
              try tables.put(key("k-\(round)-\(place)", .signing))
            }
            return try tables.serverKeys(for: .signing).map(\.id.text)
          }
        }
        try requireEqual(Set(seen).count, 1, "different lists of keys")
        try requireEqual(seen[0].count, 1, "first keys")
      }
    }
  }
}
