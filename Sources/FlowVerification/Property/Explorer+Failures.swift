import FlowMachine
import Statechart

// Whether a person sees that a request has failed: decision 5.

struct UnseenKey: Hashable {
  var state: Int
  var request: Int
}

/// A failure that nobody saw when it came.
struct Unseen {
  var status: Int64
  var index: Int
  var step: Int
  /// Whether it has to show there: nothing covers the screen, and nothing goes on by itself.
  var mustShow: Bool
}

extension Flow {
  /// Whether a guard holds by the value of one cell, whatever all else is.
  func holdsAlways(_ condition: UInt16, where cell: CellID, is value: Int64) -> Bool {
    var open = [condition]
    while let index = open.popLast() {
      guard index != GuardStep.accept else { continue }
      guard index < GuardStep.reject else { return false }
      let step = chart.guards[index]
      switch step.test {
      case .cellToConstant where step.a == cell:
        let holds = step.comparison.holds(value, chart.constants[step.b])
        open.append(holds ? step.ifTrue : step.ifFalse)
      case .isAbsent where step.a == cell: open.append(step.ifFalse)
      default: open += [step.ifTrue, step.ifFalse]
      }
    }
    return true
  }
}

extension Flow {
  /// Whether a guard holds in some case in which no request has failed.
  func canHoldWithoutFailure(_ condition: UInt16) -> Bool {
    let cells = Set(tables.requests.map(\.cell))
    var open = [condition]
    var seen: Set<UInt16> = []
    while let index = open.popLast() {
      guard index != GuardStep.accept else { return true }
      guard index < GuardStep.reject, seen.insert(index).inserted else { continue }
      let step = chart.guards[index]
      switch step.test {
      case .cellToConstant where cells.contains(step.a):
        for status in RequestStatus.idle...RequestStatus.succeeded {
          let holds = step.comparison.holds(status, chart.constants[step.b])
          open.append(holds ? step.ifTrue : step.ifFalse)
        }
      default: open += [step.ifTrue, step.ifFalse]
      }
    }
    return false
  }
}

extension Flow {
  /// Whether a transition has an action that people notice beside giving up a request.
  ///
  /// - Parameters:
  ///   - inputs: the facts of the inputs in sight.
  ///   - isEmpty: whether a message has no words; then it is nothing.
  func tells(
    of request: RequestID, by transition: UInt16, _ inputs: Set<FactID>, isEmpty: (TextID) -> Bool
  ) -> Bool {
    chart.transitions[Int(transition)].actions.indices.contains {
      let action = chart.actions[$0]
      switch action.kind {
      case .setConstant, .setCell, .setEvent, .add: return inputs.contains(action.a)
      case .host: break
      default: return false
      }
      return switch Operation(rawValue: action.a) {
      case .toast: !isEmpty(action.b)
      case .open, .tell, .show: true
      case .request: action.b != request
      case .clear: inputs.contains(action.b)
      case .assign: inputs.contains(tables.assignments[Int(action.b)].fact)
      default: false
      }
    }
  }

  /// The facts that a person can fill in.
  func inputs(in elements: RowRange) -> Set<FactID> {
    Set(
      elements.indices.map { tables.elements[$0] }.filter(\.takesValue)
        .flatMap { tables.valueFacts(of: $0) })
  }

  /// For each state whether nothing but `restore` leads there.
  var onlyRestored: [Bool] {
    var isReached = [Bool](repeating: false, count: chart.states.count)
    var open: [StateID] = [0]
    func enter(_ state: StateID) {
      guard !isReached[Int(state)] else { return }
      isReached[Int(state)] = true
      open.append(state)
    }
    while let state = open.popLast() {
      isReached[Int(state)] = true
      let row = chart.states[Int(state)]
      if row.parent != noID { enter(row.parent) }
      for index in row.initial.indices { enter(chart.targets[index]) }
      for child in 0..<chart.states.count
      where row.kind == .parallel && chart.states[child].parent == state {
        enter(StateID(child))
      }
      for index in row.transitions.indices {
        for target in chart.transitions[index].targets.indices { enter(chart.targets[target]) }
      }
    }
    return isReached.map { !$0 }
  }
}

/// A failure where a screen is shown.
struct NamedFailure: Hashable {
  /// The row of `screens`.
  var screen: UInt16
  var request: RequestID
  var status: Int64
}

extension Flow {
  /// Whether a screen has an element that shows by failures alone, and whose words do not stand there without them.
  func names(_ failure: NamedFailure, _ wording: Wording) -> Bool {
    let cell = tables.requests[Int(failure.request)].cell
    let elements = tables.elements[tables.screens[Int(failure.screen)].elements.indices]
    let idle = elements.filter {
      $0.shown == noID || holdsAlways($0.shown, where: cell, is: RequestStatus.idle)
    }
    return elements.contains { row in
      row.shown != noID && holdsAlways(row.shown, where: cell, is: failure.status)
        && !canHoldWithoutFailure(row.shown)
        && factsNeeded(toShow: row.text).isEmpty
        && !(row.kind.isWords && wording.languages.contains { wording.isBlank(row.text, in: $0) })
        && !idle.contains { other in
          other.kind == row.kind
            && wording.languages.contains {
              wording.words(other.text, in: $0) == wording.words(row.text, in: $0)
            }
        }
    }
  }
}

extension Comparison {
  func holds(_ left: Int64, _ right: Int64) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}

extension Explorer {
  /// Whether anything shows that a request has failed: something that a person sees, or that goes
  /// on, is another than if the request had been given up at the same moment.
  ///
  /// - Parameter source: where the answer came; the machine stands behind it.
  func isSeen(_ request: RequestID, _ told: [FactChange], from source: UnsafeRawPointer) -> Bool {
    // Asked first, since it needs no other machine.
    if isNamed(request) { return true }
    let isBeside = watch.isBeside(Int(request))
    rival.pointee.load(projection, from: source)
    for change in told { rival.pointee.assume(change) }
    _ = rival.pointee.giveUp(request)
    noteSeen()
    return differs(isBeside)
  }

  /// Whether something is shown that the failure alone would show too, though it was there before: a
  /// message that several failures have in common.
  private func isNamed(_ request: RequestID) -> Bool {
    guard let state = machine.pointee.screenState, !isCovered else { return false }
    let cell = flow.tables.requests[Int(request)].cell
    let failure = NamedFailure(
      screen: flow.screenOfState[Int(state)], request: request,
      status: machine.pointee.chartState.cells[Int(cell)])
    if let known = namedFailures[failure] { return known }
    let isNamed = flow.names(failure, wording)
    namedFailures[failure] = isNamed
    return isNamed
  }

  /// Whether an overlay covers the whole screen.
  private var isCovered: Bool {
    machine.pointee.shownOverlays.contains { flow.tables.overlays[Int($0)].style == .screen }
  }

  /// Whether anything shows a failure that the rival does not have.
  func isShown(_ request: RequestID) -> Bool {
    let cell = flow.tables.requests[Int(request)].cell
    let hasFailed = machine.pointee.chartState.cells[Int(cell)] >= RequestStatus.failed
    return hasFailed && isNamed(request) || differs(watch.isBeside(Int(request)))
  }

  /// Whether something that a person can fill in has another value than in the rival.
  var isFieldChanged: Bool {
    machine.pointee.topElements.indices.contains { index in
      let row = flow.tables.elements[index]
      guard row.takesValue, machine.pointee.isShown(row) else { return false }
      return flow.tables.valueFacts(of: row).contains { fact in
        machine.pointee.isPresent(fact) != rival.pointee.isPresent(fact)
          || machine.pointee.value(of: fact) != rival.pointee.value(of: fact)
      }
    }
  }

  /// Whether the next step that a person makes, or that comes by itself, shows a difference to the rival.
  func isShownNext(_ request: RequestID) -> Bool {
    let isBeside = watch.isBeside(Int(request))
    var listed = machine.pointee
    var ranges: [Range<Int>] = []
    listed.list(in: moves, to: &ranges)
    ranges.append(moves.always)
    return ranges.joined().contains { number in
      guard isAct(moves.all[number]) else { return false }
      var (one, other) = (machine.pointee, rival.pointee)
      _ = one.perform(moves.all[number], projection)
      _ = other.perform(moves.all[number], projection)
      return Appearance(&one, wording, includingStates: isBeside)
        .differs(from: Appearance(&other, wording, includingStates: isBeside), wording)
    }
  }

  private func differs(_ isBeside: Bool) -> Bool {
    Appearance(&machine.pointee, wording, includingStates: isBeside)
      .differs(from: Appearance(&rival.pointee, wording, includingStates: isBeside), wording)
  }

  /// Whether a failure that stands in a state shows there, or by a step from there.
  private func isSeenLater(
    _ request: RequestID, _ status: Int64, at source: UnsafeRawPointer, mayAct: Bool
  ) -> Bool {
    let isBeside = watch.isBeside(Int(request))
    func stand(_ machine: UnsafeMutablePointer<FlowMachine>, _ status: Int64) {
      machine.pointee.load(projection, from: source)
      machine.pointee.assume(status, of: request)
      _ = machine.pointee.look()
    }
    stand(machine, status)
    stand(rival, RequestStatus.idle)
    isLoaded = false
    if differs(isBeside) { return true }
    guard mayAct else { return false }
    var ranges: [Range<Int>] = []
    machine.pointee.list(in: moves, to: &ranges)
    ranges.append(moves.always)
    for move in ranges.joined() where isAct(moves.all[move]) {
      stand(machine, status)
      stand(rival, RequestStatus.idle)
      _ = machine.pointee.perform(moves.all[move], projection)
      _ = rival.pointee.perform(moves.all[move], projection)
      if differs(isBeside) { return true }
    }
    return false
  }

  /// Whether a move says what a person wants next, or comes by itself; what is filled in says nothing.
  private func isAct(_ move: Move) -> Bool {
    switch move {
    case .input(.tap), .input(.back), .input(.answered), .elapse: true
    default: false
    }
  }

  /// Whether a failure has to show in the state that the machine stands in.
  func mustShow() -> Bool {
    let state = machine.pointee
    guard state.topOverlay == nil, let screen = state.screenState,
      state.chartState.isActive(screen)
    else { return false }
    return Appearance.running(machine.pointee).isEmpty
  }

  /// Failures that were not seen when they came have to be seen while they stand.
  ///
  /// - Parameter isReached: the states where nobody waits for anything any more.
  func findUnseen(_ isReached: [Bool]) {
    var requests: [Int: Set<Int64>] = [:]
    for (key, rows) in unseen where !isReached[key.state] {
      requests[key.request, default: []].formUnion(rows.map(\.status))
    }
    for (request, classes) in requests.sorted(by: { $0.key < $1.key }) {
      let cell = Int(flow.tables.requests[request].cell)
      var statuses = [Int64](repeating: 0, count: store.count)
      let askers = Askers(of: CellID(cell), in: flow)
      var isAsked = [Bool](repeating: false, count: store.count)
      forEachState { index, machine in
        statuses[index] = machine.chartState.cells[cell]
        isAsked[index] = askers.mayAsk(machine)
      }
      /// The first step behind which nothing shows the failure.
      var first: Unseen?
      for status in classes.sorted() {
        let stand = self.stand(in: request, for: status)
        let rows = unseen.filter { key, rows in
          key.request == request && !isReached[key.state] && statuses[key.state] == stand
            && rows.contains { $0.status == status }
        }
        guard !rows.isEmpty else { continue }
        let isSeen = statuses.indices.map { index in
          statuses[index] == stand
            && holdsForEach(index) {
              isSeenLater(
                RequestID(request), status, at: $0,
                mayAct: isAsked[index] || graph.pointee.isLookedAt(request, at: index))
            }
        }
        let isSafe = reaching(isSeen) { statuses[$0] == statuses[$1] }
        for (key, rows) in rows {
          let rows = rows.filter { $0.status == status }
          guard !rows.isEmpty else { continue }
          let isHidden = isHidden(
            RequestID(request), status, at: key.state, mustShow: rows.contains { $0.mustShow })
          for row in rows where isHidden || !row.mustShow && !isSafe[key.state] {
            if first.map({ row.index < $0.index }) ?? true { first = row }
          }
        }
      }
      if let first {
        violations.add(
          .unhandledFailure, subject: request, at: .move(first.index, first.step))
      }
    }
  }

  /// Whether nothing shows a failure in a state where it has to show, nor what a person does next.
  ///
  /// - Parameter mustShow: whether it has to show there; not asked where a sub-flow is active, of which
  ///   one view stands in for others.
  private func isHidden(
    _ request: RequestID, _ status: Int64, at index: Int, mustShow: Bool
  ) -> Bool {
    guard let parts, let active = parts.active(in: store[index]) else {
      return mustShow
        && !holdsForEach(index) { isSeenLater(request, status, at: $0, mayAct: true) }
    }
    return parts.contains(active, likeThat: store[index]) { source in
      machine.pointee.load(projection, from: source)
      machine.pointee.assume(status, of: request)
      return self.mustShow() && !isSeenLater(request, status, at: source, mayAct: true)
    }
  }

  /// The status that stands for one in states.
  private func stand(in request: Int, for status: Int64) -> Int64 {
    let cell = flow.tables.requests[request].cell
    guard let kept = projection.kept.first(where: { $0.cell == cell }), !kept.codes.isEmpty else {
      return status
    }
    let code = Int(kept.codes[Int(status)])
    return code == 0 ? absent : kept.values[code - 1]
  }
}
