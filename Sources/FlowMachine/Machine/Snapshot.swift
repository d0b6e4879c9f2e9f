import Statechart

/// A record that has been read: checked against the flow, and migrated if an earlier version of the
/// flow wrote it.
///
/// A record of the current shape is taken as a whole or not at all. A record of an earlier version
/// is taken as far as it still has a meaning (`Snapshot+Migration.swift`).
struct Snapshot {
  var machine: FlowMachine
  /// When it was taken.
  var savedAt: Int64
  /// Whether an earlier version wrote it.
  let isEarlier: Bool
  /// States that must be entered before the flow can continue; none if nothing changed.
  var missing: [UInt64] = []
  /// Timers that states which stay active did not have before.
  var newTimers: [TimerID] = []
  /// Sealed secrets of requests that were open and no longer exist.
  var served: [(request: RequestID, ticket: UInt32)] = []
  /// The screens start over, because the recorded screen no longer exists.
  var hasLostScreens = false
  /// A shown overlay no longer exists.
  var hasLostOverlay = false

  init(decoding bytes: [UInt8], of flow: Flow) throws(FlowError) {
    guard bytes.count <= FlowLimits.snapshotBytes else { throw .tooLarge }
    var reader = ByteReader(bytes)
    let format = reader.half()
    guard !reader.hasFailed else { throw .truncated }
    guard format == FlowMachine.snapshotFormat else {
      throw format > FlowMachine.snapshotFormat ? .futureFormat : .corrupt
    }
    guard reader.counted(most: 256) == flow.tables.blobs[Int(flow.tables.name)] else {
      throw reader.hasFailed ? .truncated : .foreignFlow
    }
    let version = reader.half()
    let shape = reader.signed()
    guard !reader.hasFailed else { throw .truncated }
    isEarlier = version != flow.tables.version
    guard flow.reads(version, shape) else { throw .otherVersion(version) }
    machine = FlowMachine(flow: flow, runID: RunID(high: reader.long(), low: reader.long()))
    machine.sequence = reader.long()
    savedAt = reader.signed()
    guard LaunchLine.times.contains(savedAt) else { throw reader.hasFailed ? .truncated : .corrupt }
    try readChart(&reader)
    try readFacts(&reader)
    try readRequests(&reader)
    try readTimers(&reader)
    try readOverlays(&reader)
    try readServices(&reader)
    try readPlace(&reader)
    guard !reader.hasFailed else { throw .truncated }
    guard reader.isAtEnd else { throw .corrupt }
    if isEarlier { endWhatNothingOwns() }
    machine.memory.now = savedAt
  }

  /// Whether the launch enters a state that was not active before.
  func isNew(_ state: StateID) -> Bool { isEarlier && missing.contains(bit: state) }

  /// Changes a cell. Not inlined, which keeps its many callers small.
  @inline(never) mutating func set(_ cell: Int, to value: Int64) {
    machine.chartState.cells[cell] = value
  }

  /// The id of a stable number, or `noID` if the flow no longer has it.
  @inline(never) func id(_ kind: StableKind, _ number: UInt16, _ ids: [UInt16]) throws(FlowError)
    -> UInt16
  {
    let id = StableNumbers.id(number, in: ids)
    guard id == noID else { return id }
    guard isEarlier else { throw .corrupt }
    return machine.flow.alias(kind, number)
  }
}

extension Flow {
  /// Whether an earlier version of the flow wrote a record, so that a host can tell an update from
  /// a relaunch.
  package func isOfEarlierVersion(_ record: [UInt8]) -> Bool {
    var reader = ByteReader(record)
    guard reader.half() == FlowMachine.snapshotFormat, reader.counted(most: 256) == name else {
      return false
    }
    let version = reader.half()
    return !reader.hasFailed && version < tables.version
  }

  /// Whether snapshots of a version and shape can be read.
  fileprivate func reads(_ version: UInt16, _ shape: Int64) -> Bool {
    if version == tables.version { return shape == tables.stable.shape }
    return tables.stable.versions.contains { $0.version == version && $0.shape == shape }
  }
}
