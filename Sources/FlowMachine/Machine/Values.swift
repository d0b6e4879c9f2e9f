import Statechart

/// A fact's value on its way into or out of the machine.
package enum FactValue: Equatable, Sendable {
  case absent
  /// Flags (0 or 1), choices (the index among the values), numbers, times.
  case number(Int64)
  /// Texts, and lists in the form of `ListValue`.
  case text(Text)
}

/// The value of a secret fact's cell; the host keeps the secret itself.
package enum SecretStatus {
  /// In secure storage.
  package static let stored: Int64 = 1
  /// In secure storage, which cannot be read now.
  package static let unreadable: Int64 = 2
  /// Typed, and kept in memory by the host.
  package static let typed: Int64 = 3
}

/// A request's status as its cell holds it: a value of at least `failed` is a failure of class
/// `status - failed`.
package enum RequestStatus {
  package static let idle: Int64 = 0
  package static let running: Int64 = 1
  package static let succeeded: Int64 = 2
  package static let failed: Int64 = 3
}

/// The failure classes that every request has; its own follow.
package enum FailureClass {
  package static let offline: UInt16 = 0
  package static let timeout: UInt16 = 1
  package static let unavailable: UInt16 = 2
  package static let refused: UInt16 = 3
  package static let malformed: UInt16 = 4
  package static let unknown: UInt16 = 5
  package static let interrupted: UInt16 = 6
  package static let own: UInt16 = 7
  /// The greatest class that a request can have.
  package static let last: UInt16 = own + 255

  package static let names: [StaticString] = [
    "offline", "timeout", "unavailable", "refused", "malformed", "unknown", "interrupted",
  ]

  /// Whether a failure leaves the outcome open, so that the idempotency key is kept. A response
  /// that cannot be parsed may have followed the effect.
  package static func isOpen(_ class: UInt16) -> Bool {
    `class` <= unavailable || `class` == malformed || `class` == interrupted
  }
}

/// A timer's status as its cell holds it.
package enum TimerStatus {
  package static let idle: Int64 = 0
  package static let running: Int64 = 1
  package static let elapsed: Int64 = 2
}

/// The state of one request.
struct RequestState: Equatable, Sendable {
  /// Distinguishes this run of the request from earlier ones; a response to another run is late.
  var ticket: UInt32 = 0
  var attempt: UInt8 = 0
  /// When it times out, or `absent`.
  var deadline: Int64 = absent
  /// When it is sent again, or `absent`.
  var retryAt: Int64 = absent
  /// Identifies the intent; 0 for a request without one.
  var nonce: UInt64 = 0
  var digest: UInt64 = 0
  /// The request's number in the key, from when the intent began: a key survives a renaming.
  var keyNumber: UInt16 = 0
  /// The row of `calls` that was chosen at the start.
  var call: UInt16 = 0
  /// Whether `plan` is valid: the request is running.
  var hasPlan = false
  /// Whether the plan sends secrets.
  var sendsSecrets = false
  /// What is sent, frozen at the start: retries and a relaunch send the same. It is kept in the
  /// form of records, since most steps write it and few read it. A finished plan is overwritten.
  var plan: [UInt8] = []
  /// The cells that the plan was made from, in the order of the call's `PlanSource`. While they are
  /// unchanged the plan can be reused, if `isPlanReusable` says that nothing else affects it.
  var cells: [Int64] = []
  var isPlanReusable = false

  /// Takes over a plan that was just made; of the values that it was made from it holds none yet.
  mutating func hold(_ plan: borrowing TemplateExpansion, of call: UInt16, isPlanReusable: Bool) {
    self.call = call
    sendsSecrets = !plan.secrets.isEmpty
    self.plan = plan.bytes
    self.isPlanReusable = isPlanReusable
    if isPlanReusable { cells.removeAll(keepingCapacity: true) }
  }
}

/// The state of one timer.
struct TimerState: Equatable, Sendable {
  /// Running: when it elapses. Paused: the remaining time, in milliseconds.
  var value: Int64 = absent
  var stands = false
}

/// A list fact's rows as bytes: for each row and column a counted text; numbers in decimal, flags
/// as `true` or `false`.
package enum ListValue {
  package static func encode(_ rows: [[Text]]) -> Text {
    var writer = ByteWriter()
    writer.put(UInt32(rows.count))
    for row in rows {
      for cell in row { writer.put(counted: cell) }
    }
    return writer.bytes
  }

  package static func decode(_ bytes: Text, columns: Int) -> [[Text]] {
    var reader = ByteReader(bytes)
    let count = reader.count(ofSize: 4 * columns, most: FlowLimits.listRows)
    var rows: [[Text]] = []
    for _ in 0..<count where !reader.hasFailed {
      var row: [Text] = []
      for _ in 0..<columns { row.append(reader.counted(most: FlowLimits.textBytes)) }
      rows.append(row)
    }
    return reader.hasFailed ? [] : rows
  }

  /// How many rows a list has.
  package static func count(_ bytes: Text) -> Int64 {
    var reader = ByteReader(bytes)
    return Int64(reader.count(ofSize: 1, most: FlowLimits.listRows))
  }

  /// The rows of a list and those that are appended. A row takes the place of one before that has
  /// the same key, so a page that comes twice, or that overlaps the last one, repeats nothing. An
  /// empty key tells nothing apart: such a row is always appended.
  ///
  /// - Parameter key: the column that tells rows apart.
  package static func joined(_ known: Text, _ added: Text, columns: Int, key: Int) -> [[Text]] {
    var rows = decode(known, columns: columns)
    var isKnown = [Bool](repeating: true, count: rows.count)
    for row in decode(added, columns: columns) {
      let place = rows.indices.first { isKnown[$0] && rows[$0][key] == row[key] }
      if let place, !row[key].isEmpty {
        rows[place] = row
        isKnown[place] = false
      } else {
        rows.append(row)
        isKnown.append(false)
      }
    }
    return rows
  }
}
