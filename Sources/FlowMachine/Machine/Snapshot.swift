import Statechart

/// A record as it was read: checked against the flow, and carried over where an earlier version of
/// the flow wrote it.
///
/// A record of this shape is taken as it is or not at all. What an earlier version wrote is taken as
/// far as it still has a meaning (`Snapshot+Migration.swift`).
struct Snapshot {
  var machine: FlowMachine
  /// When it was taken.
  var savedAt: Int64
  /// An earlier version wrote it.
  let isEarlier: Bool
  /// States that have to be entered before the flow can go on; none where all is as it was.
  var missing: [UInt64] = []
  /// Timers of states that go on, which those had not yet.
  var newTimers: [TimerID] = []
  /// Sealed secrets of requests that were open and are no more.
  var served: [(request: RequestID, ticket: UInt32)] = []
  /// The screens start over: what was shown has no meaning here.
  var hasLostScreens = false
  /// An overlay was shown that is gone.
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

  /// Changes a cell. Called, so that its many callers are short.
  @inline(never) mutating func set(_ cell: Int, to value: Int64) {
    machine.chartState.cells[cell] = value
  }

  /// The id of a stable number, or `noID` where the flow has nothing for it.
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

  /// Whether snapshots of a version and shape are taken over.
  fileprivate func reads(_ version: UInt16, _ shape: Int64) -> Bool {
    if version == tables.version { return shape == tables.stable.shape }
    return tables.stable.versions.contains { $0.version == version && $0.shape == shape }
  }
}
