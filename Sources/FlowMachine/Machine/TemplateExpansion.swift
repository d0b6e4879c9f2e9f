import Statechart
import WireText

/// Expands templates, as plain bytes or as the parts of a plan in the form that records have.
///
/// The facts are passed to each call; storing them here would copy the memory.
struct TemplateExpansion {
  /// The header of a literal part: the number of no fact, and the byte count.
  private static let head: [UInt8] = [0, 0, 0, 0, 0, 0]

  let flow: Flow
  private(set) var bytes: [UInt8]
  /// The secret facts that parts refer to.
  private(set) var secrets: [FactID] = []
  /// How many of them are in headers: credentials, which are renewed while the request stays the same.
  private(set) var headerSecrets = 0
  /// Whether parts are produced, with references in place of secrets; in plain bytes a secret is
  /// omitted.
  private var makesParts = false
  private var isHeader = false
  private var partCount = 0
  /// Where the bytes begin that do not belong to a finished part.
  private var start = 0
  /// The number of bytes in finished parts.
  private var endedBytes = 0
  private var isFirst = true

  /// - Parameter buffer: memory to reuse.
  init(_ flow: Flow, over buffer: consuming [UInt8] = []) {
    self.flow = flow
    bytes = buffer
    if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
  }

  /// A template as bytes; secrets are omitted.
  static func text(
    of template: TemplateID, _ flow: Flow, _ memory: FlowMemory, _ cells: [Int64]
  ) -> Text {
    guard template != noID else { return [] }
    var expansion = TemplateExpansion(flow)
    expansion.expand(template, memory, cells)
    return expansion.bytes
  }

  /// Writes a plan; `RequestPlan.init` reads it.
  mutating func put(_ call: CallRow, _ memory: FlowMemory, _ cells: [Int64]) {
    bytes.append(call.kind.rawValue)
    let name = flow.rows.blobs[call.name]
    append(UInt32(truncatingIfNeeded: name.count))
    bytes.append(contentsOf: name)
    append(0 as UInt32)
    if call.url != noID {
      start = bytes.count
      expand(call.url, memory, cells)
      set(UInt32(truncatingIfNeeded: bytes.count - start), at: start - 4)
    }
    let place = bytes.count
    append(0 as UInt16)
    var count: UInt16 = 0
    for index in call.headers.indices {
      let header = flow.rows.headers[index]
      guard !isAbsent(header.value, cells) else { continue }
      count += 1
      let name = flow.rows.blobs[header.name]
      append(UInt32(truncatingIfNeeded: name.count))
      bytes.append(contentsOf: name)
      putParts(of: header.value, isHeader: true, memory, cells)
    }
    set(count, at: place)
    headerSecrets = secrets.count
    bytes.append(call.isForm ? 1 : 0)
    putParts(of: call.body, isHeader: false, memory, cells)
  }

  private mutating func putParts(
    of template: TemplateID, isHeader: Bool, _ memory: FlowMemory, _ cells: [Int64]
  ) {
    let place = bytes.count
    append(0 as UInt16)
    guard template != noID else { return }
    makesParts = true
    self.isHeader = isHeader
    partCount = 0
    endedBytes = 0
    isFirst = true
    beginPart()
    expand(template, memory, cells)
    endPart()
    makesParts = false
    set(UInt16(truncatingIfNeeded: partCount), at: place)
  }

  private mutating func beginPart() {
    if makesParts { bytes.append(contentsOf: Self.head) }
    start = bytes.count
  }

  private mutating func endPart() {
    let count = bytes.count - start
    endedBytes += count
    if count > 0 { partCount += 1 }
    guard makesParts else { return }
    guard count > 0 else { return bytes.removeLast(Self.head.count) }
    if isHeader { putOnOneLine() }
    set(UInt32(truncatingIfNeeded: bytes.count - start), at: start - 4)
  }

  /// Keeps a header's value on one line: typed text must not start another header.
  private mutating func putOnOneLine() {
    var end = start
    for index in start..<bytes.count where bytes[index] >= 0x20 && bytes[index] != 0x7F {
      bytes[end] = bytes[index]
      end += 1
    }
    bytes.removeLast(bytes.count - end)
  }

  private mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ value: Number) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func set<Number: FixedWidthInteger & BitwiseCopyable>(
    _ value: Number, at place: Int
  ) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: value.littleEndian, toByteOffset: place, as: Number.self)
    }
  }
}

extension TemplateExpansion {
  private mutating func expand(
    _ template: TemplateID, _ memory: FlowMemory, _ cells: [Int64]
  ) {
    for index in flow.rows.templates[template].indices {
      let segment = flow.rows.segments[index]
      switch segment.kind {
      case .literal: bytes.append(contentsOf: flow.rows.blobs[segment.operand])
      case .fact, .date, .dateTime: add(segment.operand, .raw, memory, cells)
      case .percentFact: add(segment.operand, .percent, memory, cells)
      case .jsonFact: add(segment.operand, .json, memory, cells)
      case .secondsLeft:
        Decimal.append(memory.secondsLeft(of: segment.operand, cells: cells), to: &bytes)
      case .jsonTemplate:
        bytes.append(UInt8(ascii: "\""))
        let nested = Self.text(of: segment.operand, flow, memory, cells)
        JSONWriter.escape(nested, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
      case .jsonMember:
        addMember(flow.rows.headers[segment.operand], isForm: false, memory, cells)
      case .formMember:
        addMember(flow.rows.headers[segment.operand], isForm: true, memory, cells)
      case .constant, .flag, .arithmetic: break
      }
      // Templates nest; a body beyond the limit of responses is cut off instead of built.
      guard endedBytes + bytes.count - start <= FlowLimits.answerBytes else { return }
    }
  }

  /// Whether a template consists of a single absent fact.
  private func isAbsent(_ template: TemplateID, _ cells: [Int64]) -> Bool {
    let range = flow.rows.templates[template]
    guard range.count > 0 else { return false }
    let segment = flow.rows.segments[range.indices.upperBound - 1]
    if range.count > 1 {
      // Of what stands beside others only a bearer token decides.
      return segment.kind == .fact && flow.rows.facts[Int(segment.operand)].type == .secret
        && cells[Int(segment.operand)] == absent
    }
    switch segment.kind {
    case .fact, .percentFact, .jsonFact, .date, .dateTime:
      return cells[Int(segment.operand)] == absent
    case .literal, .secondsLeft, .jsonTemplate, .jsonMember, .formMember, .constant, .flag,
      .arithmetic:
      return false
    }
  }

  private mutating func addMember(
    _ row: HeaderRow, isForm: Bool, _ memory: FlowMemory, _ cells: [Int64]
  ) {
    guard !isAbsent(row.value, cells) else { return }
    let name = flow.rows.blobs[row.name]
    if isForm {
      if !isFirst { bytes.append(UInt8(ascii: "&")) }
      bytes.append(contentsOf: name)
      bytes.append(UInt8(ascii: "="))
    } else {
      // After a secret there are no bytes yet, but there is a member.
      let isFirstMember =
        bytes.count == start ? partCount == 0 : bytes.last == UInt8(ascii: "{")
      if !isFirstMember { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\""))
      JSONWriter.escape(name, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
      bytes.append(UInt8(ascii: ":"))
    }
    isFirst = false
    expand(row.value, memory, cells)
  }

  private mutating func add(
    _ fact: FactID, _ encoding: RequestPlan.SecretEncoding, _ memory: FlowMemory,
    _ cells: [Int64]
  ) {
    let row = flow.rows.facts[fact]
    guard row.type != .secret else { return add(secret: fact, encoding) }
    switch encoding {
    case .raw: memory.append(fact, row, cells: cells, to: &bytes)
    case .percent: PercentEncoding.encode(memory.text(of: fact, cells: cells), to: &bytes)
    case .json: addJSON(fact, row, memory, cells)
    }
  }

  private mutating func add(secret fact: FactID, _ encoding: RequestPlan.SecretEncoding) {
    endPart()
    partCount += 1
    if makesParts {
      append(flow.rows.factNumbers[fact])
      bytes.append(encoding.rawValue)
      if !secrets.contains(fact) { secrets.append(fact) }
    }
    beginPart()
  }

  private mutating func addJSON(
    _ fact: FactID, _ row: FactRow, _ memory: FlowMemory, _ cells: [Int64]
  ) {
    let cell = cells[Int(fact)]
    guard cell != absent else { return bytes.append(ascii: "null") }
    switch row.type {
    case .flag: bytes.append(ascii: cell != 0 ? "true" : "false")
    case .number, .time: Decimal.append(cell, to: &bytes)
    case .json: memory.append(fact, row, cells: cells, to: &bytes)
    case .text, .choice, .secret, .list:
      bytes.append(UInt8(ascii: "\""))
      JSONWriter.escape(memory.text(of: fact, cells: cells), to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }
}
