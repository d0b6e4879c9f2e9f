package import Statechart

/// A compiled flow as plain tables: what the compiler fills, what the binary form encodes, what a
/// `Flow` runs on.
package struct FlowTables: Sendable {
  package var name: BlobID = 0
  package var version: UInt16 = 0
  package var blobs: [Text] = []
  /// Lists of ids that other rows refer to.
  package var ids: [UInt16] = []
  package var facts: [FactRow] = []
  package var columns: [ColumnRow] = []
  package var computed: [ComputedRow] = []
  package var requests: [RequestRow] = []
  package var calls: [CallRow] = []
  package var headers: [HeaderRow] = []
  package var saves: [SaveRow] = []
  package var paths: [PathRow] = []
  package var classes: [ClassRow] = []
  package var simulated: [SimulatedRow] = []
  package var timers: [TimerRow] = []
  package var screens: [ScreenRow] = []
  package var restores: [RestoreRow] = []
  package var overlays: [OverlayRow] = []
  package var elements: [ElementRow] = []
  package var validators: [ValidatorRow] = []
  package var options: [OptionRow] = []
  package var picks: [PickRow] = []
  package var segments: [SegmentRow] = []
  package var templates: [RowRange] = []
  package var languages: [BlobID] = []
  package var textCount: UInt16 = 0
  /// `textCount` rows for each language, one language after the other.
  package var texts: [TextRow] = []
  package var regions: [RegionRow] = []
  package var signals: [SignalRow] = []
  package var services: [BlobID] = []
  package var assignments: [AssignmentRow] = []
  package var roots: [RootRow] = []
  package var tells: [TellRow] = []
  package var textTests: [TextTestRow] = []
  /// States whose entry and exit empty the back stack.
  package var barriers: [StateID] = []
  package var stateNames: [BlobID] = []
  package var eventNames: [BlobID] = []
  /// The number of texts and lists that the machine stores.
  package var slotCount: UInt16 = 0
  /// The cell with the number of shown overlays.
  package var overlayCountCell: CellID = 0
  package var backEvent: EventID = noID
  /// Sent by the platform's gesture that dismisses a modal screen.
  package var dismissEvent: EventID = noID
  /// The state that contains the screens.
  package var main: StateID = 0
  /// The numbers that snapshots use.
  package var stable = StableRows()
  /// The chart's binary form.
  package var chart: [UInt8] = []

  package init() {}
}

extension FlowTables {
  package static let magic: UInt32 = 0x574C_4650  // "PFLW"
  package static let format: UInt16 = 5

  /// The binary form, ending with a checksum of everything before it.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.put(Self.magic)
    writer.put(Self.format)
    var fields = TableWriter(writer)
    var copy = self
    copy.visit(&fields)
    writer = fields.writer
    writer.put(Checksum.of(writer.bytes, in: 0..<writer.bytes.count))
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(FlowError) {
    self = try Self.read(bytes).tables
  }

  /// Reads the binary form. References are not checked yet; the reader does that.
  static func read(_ bytes: [UInt8]) throws(FlowError) -> (tables: FlowTables, rows: RowReader) {
    guard bytes.count <= FlowLimits.compiledBytes else { throw .tooLarge }
    guard bytes.count >= 14 else { throw .truncated }
    var reader = ByteReader(bytes, in: 0..<bytes.count - 8)
    guard reader.word() == magic else { throw .foreignFormat }
    let format = reader.half()
    guard format == Self.format else {
      throw format > Self.format ? .futureFormat : .foreignFormat
    }
    var tail = ByteReader(bytes, in: bytes.count - 8..<bytes.count)
    guard tail.long() == Checksum.of(bytes, in: 0..<bytes.count - 8) else { throw .corrupt }
    var tables = FlowTables()
    var fields = TableReader(reader)
    tables.visit(&fields)
    guard !fields.rows.reader.hasFailed, fields.rows.reader.isAtEnd else { throw .truncated }
    return (tables, fields.rows)
  }
}
