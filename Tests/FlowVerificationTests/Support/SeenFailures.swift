import FlowMachine
import FlowVerification
import Statechart

/// Whether a person can see that a request has failed, on whole machines.
struct SeenFailures {
  let flow: Flow
  /// Requests whose failure somebody has to learn of: a transition waits for their end, or they bring
  /// something.
  let matters: Set<Int>
  /// Requests that only regions beside the screens start.
  private let beside: Set<Int>
  /// Of them those that every launch starts anew.
  let restarted: Set<Int>

  init(_ flow: Flow) {
    self.flow = flow
    let awaited = StatusReaders(flow).awaited.filter {
      $0.value.contains { $0 >= RequestStatus.succeeded }
    }.keys
    let saving = flow.tables.requests.indices.filter { request in
      flow.tables.calls[flow.tables.requests[request].calls.indices].contains {
        $0.saves.count > 0
      }
    }
    matters = Set(awaited).union(saving)
    beside = Self.started(flow) { _ in true }
    restarted = Self.started(flow) { $0.restartsAtLaunch }
  }

  /// The requests that nothing but certain regions starts.
  private static func started(_ flow: Flow, by isCounted: (RegionRow) -> Bool) -> Set<Int> {
    var (inside, outside): (Set<Int>, Set<Int>) = ([], [])
    func sort(_ actions: RowRange, of state: StateID) {
      for index in actions.indices {
        let action = flow.chart.actions[index]
        guard action.kind == .host, Operation(rawValue: action.a) == .request else { continue }
        let isBeside = flow.tables.regions.contains {
          isCounted($0) && (state == $0.state || flow.chart.isDescendant(state, of: $0.state))
        }
        if isBeside { inside.insert(Int(action.b)) } else { outside.insert(Int(action.b)) }
      }
    }
    for state in 0..<flow.chart.states.count {
      sort(flow.chart.states[state].enter, of: StateID(state))
      sort(flow.chart.states[state].exit, of: StateID(state))
    }
    for index in 0..<flow.chart.transitions.count {
      sort(flow.chart.transitions[index].actions, of: flow.chart.transitions[index].source)
    }
    return inside.subtracting(outside)
  }

  /// - Parameters:
  ///   - old: where the answer came.
  ///   - new: where it led.
  func isSeen(_ request: Int, _ old: FlowMachine, _ new: FlowMachine) -> Bool {
    let overlay = flow.tables.requests[request].overlay
    if overlay != noID, new.shownOverlays.contains(overlay) { return true }
    var given = old
    _ = given.giveUp(RequestID(request))
    return isShown(request, new, given)
  }

  /// Whether a machine shows that a request has failed, beside one in which it was given up.
  func isShown(_ request: Int, _ new: FlowMachine, _ given: FlowMachine) -> Bool {
    if differs(new, given, request) { return true }
    guard new.chartState.cells[Int(flow.tables.requests[request].cell)] >= RequestStatus.failed,
      let screen = new.screenState, !isCovered(new)
    else { return false }
    // A message that was there before, and that this failure alone shows too.
    let cell = flow.tables.requests[request].cell
    let elements = flow.tables.screens[Int(flow.screenOfState[Int(screen)])].elements
    return flow.tables.elements[elements.indices].contains { row in
      row.shown != noID && isCertain(row.shown, cell, new.chartState.cells[Int(cell)])
        && !isCertain(row.shown, cell, RequestStatus.idle)
        && !flow.tables.elements[elements.indices].contains { other in
          other.kind == row.kind && isCertain(other.shown, cell, RequestStatus.idle)
            && flow.tables.languages.indices.contains {
              new.text(other.text, language: $0) == new.text(row.text, language: $0)
            }
        }
    }
  }

  private func isCovered(_ machine: FlowMachine) -> Bool {
    machine.shownOverlays.contains { flow.tables.overlays[Int($0)].style == .screen }
  }

  /// Whether two machines look different in every language.
  private func differs(_ one: FlowMachine, _ other: FlowMachine, _ request: Int) -> Bool {
    flow.tables.languages.indices.allSatisfy { look(one, request, $0) != look(other, request, $0) }
  }

  /// Whether a guard holds whatever all cells but one are.
  private func isCertain(_ condition: UInt16, _ cell: CellID, _ value: Int64) -> Bool {
    if condition == GuardStep.accept || condition == noID { return true }
    guard condition != GuardStep.reject else { return false }
    let step = flow.chart.guards[condition]
    let (yes, no) = (
      isCertain(step.ifTrue, cell, value), isCertain(step.ifFalse, cell, value)
    )
    guard step.test == .cellToConstant, step.a == cell else { return yes && no }
    let constant = flow.chart.constants[step.b]
    let holds =
      switch step.comparison {
      case .equal: value == constant
      case .notEqual: value != constant
      case .less: value < constant
      case .lessOrEqual: value <= constant
      case .greater: value > constant
      case .greaterOrEqual: value >= constant
      }
    return holds ? yes : no
  }

  /// Whether a failure shows in the state that a machine is in, or by any step.
  func isSeenLater(_ request: RequestID, _ machine: FlowMachine, _ moves: RawMoves) -> Bool {
    var (failed, idle) = (machine, machine)
    _ = failed.look()
    idle.assume(RequestStatus.idle, of: request)
    _ = idle.look()
    if differs(failed, idle, Int(request)) { return true }
    return isShownNext(Int(request), failed, idle, moves)
  }

  /// Whether an input in sight has another value.
  func isFieldChanged(_ one: FlowMachine, _ other: FlowMachine) -> Bool {
    one.topElements.indices.contains { index in
      let row = flow.tables.elements[index]
      guard row.takesValue, one.holds(row.shown) else { return false }
      return flow.tables.valueFacts(of: row).contains {
        one.isPresent($0) != other.isPresent($0) || one.value(of: $0) != other.value(of: $0)
      }
    }
  }

  /// Whether the next step shows a difference between two machines.
  func isShownNext(
    _ request: Int, _ new: FlowMachine, _ given: FlowMachine, _ moves: RawMoves
  ) -> Bool {
    moves.all(at: new).contains { move in
      switch move {
      case .input(.tap), .input(.back), .input(.answered), .elapse: break
      default: return false
      }
      var (one, other) = (new, given)
      _ = try? moves.perform(move, on: &one)
      _ = try? moves.perform(move, on: &other)
      return differs(one, other, request)
    }
  }

  /// Whether a failure has to show at once: no overlay, and nothing that goes on by itself.
  func mustShow(_ machine: FlowMachine) -> Bool {
    guard machine.topOverlay == nil, let screen = machine.screenState,
      machine.chartState.isActive(screen)
    else { return false }
    let cells = machine.chartState.cells
    return !flow.tables.requests.contains { cells[Int($0.cell)] == RequestStatus.running }
      && !flow.tables.timers.contains { cells[Int($0.cell)] == TimerStatus.running }
  }

  /// What is seen and what goes on, as words.
  private func look(_ machine: FlowMachine, _ request: Int, _ language: Int) -> [String] {
    var machine = machine
    var words: [String] = []
    func say(_ text: TextID) -> String { machine.text(text, language: language).string }
    func list(_ elements: RowRange) {
      for row in flow.tables.elements[elements.indices] where machine.holds(row.shown) {
        if [.text, .heading].contains(row.kind), say(row.text).isEmpty { continue }
        words += ["\(row.kind) \(row.style) \(row.appName)", say(row.text), say(row.hint)]
        words.append(row.kind.takesInput && machine.isUsable(row) ? "usable" : "shown")
        if row.takesValue { words.append(flow.blob(row.id).string) }
      }
    }
    if let screen = machine.screenState {
      let row = flow.tables.screens[Int(flow.screenOfState[Int(screen)])]
      words += ["screen", flow.blob(row.view).string, say(row.title)]
      list(row.elements)
    }
    for overlay in machine.shownOverlays {
      let row = flow.tables.overlays[Int(overlay)]
      if row.style == .screen { words = [] }
      words += ["\(row.style)", say(row.title)]
      list(row.elements)
    }
    words.append("running")
    for row in flow.tables.requests {
      words.append("\(machine.chartState.cells[Int(row.cell)] == RequestStatus.running)")
    }
    for row in flow.tables.timers {
      words.append("\(machine.chartState.cells[Int(row.cell)] == TimerStatus.running)")
    }
    machine.forEachEffect {
      switch $0 {
      case .toast, .open, .tell: words.append("\($0)")
      default: break
      }
    }
    if beside.contains(request) { words.append("\(machine.chartState.active)") }
    return words
  }
}
