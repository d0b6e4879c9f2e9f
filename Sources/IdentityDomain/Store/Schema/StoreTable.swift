/// A table of the store, the same for every engine: an engine turns it into statements of its own, and
/// decides nothing about it.
///
/// Names are small letters, digits and underscores, so that no engine has to quote them; they are a
/// persisted format. Text is ordered and compared by its bytes everywhere (`COLLATE "C"` in
/// PostgreSQL, BINARY in SQLite).
package struct StoreTable: Hashable, Sendable {
  package let name: String
  /// In the order in which rows are written and read.
  package let columns: [StoreColumn]
  /// The names of the columns that tell rows apart.
  package let key: [String]
  package let indexes: [StoreIndex]
  /// With which step of the store it came.
  package let since: StoreMigration
  /// Whether rows are so small that they may lie in the order of their key, where an engine can.
  package let isClustered: Bool

  package init(
    _ name: String, key: [String], since: StoreMigration = .relational, isClustered: Bool = false,
    _ columns: [StoreColumn],
    indexes: [StoreIndex] = []
  ) {
    self.name = name
    self.columns = columns
    self.key = key
    self.indexes = indexes
    self.since = since
    self.isClustered = isClustered
  }

  /// What a row has a value for. The others are the store's own to fill in.
  package var valueColumns: [StoreColumn] { columns.filter { !$0.kind.isGiven } }

  /// The table as it was made at a step of the store, with the columns of then.
  /// - Returns: nil before it was there.
  package func made(by migration: StoreMigration) -> StoreTable? {
    guard since <= migration else { return nil }
    return StoreTable(
      name, key: key, since: since, isClustered: isClustered,
      columns.filter { ($0.since ?? since) <= migration },
      indexes: indexes.filter { ($0.since ?? since) <= migration })
  }

  /// The columns that a table got after it was made, at one step.
  package func added(by migration: StoreMigration) -> [StoreColumn] {
    since < migration ? columns.filter { $0.since == migration } : []
  }

  /// The indexes that came with such columns.
  package func addedIndexes(by migration: StoreMigration) -> [StoreIndex] {
    since < migration ? indexes.filter { $0.since == migration } : []
  }

  /// Whether its rows have a position, by which a reader goes on (`LogPosition`).
  package var isLog: Bool { columns.contains { $0.kind == .transaction } }
}

package struct StoreColumn: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// 64 bits. Moments and lengths of time are milliseconds.
    case integer
    case boolean
    /// Text that cannot hold a NUL, which PostgreSQL has no text for: names of our own making, and
    /// what the domain has checked. An engine refuses to write another one, and finds none by it.
    case text
    /// Bytes; also the UTF-8 of text that somebody else wrote, which may hold anything.
    case bytes
    /// A number that the store gives a row as it is written, larger than all it gave before; it gives
    /// none twice, also when the row is gone. A row that is written again is given a new one.
    case position
    /// The number of the transaction that wrote the row; 0 where there is one writer at a time.
    ///
    /// Positions are drawn before a commit, so with several writers a row may show up behind a reader
    /// that has passed its position. PostgreSQL fills this column from `pg_current_xact_id()`; readers
    /// go by this and then by the position, and only up to `pg_snapshot_xmin(pg_current_snapshot())`:
    /// below it every transaction has ended, so nothing can show up there any more. SQLite has one
    /// writer at a time, so the position alone is the order of commits.
    case transaction

    package var isGiven: Bool { self == .position || self == .transaction }
  }

  package let name: String
  package let kind: Kind
  package let isOptional: Bool
  /// With which later step its table got it; nil for one that was there from the first.
  package let since: StoreMigration?

  static func integer(_ name: String) -> StoreColumn { column(name, .integer) }
  static func boolean(_ name: String) -> StoreColumn { column(name, .boolean) }
  static func text(_ name: String) -> StoreColumn { column(name, .text) }
  static func bytes(_ name: String) -> StoreColumn { column(name, .bytes) }
  static let place = column("place", .position)
  static let writtenIn = column("written_in", .transaction)

  private static func column(_ name: String, _ kind: Kind) -> StoreColumn {
    StoreColumn(name: name, kind: kind, isOptional: false, since: nil)
  }

  /// The same column, which may be empty.
  var optional: StoreColumn {
    StoreColumn(name: name, kind: kind, isOptional: true, since: since)
  }

  /// The same column, which came later. Nothing is in it in the rows of before.
  func since(_ migration: StoreMigration) -> StoreColumn {
    StoreColumn(name: name, kind: kind, isOptional: true, since: migration)
  }
}

package struct StoreIndex: Hashable, Sendable {
  /// Which rows it holds; all, without one.
  package enum Condition: Hashable, Sendable {
    case isEmpty(_ column: String)
    case isFilled(_ column: String)
  }

  package let columns: [String]
  package let isUnique: Bool
  package let conditions: [Condition]
  /// With which later step its table got it; nil for one that was there from the first.
  package let since: StoreMigration?

  package init(
    _ columns: String..., isUnique: Bool = false, where conditions: [Condition] = [],
    since: StoreMigration? = nil
  ) {
    self.columns = columns
    self.isUnique = isUnique
    self.conditions = conditions
    self.since = since
  }

  /// Of the table of this name; a table has one index over the same columns.
  package func name(in table: String) -> String { ([table] + columns).joined(separator: "_") }
}
