import IdentityDomain

/// A set of rows that may be empty: those of a table that have these values in these columns.
///
/// A row can be locked, the absence of one cannot. So the set has a number, and whoever looks for rows
/// in it, or puts one there, holds the advisory lock of that number (decision 30). Two sets of one number
/// wait for each other without need, and nothing else.
struct Granule: Hashable {
  let number: Int64

  /// - Parameter values: one for each column.
  init(_ table: String, _ columns: [String], _ values: [StoredValue]) {
    // FNV-1a, 64 bits: the same on every node, unlike `Hasher`.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    func add(_ text: String) {
      for byte in text.utf8 { add(byte) }
      add(0xFF)
    }
    add(table)
    for (column, value) in zip(columns, values) {
      add(column)
      switch value {
      case .null: add(0xFE)
      case .integer(let number): withUnsafeBytes(of: number.littleEndian) { $0.forEach(add) }
      case .boolean(let isOn): add(isOn ? 1 : 0)
      case .text(let text): add(text)
      case .bytes(let bytes): bytes.forEach(add)
      }
      add(0xFF)
    }
    number = Int64(bitPattern: hash)
  }
}

extension StoreTable {
  /// By which columns rows are looked for together, beside the key. A row that is put in a table is put in
  /// each of these sets as well.
  ///
  /// Tables that are only added to (sign-outs, dead letters) and the outbox have none: a message that is
  /// written while somebody looks for messages is found at the next look, and whoever writes it has looked
  /// for none.
  var sets: [[String]] {
    switch name {
    case "identifier", "trust", "identifier_change", "federated_identity", "device",
      "totp_authenticator", "recovery_codes", "second_step", "passkey":
      [["account"]]
    case "challenge": [["identifier", "purpose", "slot"], ["account"]]
    case "session": [["account"], ["key"]]
    case "registration": [["identifier"]]
    case "push": [["account"], ["session"]]
    case "detachment": [["number"], ["account"]]
    case "selection": [["holder_kind", "holder"]]
    case "server_key": [["use"]]
    case "participation": [["installation"], ["account"]]
    case "participation_goal": [["installation"]]
    case "security_event": [["account", "day", "kind"]]
    default: []
    }
  }

  /// Whether its rows are read to be written again, so that who reads one keeps others from it.
  var isShared: Bool {
    switch name {
    case "outbox", "dead_letter", "sign_out", "proof": false
    default: true
    }
  }

  /// Where columns stand among the values of a row.
  func places(of names: [String]) -> [Int] {
    names.compactMap { name in valueColumns.firstIndex { $0.name == name } }
  }
}

/// Which sets a row is in.
struct Placement: Sendable {
  private let table: String
  private let key: (columns: [String], places: [Int])
  private let sets: [(columns: [String], places: [Int])]

  init(_ table: StoreTable) {
    self.table = table.name
    key = (table.key, table.places(of: table.key))
    sets = table.sets.map { ($0, table.places(of: $0)) }
  }

  func key(_ values: [StoredValue]) -> Granule {
    Granule(table, key.columns, key.places.map { values[$0] })
  }

  /// Not those of empty columns, which nobody looks for.
  func sets(_ values: [StoredValue]) -> [Granule] {
    sets.compactMap { set in
      let own = set.places.map { values[$0] }
      return own.contains(.null) ? nil : Granule(table, set.columns, own)
    }
  }
}
