import IdentityDomain

/// A log is read on from where somebody stopped, and nothing is missed.
extension StoreContract {
  private static func event(
    _ account: String?, _ kind: SecurityEvent.Kind = .signIn, after wait: Duration = .zero
  ) -> SecurityEvent {
    SecurityEvent(kind, account: account.map { ID($0) }, at: Sample.now + wait)
  }

  /// All that is written behind a position, page by page.
  private static func rows(
    _ store: any IdentityStore, after position: inout LogPosition, most: Int = 2
  ) async throws -> [SecurityEventRow] {
    var rows: [SecurityEventRow] = []
    while true {
      let from = position
      let page = try await store.read("read on") {
        try $0.securityEvents(after: from, most: most)
      }
      rows += page.rows
      try require(page.rows.isEmpty ? page.end == from : page.end > from, "the end of a page")
      position = page.end
      if page.rows.count < most { return rows }
    }
  }

  static let logCases = [
    StoreCase(description: "Events are read on from a position, each where it was written last") {
      store in
      var position = LogPosition.start
      func written(_ events: [SecurityEvent]) async throws -> [String] {
        for event in events { try await store.transaction("write") { try $0.append(event) } }
        return try await rows(store, after: &position).map {
          "\($0.account?.text ?? "-")\($0.count)"
        }
      }
      try requireEqual(try await written([]), [], "of a new store")
      try requireEqual(
        try await written([event("a"), event("b"), event("a"), event(nil)]), ["b1", "a2", "-1"],
        "at first")
      try requireEqual(try await written([]), [], "again")
      try requireEqual(try await written([event("b")]), ["b2"], "what was written again")
      let end = try await store.read("end") { try $0.securityEventEnd() }
      try requireEqual(position, end, "the end")
    },
    StoreCase(description: "An event that is older than what was read is not skipped") { store in
      var position = LogPosition.start
      try await store.transaction("write") { try $0.append(event("new", after: .hours(1))) }
      try requireEqual(try await rows(store, after: &position).count, 1, "the first")
      try await store.transaction("write") { try $0.append(event("old")) }
      try requireEqual(
        try await rows(store, after: &position).map(\.account), [ID("old")], "the older one")
    },
    StoreCase(description: "An event is not skipped when all before it are gone") { store in
      var position = LogPosition.start
      for name in ["a", "b"] {
        try await store.transaction("write") { try $0.append(event(name)) }
      }
      _ = try await rows(store, after: &position)
      try await store.transaction("remove") { tables in
        for name in ["a", "b"] { try tables.removeSecurityEvents(of: ID(name)) }
      }
      try await store.transaction("write") { try $0.append(event("c")) }
      try requireEqual(try await rows(store, after: &position).map(\.account), [ID("c")], "the new")
    },
  ]

  static func readOnCase(rounds: Int) -> StoreCase {
    StoreCase(description: "Who reads on while 16 others write misses none of what they wrote") {
      store in
      for round in 0..<rounds {
        let start = try await store.read("end") { try $0.securityEventEnd() }
        let reader = Task { () -> (Set<String>, LogPosition) in
          var (seen, position) = (Set<String>(), start)
          while !Task.isCancelled {
            var next = position
            guard let rows = try? await rows(store, after: &next) else { continue }
            seen.formUnion(rows.compactMap(\.account?.text))
            position = next
            await Task.yield()
          }
          return (seen, position)
        }
        _ = try await atOnce { place in
          // The later ones tell of older events.
          try await store.transaction("write") {
            try $0.append(event("\(round)-\(place)", after: .seconds(Int64(16 - place))))
          }
        }
        reader.cancel()
        var (seen, position) = await reader.value
        seen.formUnion(try await rows(store, after: &position).compactMap(\.account?.text))
        try requireEqual(seen.count, 16, "accounts whose events were read")
      }
    }
  }
}
