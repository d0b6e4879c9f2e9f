extension StoreMigration {
  /// The step that a server has to know at least to work with a store that went through this one.
  ///
  /// A step that only adds tables, columns that may be absent and indexes, and after which rows that an earlier server
  /// writes still mean the same, names an earlier step here: then servers of both versions can run, and start, side by
  /// side while an upgrade goes on. It cannot name one before this mark itself, which earlier servers do not read.
  package var leastReader: StoreMigration {
    switch self {
    case .identity, .serverKeys, .experiments, .markets, .outbox, .administration, .decision,
      .relational, .federation, .factors, .passkeys, .operation, .accountCentre, .identifiers,
      .messageOrigin, .leastReader:
      self
    }
  }
}

/// What a store's list of steps says to a server.
package enum StoreVersion: Hashable, Sendable {
  /// The first of the steps that the server knows, perhaps all of them.
  case known([String])
  /// All of them and further ones, after which such a server can still work with it.
  case newer(unknown: [String])
  /// Further ones that it would have to know.
  case tooNew(unknown: [String])
  /// One is missing among them.
  case broken(missing: String)

  /// - Parameters:
  ///   - steps: the names in the order of the list, each with that of the step that a server has to know at least, where
  ///     the list says so.
  ///   - known: the steps that the server knows.
  package init(
    _ steps: [(id: String, leastReader: String?)],
    known: [String] = StoreMigration.allCases.map(\.rawValue)
  ) {
    let unknown = steps.filter { !known.contains($0.id) }
    let applied = steps.map(\.id).filter { known.contains($0) }
    let refused = unknown.filter { !known.contains($0.leastReader ?? "") }
    guard refused.isEmpty else {
      self = .tooNew(unknown: refused.map(\.id))
      return
    }
    guard applied == Array(known.prefix(applied.count)),
      unknown.isEmpty || applied.count == known.count,
      steps.prefix(applied.count).map(\.id) == applied
    else {
      self = .broken(missing: known.first { !applied.contains($0) } ?? unknown.first?.id ?? "")
      return
    }
    self = unknown.isEmpty ? .known(applied) : .newer(unknown: unknown.map(\.id))
  }

  /// Those of a store's steps that this server does not know.
  package static func unknown(in steps: [String]) -> [String] {
    steps.filter { StoreMigration(rawValue: $0) == nil }
  }

  /// What a server logs that works with a newer store.
  package static func line(_ unknown: [String]) -> String {
    "the store is of a newer version (\(unknown.joined(separator: ", "))), with which this server can work"
  }
}
