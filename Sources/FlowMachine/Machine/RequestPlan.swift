import Statechart

/// One call as data, with references where a secret belongs; what the host sends.
package struct RequestPlan: Equatable, Sendable {
  /// A piece of a header or body.
  package enum Part: Equatable, Sendable {
    case bytes(Text)
    /// The secret of a fact, encoded as the place needs it.
    case secret(FactID, SecretEncoding)
  }
  package enum SecretEncoding: UInt8, Sendable { case raw, percent, json }

  package struct Header: Equatable, Sendable {
    package var name: Text
    package var value: [Part]
  }

  package var kind: CallKind
  /// The HTTP method or the operation's name.
  package var name: Text
  package var url: Text
  package var headers: [Header]
  package var isForm: Bool
  package var body: [Part]

  /// The secret facts that the call sends.
  package var secrets: [FactID] {
    var result: [FactID] = []
    for header in headers { Self.addSecrets(of: header.value, to: &result) }
    Self.addSecrets(of: body, to: &result)
    return result
  }

  private static func addSecrets(of parts: [Part], to result: inout [FactID]) {
    for part in parts {
      if case .secret(let fact, _) = part, !result.contains(fact) { result.append(fact) }
    }
  }
}

extension RequestPlan {
  /// The bytes of a snapshot, and what the digest of a request's input is made of.
  ///
  /// - Parameter facts: the stable numbers of the facts.
  func encoded(_ facts: [UInt16]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    let count = bytes.withUnsafeMutableBytes { buffer in
      var cursor = RecordCursor(buffer)
      write(to: &cursor, facts)
      return cursor.position
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// It takes no more than this.
  var mostBytes: Int {
    var count = 14 + name.count + url.count + Self.mostBytes(body)
    for header in headers { count += 4 + header.name.count + Self.mostBytes(header.value) }
    return count
  }

  private static func mostBytes(_ parts: [Part]) -> Int {
    var count = 2
    for part in parts {
      if case .bytes(let bytes) = part { count += 6 + bytes.count } else { count += 3 }
    }
    return count
  }

  func write(to cursor: inout RecordCursor, _ facts: [UInt16]) {
    cursor.put(kind.rawValue)
    cursor.put(counted: name)
    cursor.put(counted: url)
    cursor.put(UInt16(truncatingIfNeeded: headers.count))
    for header in headers {
      cursor.put(counted: header.name)
      Self.write(header.value, to: &cursor, facts)
    }
    cursor.put(isForm)
    Self.write(body, to: &cursor, facts)
  }

  /// No fact has the number 0: there bytes follow.
  private static func write(_ parts: [Part], to cursor: inout RecordCursor, _ facts: [UInt16]) {
    cursor.put(UInt16(truncatingIfNeeded: parts.count))
    for part in parts {
      switch part {
      case .bytes(let bytes):
        cursor.put(0 as UInt16)
        cursor.put(counted: bytes)
      case .secret(let fact, let encoding):
        cursor.put(facts[Int(fact)])
        cursor.put(encoding.rawValue)
      }
    }
  }

  /// Reads a plan; a secret whose number is not among `facts` has the id `noID`.
  ///
  /// - Parameter facts: ids by stable number.
  init?(_ reader: inout ByteReader, _ facts: [FactID]) {
    guard let kind = CallKind(rawValue: reader.byte()) else { return nil }
    self.kind = kind
    name = reader.counted(most: FlowLimits.snapshotBytes)
    url = reader.counted(most: FlowLimits.snapshotBytes)
    headers = []
    for _ in 0..<reader.half() where !reader.hasFailed {
      let name = reader.counted(most: FlowLimits.snapshotBytes)
      guard let value = Self.parts(&reader, facts) else { return nil }
      headers.append(Header(name: name, value: value))
    }
    isForm = reader.flag()
    guard let body = Self.parts(&reader, facts), !reader.hasFailed else { return nil }
    self.body = body
  }

  private static func parts(_ reader: inout ByteReader, _ facts: [FactID]) -> [Part]? {
    var parts: [Part] = []
    for _ in 0..<reader.half() where !reader.hasFailed {
      let number = reader.half()
      if number == 0 {
        parts.append(.bytes(reader.counted(most: FlowLimits.snapshotBytes)))
      } else {
        guard let encoding = SecretEncoding(rawValue: reader.byte()) else { return nil }
        parts.append(.secret(StableNumbers.id(number, in: facts), encoding))
      }
    }
    return parts
  }
}

/// Expands templates into bytes and secret references.
///
/// What a fact holds is handed in with each call: a copy of the memory would have to be made first.
struct TemplateExpansion {
  let flow: Flow
  private(set) var parts: [RequestPlan.Part] = []
  private var bytes: Text = []
  /// How many bytes the parts have.
  private var endedBytes = 0
  private var isFirst = true

  init(_ flow: Flow) { self.flow = flow }

  /// All of a template as parts.
  static func parts(
    of template: TemplateID, _ flow: Flow, _ memory: FlowMemory, _ cells: [Int64]
  ) -> [RequestPlan.Part] {
    guard template != noID else { return [] }
    var expansion = TemplateExpansion(flow)
    expansion.expand(template, memory, cells)
    expansion.endBytes()
    return expansion.parts
  }

  /// A template without secrets as bytes; a secret leaves nothing.
  static func text(
    of template: TemplateID, _ flow: Flow, _ memory: FlowMemory, _ cells: [Int64]
  ) -> Text {
    var result: Text = []
    for case .bytes(let bytes) in parts(of: template, flow, memory, cells) { result += bytes }
    return result
  }

  private mutating func endBytes() {
    if !bytes.isEmpty { parts.append(.bytes(bytes)) }
    endedBytes += bytes.count
    bytes = []
  }

  private mutating func expand(
    _ template: TemplateID, _ memory: FlowMemory, _ cells: [Int64]
  ) {
    for segment in flow.tables.segments[flow.tables.templates[Int(template)].indices] {
      switch segment.kind {
      case .literal: bytes += flow.blob(segment.operand)
      case .fact: add(segment.operand, .raw, memory, cells)
      case .percentFact: add(segment.operand, .percent, memory, cells)
      case .jsonFact: add(segment.operand, .json, memory, cells)
      case .secondsLeft:
        bytes += Decimal.text(memory.secondsLeft(of: segment.operand, cells: cells))
      case .jsonTemplate:
        bytes.append(UInt8(ascii: "\""))
        let nested = Self.text(of: segment.operand, flow, memory, cells)
        JSONWriter.escape(nested, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
      case .jsonMember:
        addMember(flow.tables.headers[Int(segment.operand)], isForm: false, memory, cells)
      case .formMember:
        addMember(flow.tables.headers[Int(segment.operand)], isForm: true, memory, cells)
      }
      // Templates nest; a body beyond what any answer may have is cut off rather than built.
      guard endedBytes + bytes.count <= FlowLimits.answerBytes else { return }
    }
  }

  /// Whether a template is nothing but one fact that is absent.
  static func isAbsent(_ template: TemplateID, _ flow: Flow, _ cells: [Int64]) -> Bool {
    let range = flow.tables.templates[Int(template)]
    guard range.count == 1 else { return false }
    let segment = flow.tables.segments[Int(range.start)]
    switch segment.kind {
    case .fact, .percentFact, .jsonFact: return cells[Int(segment.operand)] == absent
    case .literal, .secondsLeft, .jsonTemplate, .jsonMember, .formMember: return false
    }
  }

  private mutating func addMember(
    _ row: HeaderRow, isForm: Bool, _ memory: FlowMemory, _ cells: [Int64]
  ) {
    guard !Self.isAbsent(row.value, flow, cells) else { return }
    if isForm {
      if !isFirst { bytes.append(UInt8(ascii: "&")) }
      bytes += flow.blob(row.name)
      bytes.append(UInt8(ascii: "="))
    } else {
      // Behind a secret there are no bytes yet, but there is a member.
      let isFirstMember = bytes.isEmpty ? parts.isEmpty : bytes.last == UInt8(ascii: "{")
      if !isFirstMember { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\""))
      JSONWriter.escape(flow.blob(row.name), to: &bytes)
      bytes += Text(ascii: "\":")
    }
    isFirst = false
    expand(row.value, memory, cells)
  }

  private mutating func add(
    _ fact: FactID, _ encoding: RequestPlan.SecretEncoding, _ memory: FlowMemory,
    _ cells: [Int64]
  ) {
    let row = flow.tables.facts[Int(fact)]
    guard row.type != .secret else {
      endBytes()
      parts.append(.secret(fact, encoding))
      return
    }
    switch encoding {
    case .raw: bytes += memory.text(of: fact, cells: cells)
    case .percent: PercentEncoding.encode(memory.text(of: fact, cells: cells), to: &bytes)
    case .json: addJSON(fact, row, memory, cells)
    }
  }

  private mutating func addJSON(
    _ fact: FactID, _ row: FactRow, _ memory: FlowMemory, _ cells: [Int64]
  ) {
    var writer = JSONWriter()
    let cell = cells[Int(fact)]
    if cell == absent {
      writer.null()
    } else {
      switch row.type {
      case .flag: writer.value(cell != 0)
      case .number, .time: writer.value(cell)
      case .json: return bytes += memory.text(of: fact, cells: cells)
      case .text, .choice, .secret, .list: writer.value(memory.text(of: fact, cells: cells))
      }
    }
    bytes += writer.bytes
  }
}

package enum PercentEncoding {
  /// RFC 3986, 2.3: everything but unreserved characters is encoded.
  package static func encode(_ text: Text, to bytes: inout Text) {
    for byte in text {
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] {
          bytes.append(digit < 10 ? 48 + digit : 55 + digit)
        }
      }
    }
  }
}
