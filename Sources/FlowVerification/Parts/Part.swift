import FlowMachine
import Statechart

/// A sub-flow as a part of the flow around it: what of a projected state is its own.
///
/// Its names are private, so nothing outside reads or writes what is its own but the facts that an outcome
/// brings, which are shared; and it reads of the rest only what is bound to it or shared by name.
final class Part {
  let flow: Flow
  /// The state that stands for it, with all inside of it.
  let state: StateID
  let states: ClosedRange<StateID>
  /// Bits of a projected state: what is its own wherever the flow is; what is its own while it is
  /// active (the screen, the back stack); and what it shares with others.
  let own: StateMask
  let place: StateMask
  let shared: StateMask
  /// By transition: whether it is the sub-flow's own.
  private(set) var isInside: [Bool]
  /// By transition: what others can notice of it, as codes.
  private(set) var outward: [[UInt64]]
  /// By transition: whether it can change what is the sub-flow's own while that is not active.
  private(set) var reachesIn: [Bool]
  /// Events for which something around it waits while it is active, unless it takes them itself.
  let passedOn: Set<EventID>
  let ownRequests: Set<RequestID>
  /// By move: whether it is made in the sub-flow alone.
  private(set) var isOwnMove: [Bool] = []
  /// By move of its own: whether it writes a fact that is not.
  private(set) var isFarMove: [Bool] = []
  /// Whether something waits for a request of its own that goes on when it is left.
  let isLeftRunning: Bool
  /// By move: whether secure storage becomes readable by it.
  private(set) var isSecretsMove: [Bool] = []

  /// The sub-flows of a flow's own states, in document order.
  static func states(of flow: Flow) -> [StateID] {
    let names = FlowNames(flow: flow)
    let main = flow.tables.main
    return (main + 1...max(main + 1, flow.chart.states[main].last)).filter { state in
      guard Int(state) < flow.chart.states.count, state <= flow.chart.states[main].last,
        flow.chart.states[state].last > state
      else { return false }
      let name = names.state(state)
      return !name.contains(".") && names.state(state + 1).hasPrefix(name + ".")
    }
  }

  init(_ state: StateID, _ explorer: Explorer) {
    let flow = explorer.flow
    self.flow = flow
    self.state = state
    states = state...flow.chart.states[state].last
    let prefix = FlowNames(flow: flow).state(state) + "."
    let names = FlowNames(flow: flow)
    let tables = flow.tables
    let facts = Set(
      tables.facts.indices.filter { names.fact(FactID($0)).hasPrefix(prefix) }.map { FactID($0) })
    let requests = Set(
      tables.requests.indices.filter { names.request($0).hasPrefix(prefix) }.map { RequestID($0) })
    ownRequests = requests
    isLeftRunning = requests.contains {
      tables.requests[Int($0)].survives && explorer.watch.awaited.contains(Int($0))
    }
    let reader = PartReader(
      flow: flow, states: states, prefix: prefix, facts: facts, requests: requests,
      required: explorer.domain.required)
    // What an outcome brings is shared.
    let privateFacts = facts.subtracting(reader.factsReadOutside)
    passedOn = reader.passedOn.subtracting([noID])
    let timers = reader.timers
    var cells = Set(privateFacts.map { CellID($0) })
    for request in requests { cells.insert(tables.requests[Int(request)].cell) }
    for timer in timers { cells.insert(tables.timers[Int(timer)].cell) }
    for (index, row) in tables.overlays.enumerated() where names.overlay(index).hasPrefix(prefix) {
      cells.insert(row.cell)
    }
    isInside = reader.isInside
    let asked = reader.statesAskedOutside(explorer.intentions.conditions)
    outward = reader.outward(
      cells: cells, kept: Set(explorer.projection.kept.map(\.cell)), asked: asked)
    reachesIn = reader.reachesIn(cells: cells)

    let projection = explorer.projection
    let count = explorer.store.stride / 8
    var own = [UInt64](repeating: 0, count: count)
    var place = own
    var shared = own
    // The state itself belongs to the surrounding flow: it says whether the sub-flow is active.
    for inner in states.dropFirst() { own[Int(inner >> 6)] |= 1 << UInt64(inner & 63) }
    for slot in reader.histories {
      let words = flow.chart.wordCount
      for word in 0..<words { own[words * (1 + slot) + word] = .max }
    }
    let read = reader.shared(cells: cells)
    for (index, kept) in projection.kept.enumerated() {
      let at = projection.cellOffset + index
      if cells.contains(kept.cell) {
        Self.mark(at, &own)
      } else if read.contains(kept.cell)
        || tables.overlays.contains(where: { $0.cell == kept.cell })
      {
        Self.mark(at, &shared)
      }
    }
    for (index, form) in projection.forms.enumerated() {
      let isOwn = form.members.contains { privateFacts.contains($0.fact) }
      let isRead = form.members.contains { read.contains($0.fact) }
      if isOwn {
        Self.mark(projection.formOffset + index, &own)
      } else if isRead {
        Self.mark(projection.formOffset + index, &shared)
      }
    }
    for (index, fact) in projection.validity.enumerated() {
      if privateFacts.contains(fact) {
        Self.mark(projection.validityOffset + index, &own)
      } else if read.contains(fact) {
        Self.mark(projection.validityOffset + index, &shared)
      }
    }
    let variants = tables.requests.indices.filter { tables.requests[$0].calls.count > 1 }
    for (index, request) in variants.enumerated() where requests.contains(RequestID(request)) {
      Self.mark(projection.variantOffset + index, &own)
    }
    if reader.listensToHeld {
      for at in projection.heldOffset..<projection.screenOffset { Self.mark(at, &shared) }
    }
    Self.mark(projection.flagOffset, &place)
    for at in projection.screenOffset..<explorer.store.stride { Self.mark(at, &place) }
    for state in asked {
      own[Int(state >> 6)] &= ~(1 << UInt64(state & 63))
      shared[Int(state >> 6)] |= 1 << UInt64(state & 63)
      place[Int(state >> 6)] |= 1 << UInt64(state & 63)
    }
    self.own = StateMask(own)
    self.place = StateMask(place)
    self.shared = StateMask(shared)
    isOwnMove = reader.ownMoves(explorer.moves, timers: timers)
    let far = Set(projection.kept.map(\.cell)).subtracting(cells)
    isFarMove = reader.farMoves(explorer.moves, far: far)
    isSecretsMove = explorer.moves.all.map {
      if case .input(.secretsReadable) = $0 { true } else { false }
    }
  }

  private static func mark(_ byte: Int, _ words: inout [UInt64]) {
    words[byte >> 3] |= 0xFF << UInt64(8 * (byte & 7))
  }

  func isActive(_ bytes: UnsafeRawPointer) -> Bool {
    bytes.load(fromByteOffset: 8 * Int(state >> 6), as: UInt64.self) & 1 << UInt64(state & 63) != 0
  }
}

/// Some bits of a projected state.
struct StateMask {
  /// The words that have any.
  private let rows: [(offset: Int, bits: UInt64)]

  init(_ words: [UInt64]) {
    rows = words.enumerated().filter { $1 != 0 }.map { (8 * $0, $1) }
  }

  /// Takes these bits over from another state.
  func take(into bytes: UnsafeMutableRawPointer, from other: UnsafeRawPointer) {
    for (offset, bits) in rows {
      let mine = bytes.load(fromByteOffset: offset, as: UInt64.self) & ~bits
      let theirs = other.load(fromByteOffset: offset, as: UInt64.self) & bits
      bytes.storeBytes(of: mine | theirs, toByteOffset: offset, as: UInt64.self)
    }
  }

  /// Whether these bits are the same in two states.
  func isSame(_ bytes: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    for (offset, bits) in rows {
      let mine = bytes.load(fromByteOffset: offset, as: UInt64.self)
      let theirs = other.load(fromByteOffset: offset, as: UInt64.self)
      if (mine ^ theirs) & bits != 0 { return false }
    }
    return true
  }

  func words(of bytes: UnsafeRawPointer) -> [UInt64] {
    rows.map { bytes.load(fromByteOffset: $0.offset, as: UInt64.self) & $0.bits }
  }
}

extension Projection {
  /// Whether the chart runs, the screen is kept, and the app is in front: the byte behind the forms.
  var flagOffset: Int { formOffset + forms.count }
  /// Which call each request with several runs.
  var variantOffset: Int { validityOffset + validity.count }
  /// The held signals, up to the screen.
  var heldOffset: Int { screenOffset - 3 * flow.tables.signals.filter { $0.isHeld }.count }
}
