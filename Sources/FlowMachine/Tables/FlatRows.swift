import Statechart

/// The rows that steps and records read, behind pointers, so that reading one retains no array.
///
/// The memory belongs to the `Flow` that allocated it.
struct FlatRows: Sendable {
  /// What entering or exiting a state means for the screens.
  struct StateMark: BitwiseCopyable, Sendable {
    /// Its row of `screens`, or `noID`.
    var screen: UInt16
    /// Its entry and exit empty the back stack.
    var isBarrier: Bool
    /// Its stable number.
    var number: UInt16
  }

  let ids: Table<UInt16>
  let facts: Table<FactRow>
  let requests: Table<RequestRow>
  let calls: Table<CallRow>
  /// For each call, what its plan depends on.
  let planSources: Table<PlanSource>
  let planCells: Table<CellID>
  let headers: Table<HeaderRow>
  let saves: Table<SaveRow>
  let timers: Table<TimerRow>
  let overlays: Table<OverlayRow>
  let regions: Table<RegionRow>
  let restores: Table<RestoreRow>
  let screens: Table<ScreenRow>
  let segments: Table<SegmentRow>
  let templates: Table<RowRange>
  let signals: Table<SignalRow>
  let assignments: Table<AssignmentRow>
  let computed: Table<ComputedRow>
  let roots: Table<RootRow>
  let tells: Table<TellRow>
  let states: Table<StateMark>
  let blobs: FlatBlobs
  /// The facts that are secrets.
  let secrets: Table<FactID>
  /// The facts of place `preferences`.
  let preferences: Table<FactID>
  let overlayCountCell: Int

  // Used only by records.
  let keptFacts: Table<FactID>
  let factNumbers: Table<UInt16>
  let requestNumbers: Table<UInt16>
  let timerNumbers: Table<UInt16>
  let overlayNumbers: Table<UInt16>
  let serviceNumbers: Table<UInt16>
  let signalNumbers: Table<UInt16>
  /// The numbers of the states, with the highest bit set for leaves.
  let markedStates: Table<UInt16>
  /// The children of the root, as a set of states.
  let partStarts: Table<UInt64>
  /// The number of each history by its slot.
  let histories: Table<UInt16>
  /// The beginning of every record: format, flow, version and shape.
  let recordHead: Table<UInt8>
  /// The size of a record in which nothing has a variable length.
  let leastRecordBytes: Int

  init(
    _ tables: FlowTables, _ numbers: StableNumbers, screenOfState: [UInt16], isBarrier: [Bool]
  ) {
    ids = Table(copying: tables.ids)
    facts = Table(copying: tables.facts)
    requests = Table(copying: tables.requests)
    calls = Table(copying: tables.calls)
    var cells: [CellID] = []
    var sources: [PlanSource] = []
    sources.reserveCapacity(tables.calls.count)
    for call in tables.calls { sources.append(PlanSource(of: call, tables, &cells)) }
    planSources = Table(copying: sources)
    planCells = Table(copying: cells)
    headers = Table(copying: tables.headers)
    saves = Table(copying: tables.saves)
    timers = Table(copying: tables.timers)
    overlays = Table(copying: tables.overlays)
    regions = Table(copying: tables.regions)
    restores = Table(copying: tables.restores)
    screens = Table(copying: tables.screens)
    segments = Table(copying: tables.segments)
    templates = Table(copying: tables.templates)
    signals = Table(copying: tables.signals)
    assignments = Table(copying: tables.assignments)
    computed = Table(copying: tables.computed)
    roots = Table(copying: tables.roots)
    tells = Table(copying: tables.tells)
    var marks: [StateMark] = []
    marks.reserveCapacity(screenOfState.count)
    for (index, screen) in screenOfState.enumerated() {
      marks.append(
        StateMark(
          screen: screen, isBarrier: isBarrier[index], number: tables.stable.states[index]))
    }
    states = Table(copying: marks)
    blobs = FlatBlobs(tables.blobs)
    var secrets: [FactID] = []
    var preferences: [FactID] = []
    for (index, row) in tables.facts.enumerated() {
      if row.type == .secret { secrets.append(FactID(index)) }
      if row.place == .preferences { preferences.append(FactID(index)) }
    }
    self.secrets = Table(copying: secrets)
    self.preferences = Table(copying: preferences)
    overlayCountCell = Int(tables.overlayCountCell)
    keptFacts = Table(copying: numbers.keptFacts)
    factNumbers = Table(copying: tables.stable.facts)
    requestNumbers = Table(copying: tables.stable.requests)
    timerNumbers = Table(copying: tables.stable.timers)
    overlayNumbers = Table(copying: tables.stable.overlays)
    serviceNumbers = Table(copying: tables.stable.services)
    signalNumbers = Table(copying: tables.stable.signals)
    markedStates = Table(copying: numbers.marked)
    partStarts = Table(copying: numbers.partStarts)
    histories = Table(copying: numbers.histories)
    recordHead = Table(copying: numbers.recordHead)
    leastRecordBytes =
      128 + numbers.recordHead.count + 4 * numbers.histories.count
      + 19 * numbers.keptFacts.count + 32 * tables.requests.count + 12 * tables.timers.count
      + 2 * tables.overlays.count + 2 * tables.services.count
  }

  func deallocate() {
    ids.deallocate()
    facts.deallocate()
    requests.deallocate()
    calls.deallocate()
    planSources.deallocate()
    planCells.deallocate()
    headers.deallocate()
    saves.deallocate()
    timers.deallocate()
    overlays.deallocate()
    regions.deallocate()
    restores.deallocate()
    screens.deallocate()
    segments.deallocate()
    templates.deallocate()
    signals.deallocate()
    assignments.deallocate()
    computed.deallocate()
    roots.deallocate()
    tells.deallocate()
    states.deallocate()
    blobs.deallocate()
    secrets.deallocate()
    preferences.deallocate()
    keptFacts.deallocate()
    factNumbers.deallocate()
    requestNumbers.deallocate()
    timerNumbers.deallocate()
    overlayNumbers.deallocate()
    serviceNumbers.deallocate()
    signalNumbers.deallocate()
    markedStates.deallocate()
    partStarts.deallocate()
    histories.deallocate()
    recordHead.deallocate()
  }
}

/// Names and literals, concatenated.
struct FlatBlobs: Sendable {
  private let ends: Table<UInt32>
  private let bytes: Table<UInt8>

  init(_ blobs: [Text]) {
    var ends: [UInt32] = [0]
    ends.reserveCapacity(blobs.count + 1)
    var count = 0
    for blob in blobs {
      count += blob.count
      ends.append(UInt32(count))
    }
    var all: [UInt8] = []
    all.reserveCapacity(count)
    for blob in blobs { all += blob }
    self.ends = Table(copying: ends)
    bytes = Table(copying: all)
  }

  func deallocate() {
    ends.deallocate()
    bytes.deallocate()
  }

  /// The bytes of a blob; empty for `noID`.
  @inline(__always) subscript(id: BlobID) -> UnsafeBufferPointer<UInt8> {
    guard id != noID else { return UnsafeBufferPointer(start: nil, count: 0) }
    return bytes.slice(Int(ends[id])..<Int(ends[Int(id) + 1]))
  }
}
