/// A value that is one row of a table.
package protocol StoredRow: Sendable {
  static var table: StoreTable { get }
  /// - Throws: `UnreadableRow` for what this server would not have written.
  init(row: inout RowReader) throws(UnreadableRow)
  /// One value for each of the table's `valueColumns`, in their order.
  func write(to row: inout RowWriter)
}

extension StoredRow {
  package var storedValues: [StoredValue] {
    var row = RowWriter(capacity: Self.table.columns.count)
    write(to: &row)
    return row.values
  }

  package init(_ values: [StoredValue]) throws(UnreadableRow) {
    var reader = RowReader(values)
    try self.init(row: &reader)
  }
}

package enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case boolean(Bool)
  case text(String)
  case bytes([UInt8])
}

extension StoredValue {
  package static func textIfAny(_ text: String?) -> StoredValue { text.map { .text($0) } ?? .null }
  package static func id<Subject>(_ id: ID<Subject>) -> StoredValue { .text(id.text) }
  package static func key(_ key: KeyThumbprint) -> StoredValue { .text(key.text) }
  package static func moment(_ moment: Timestamp) -> StoredValue { .integer(moment.milliseconds) }
  /// A LIMIT; a negative one would be none.
  package static func most(_ count: Int) -> StoredValue { .integer(Int64(max(0, count))) }
  package static func free(_ text: String) -> StoredValue { .bytes(Array(text.utf8)) }
}

/// A row that somebody else wrote, or a newer server. What is in it is not told.
package struct UnreadableRow: Error, Hashable, Sendable {}

/// Collects the values of a row in the order of its columns; nil is an empty one.
package struct RowWriter: Sendable {
  package private(set) var values: [StoredValue] = []

  init(capacity: Int) { values.reserveCapacity(capacity) }

  mutating func add(_ text: String?) { values.append(text.map { .text($0) } ?? .null) }
  mutating func add(_ number: Int64?) { values.append(number.map { .integer($0) } ?? .null) }
  mutating func add(_ number: Int?) { add(number.map { Int64($0) }) }
  mutating func add(_ isOn: Bool) { values.append(.boolean(isOn)) }
  mutating func add(_ moment: Timestamp?) { add(moment?.milliseconds) }
  mutating func add(_ span: Duration) { add(span.wholeMilliseconds) }
  mutating func add<Subject>(_ id: ID<Subject>?) { add(id?.text) }
  mutating func add(_ key: KeyThumbprint?) { add(key?.text) }
  mutating func add(_ key: KeyID?) { add(key?.text) }
  mutating func add<Name: RawRepresentable<String>>(_ name: Name?) { add(name?.rawValue) }
  mutating func add(bytes: [UInt8]?) { values.append(bytes.map { .bytes($0) } ?? .null) }
  /// Text of somebody else's, as its UTF-8.
  mutating func add(free text: String?) { add(bytes: text.map { Array($0.utf8) }) }
}

/// Reads the values of a row in the order of its columns.
package struct RowReader: Sendable {
  private let values: [StoredValue]
  private var place = 0

  package init(_ values: [StoredValue]) { self.values = values }

  private mutating func next() throws(UnreadableRow) -> StoredValue {
    guard place < values.count else { throw UnreadableRow() }
    defer { place += 1 }
    return values[place]
  }

  private func found<Value>(_ value: Value?) throws(UnreadableRow) -> Value {
    guard let value else { throw UnreadableRow() }
    return value
  }

  mutating func textIfAny() throws(UnreadableRow) -> String? {
    switch try next() {
    case .null: nil
    case .text(let text): text
    default: throw UnreadableRow()
    }
  }
  mutating func text() throws(UnreadableRow) -> String { try found(textIfAny()) }

  mutating func numberIfAny() throws(UnreadableRow) -> Int64? {
    switch try next() {
    case .null: nil
    case .integer(let number): number
    default: throw UnreadableRow()
    }
  }
  mutating func number() throws(UnreadableRow) -> Int64 { try found(numberIfAny()) }
  mutating func countIfAny() throws(UnreadableRow) -> Int? { try numberIfAny().map { Int($0) } }
  mutating func count() throws(UnreadableRow) -> Int { Int(try number()) }

  mutating func bool() throws(UnreadableRow) -> Bool {
    guard case .boolean(let isOn) = try next() else { throw UnreadableRow() }
    return isOn
  }

  mutating func bytesIfAny() throws(UnreadableRow) -> [UInt8]? {
    switch try next() {
    case .null: nil
    case .bytes(let bytes): bytes
    default: throw UnreadableRow()
    }
  }
  mutating func bytes() throws(UnreadableRow) -> [UInt8] { try found(bytesIfAny()) }

  mutating func freeTextIfAny() throws(UnreadableRow) -> String? {
    guard let bytes = try bytesIfAny() else { return nil }
    return try found(bytes.withUnsafeBufferPointer { String(storedUTF8: $0) })
  }
  mutating func freeText() throws(UnreadableRow) -> String { try found(freeTextIfAny()) }

  mutating func momentIfAny() throws(UnreadableRow) -> Timestamp? {
    try numberIfAny().map { Timestamp(milliseconds: $0) }
  }
  mutating func moment() throws(UnreadableRow) -> Timestamp {
    Timestamp(milliseconds: try number())
  }
  mutating func span() throws(UnreadableRow) -> Duration { .milliseconds(try number()) }

  mutating func idIfAny<Subject>() throws(UnreadableRow) -> ID<Subject>? {
    try textIfAny().map { ID($0) }
  }
  mutating func id<Subject>() throws(UnreadableRow) -> ID<Subject> { ID(try text()) }
  mutating func thumbprintIfAny() throws(UnreadableRow) -> KeyThumbprint? {
    try textIfAny().map { KeyThumbprint($0) }
  }
  mutating func thumbprint() throws(UnreadableRow) -> KeyThumbprint { KeyThumbprint(try text()) }
  mutating func keyID() throws(UnreadableRow) -> KeyID { KeyID(try text()) }

  mutating func nameIfAny<Name: RawRepresentable<String>>(
    _: Name.Type = Name.self
  ) throws(UnreadableRow) -> Name? {
    guard let text = try textIfAny() else { return nil }
    return try found(Name(rawValue: text))
  }
  mutating func name<Name: RawRepresentable<String>>(
    _: Name.Type = Name.self
  ) throws(UnreadableRow) -> Name {
    try found(nameIfAny())
  }
}
