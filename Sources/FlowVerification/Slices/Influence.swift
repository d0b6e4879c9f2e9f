package import FlowMachine
import Statechart

/// Which of a flow's parallel regions can change what another one does: by a fact, a request, an
/// event, the screens, or because one asks where the other is.
///
/// Read from the compiled tables. It errs to one side: where it names no influence, there is none.
package struct Influence {
  let flow: Flow
  /// The regions of the chart, the screens among them.
  let regions: [ClosedRange<StateID>]
  /// Which of them has the screens.
  let main: Int
  /// By region the cells that it reads and writes; behind the cells stand what else regions can
  /// share: see `Shared`.
  var reads: [CellSet]
  var writes: [CellSet]
  /// By region the requests that it starts.
  var requests: [Set<RequestID>]
  var timers: [Set<TimerID>]
  var raised: [Set<EventID>]
  var heard: [Set<EventID>]
  /// By region those that it asks where they are.
  var asked: [Set<Int>]
  let liveness: Liveness

  /// What is no cell and can be shared nevertheless, behind the cells.
  enum Shared: Int, CaseIterable {
    /// Where back leads.
    case back
    /// Signals that are held until somebody wants them.
    case held
    /// Whether what a person does, or the server says, is answered at all.
    case answered
  }

  /// - Returns: nil where there are no two regions beside the screens, or one can leave its place
  ///   among the others.
  package init?(_ flow: Flow, _ intentions: Intentions) {
    let chart = flow.chart
    guard chart.states.count > 1, chart.states[0].kind == .parallel else { return nil }
    var regions: [ClosedRange<StateID>] = []
    var child: StateID = 1
    while child <= chart.states[0].last {
      guard !chart.states[child].isHistory else { return nil }
      regions.append(child...chart.states[child].last)
      child = chart.states[child].last + 1
    }
    guard regions.count > 2, let main = regions.firstIndex(where: { $0.contains(flow.tables.main) })
    else { return nil }
    self.flow = flow
    self.regions = regions
    self.main = main
    let none = CellSet(count: flow.chart.initialCells.count + Shared.allCases.count)
    reads = regions.map { _ in none }
    writes = reads
    requests = regions.map { _ in [] }
    timers = regions.map { _ in [] }
    raised = regions.map { _ in [] }
    heard = raised
    asked = regions.map { _ in [] }
    liveness = Liveness(
      flow, conditions: intentions.conditions, sessions: intentions.sessions.map(\.fact))
    guard areApart else { return nil }
    for region in regions.indices { read(region) }
    readScreens(intentions)
    for region in regions.indices {
      for request in requests[region] { readRequest(request, of: region) }
      for timer in timers[region] { readTimer(timer, of: region) }
      readEvents(region, intentions)
    }
  }

  func region(of state: StateID) -> Int? { regions.firstIndex { $0.contains(state) } }

  /// Whether every transition and every relaunch stays in its region, and the flow never ends by all
  /// of them being done.
  private var areApart: Bool {
    let chart = flow.chart
    for index in 0..<chart.transitions.count {
      let row = chart.transitions[index]
      guard let own = region(of: row.source) else { return false }
      for place in row.targets.indices {
        let target = chart.targets[place]
        guard regions[own].contains(target),
          liveness.domain(from: row.source, to: target, isInternal: row.isInternal) != 0
        else { return false }
      }
    }
    for row in flow.tables.restores where row.state != row.target {
      guard liveness.domain(from: row.state, to: row.target, isInternal: true) != 0 else {
        return false
      }
    }
    return regions.contains { region in
      !region.contains {
        chart.states[$0].kind == .final && chart.states[$0].parent == region.lowerBound
      }
    }
  }

  // MARK: What a region reads and writes

  mutating func share(_ what: Shared, reading: Bool, _ region: Int) {
    let cell = CellID(flow.chart.initialCells.count + what.rawValue)
    if reading { reads[region].insert(cell) } else { writes[region].insert(cell) }
  }

  mutating func add(_ cells: CellSet, to region: Int) {
    for cell in 0..<CellID(flow.chart.initialCells.count) where cells.contains(cell) {
      reads[region].insert(cell)
    }
  }

  mutating func ask(_ condition: UInt16, _ region: Int) {
    add(liveness.reads(of: condition), to: region)
    for step in flow.guardSteps(of: condition) where step.test == .isActive {
      if let other = self.region(of: step.a) { asked[region].insert(other) }
    }
  }

  private mutating func read(_ region: Int) {
    let chart = flow.chart
    for state in regions[region] {
      let row = chart.states[state]
      read(actions: row.enter, region)
      read(actions: row.exit, region)
      if row.doneEvent != noID { raised[region].insert(row.doneEvent) }
      if region != main, flow.tables.barriers.contains(state) {
        share(.back, reading: false, region)
      }
      for index in row.transitions.indices {
        let transition = chart.transitions[index]
        ask(transition.condition, region)
        read(actions: transition.actions, region)
        if transition.event != noID { heard[region].insert(transition.event) }
      }
    }
    // Any action can fail.
    if chart.errorEvent != noID { raised[region].insert(chart.errorEvent) }
  }

  private mutating func read(actions range: RowRange, _ region: Int) {
    add(liveness.reads(of: range), to: region)
    let tables = flow.tables
    for index in range.indices {
      let action = flow.chart.actions[index]
      switch action.kind {
      case .skipUnless: ask(action.a, region)
      case .raise: raised[region].insert(action.a)
      case .schedule, .cancelDelayed:
        raised[region].formUnion((0..<EventID(flow.chart.eventCount)).map { $0 })
      case .setConstant, .setCell, .setEvent, .add: writes[region].insert(action.a)
      case .host:
        switch Operation(rawValue: action.a) {
        case .assign: writes[region].insert(tables.assignments[Int(action.b)].fact)
        case .clear: writes[region].insert(action.b)
        case .clearUser:
          for (fact, row) in tables.facts.enumerated()
          where row.scope == .user && row.place != .device && row.place != .configuration {
            writes[region].insert(CellID(fact))
          }
        case .request: requests[region].insert(action.b)
        case .cancelRequest, .release:
          requests[region].insert(action.b)
        case .show, .hide: writeOverlay(action.b, region)
        case .startTimer, .stopTimer: timers[region].insert(action.b)
        case .forgetBack, .root: share(.back, reading: false, region)
        case .startService, .stopService, .toast, .open, .tell: break
        case nil: share(.answered, reading: false, region)
        }
      }
    }
  }

  private mutating func writeOverlay(_ overlay: OverlayID, _ region: Int) {
    writes[region].insert(flow.tables.overlays[Int(overlay)].cell)
    writes[region].insert(flow.tables.overlayCountCell)
  }

  private mutating func readRequest(_ request: RequestID, of region: Int) {
    let tables = flow.tables
    let row = tables.requests[Int(request)]
    reads[region].insert(row.cell)
    writes[region].insert(row.cell)
    ask(row.unless, region)
    if row.isFinal { share(.back, reading: false, region) }
    if row.overlay != noID { writeOverlay(row.overlay, region) }
    for save in tables.saves[row.failureSaves.indices] { writes[region].insert(save.fact) }
    for call in row.calls.indices {
      ask(tables.calls[call].condition, region)
      for fact in liveness.needs[call].secrets + flow.facts(in: tables.calls[call].url) {
        reads[region].insert(fact)
      }
      for save in tables.saves[tables.calls[call].saves.indices] {
        writes[region].insert(save.fact)
        if row.isOnce { reads[region].insert(save.fact) }
      }
    }
  }

  private mutating func readTimer(_ timer: TimerID, of region: Int) {
    let row = flow.tables.timers[Int(timer)]
    reads[region].insert(row.cell)
    writes[region].insert(row.cell)
    if row.until != noID { reads[region].insert(row.until) }
    if row.standsUnderOverlay { reads[region].insert(flow.tables.overlayCountCell) }
  }

  // MARK: Who depends on whom

  /// Whether a region can change what another one does.
  func influences(_ region: Int, _ other: Int) -> Bool {
    asked[other].contains(region) || !raised[region].isDisjoint(with: heard[other])
      || writes[region].meets(reads[other])
  }

  /// Some regions with all that influences them, directly or through others.
  func closure(of some: Set<Int>) -> Set<Int> {
    var result = some
    var open = Array(some)
    while let region = open.popLast() {
      for other in regions.indices where !result.contains(other) && influences(other, region) {
        result.insert(other)
        open.append(other)
      }
    }
    return result
  }

  /// Sets of regions that can be explored without all others: the screens with what influences them,
  /// and one region more with what influences that; none of them within another.
  package var slices: [Set<Int>] {
    let base = closure(of: [main])
    let all = regions.indices.filter { !base.contains($0) }.map { closure(of: base.union([$0])) }
    var found: [Set<Int>] = []
    for slice in all
    where !found.contains(slice) && !all.contains(where: { slice.isStrictSubset(of: $0) }) {
      found.append(slice)
    }
    return found.count > 1 ? found : []
  }
}

extension CellSet {
  func meets(_ other: CellSet) -> Bool {
    zip(words, other.words).contains { $0 & $1 != 0 }
  }
}
