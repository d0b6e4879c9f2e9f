import FlowMachine
import Statechart

/// Fills the tables of a flow: equal byte strings, lists and templates are kept once.
struct TableBuilder {
  var tables = FlowTables()
  private var blobIDs: [Text: BlobID] = [:]
  /// How often each text was asked for.
  private var blobUses: [BlobID: Int] = [:]
  private var listRanges: [[UInt16]: RowRange] = [:]
  private var eventIDs: [String: EventID] = [:]
  private var templateIDs: [[TemplateSegment]: TemplateID] = [:]

  private struct TemplateSegment: Hashable {
    var kind: SegmentKind
    var operand: UInt16
  }

  mutating func blob(_ text: String) -> BlobID { blob(Array(text.utf8)) }

  mutating func blob(_ bytes: Text) -> BlobID {
    let known = blobIDs[bytes]
    let id = known ?? BlobID(clamping: tables.blobs.count)
    if known == nil {
      tables.blobs.append(bytes)
      blobIDs[bytes] = id
    }
    blobUses[id, default: 0] += 1
    return id
  }

  func string(_ id: BlobID) -> String { String(decoding: tables.blobs[Int(id)], as: UTF8.self) }

  /// Leaves out what somebody needs who watches, or who has no server: the names that only traces have, of events and of
  /// states without a screen, and the simulated answers, but for those of an app's own calls.
  mutating func dropUnseen() {
    let screens = Set(tables.screens.map(\.state))
    let nameless = blob([])
    var dropped = tables.eventNames
    tables.eventNames = tables.eventNames.map { _ in nameless }
    for state in tables.stateNames.indices where !screens.contains(StateID(state)) {
      dropped.append(tables.stateNames[state])
      tables.stateNames[state] = nameless
    }
    let answers = tables.simulated
    tables.simulated = []
    for call in tables.calls.indices {
      let own = answers[tables.calls[call].simulated.indices]
      if tables.calls[call].kind == .app {
        tables.calls[call].simulated = append(Array(own), to: \.simulated)
      } else {
        dropped += own.map(\.body)
        tables.calls[call].simulated = RowRange()
      }
    }
    for id in dropped { blobUses[id, default: 0] -= 1 }
    for id in dropped where blobUses[id] == 0 { tables.blobs[Int(id)] = [] }
  }

  /// A list of ids.
  mutating func list(_ ids: [UInt16]) -> RowRange {
    guard !ids.isEmpty else { return RowRange() }
    if let known = listRanges[ids] { return known }
    let range = RowRange(
      start: UInt16(clamping: tables.ids.count), count: UInt16(clamping: ids.count))
    tables.ids.append(contentsOf: ids)
    listRanges[ids] = range
    return range
  }

  mutating func event(_ name: String) -> EventID {
    if let known = eventIDs[name] { return known }
    let id = EventID(clamping: tables.eventNames.count)
    tables.eventNames.append(blob(name))
    eventIDs[name] = id
    return id
  }

  mutating func template(_ segments: [SegmentRow]) -> TemplateID {
    let key = segments.map { TemplateSegment(kind: $0.kind, operand: $0.operand) }
    if let known = templateIDs[key] { return known }
    let id = TemplateID(clamping: tables.templates.count)
    tables.templates.append(append(segments, to: \.segments))
    templateIDs[key] = id
    return id
  }

  mutating func literal(_ text: String) -> SegmentRow { SegmentRow(.literal, blob(text)) }

  /// Appends rows to a table; where they stand there.
  mutating func append<Row>(
    _ rows: [Row], to table: WritableKeyPath<FlowTables, [Row]>
  ) -> RowRange {
    let start = tables[keyPath: table].count
    tables[keyPath: table].append(contentsOf: rows)
    return RowRange(start: UInt16(clamping: start), count: UInt16(clamping: rows.count))
  }

  /// Appends one row; its place.
  mutating func append<Row>(_ row: Row, to table: WritableKeyPath<FlowTables, [Row]>) -> UInt16 {
    append([row], to: table).start
  }

  /// The largest table; beyond `ChartLimits.rows` ids would not be unique.
  var largestCount: Int {
    let counts: [Int] = [
      tables.blobs.count, tables.ids.count, tables.segments.count, tables.templates.count,
      tables.elements.count, tables.eventNames.count, tables.assignments.count,
      tables.headers.count, tables.stable.values.count, tables.stable.aliases.count,
      tables.saves.count, tables.paths.count, tables.texts.count,
    ]
    return counts.max() ?? 0
  }
}
