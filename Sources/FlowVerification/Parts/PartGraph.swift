import FlowMachine
import Statechart

/// What one sub-flow can do: its views, with all that leads from one to another.
///
/// A view is what of a state is the sub-flow's own, with what it shares; the rest is that of one
/// state in which it was entered. While the sub-flow is not active a view is what is left of it.
/// The steps are those of the whole flow's machine. Steps that something around the sub-flow takes
/// and that concern it are seen in the parent's exploration; such a step is then tried in all views.
final class PartGraph {
  let part: Part
  let explorer: Explorer

  struct Edge {
    /// Which steps are alike to all around.
    var label: UInt32
    var target: UInt32
    var move: UInt32
    /// The place among `outside`, or `none`.
    var outside: UInt32
  }

  /// The label of steps that nothing around can notice.
  static let silent: UInt32 = 0
  static let none = UInt32.max

  private(set) var outside: [Outside] = []
  private var knownOutside: Set<[UInt64]> = []
  private var knownKills: [Bool] = []
  private var expandedOutside = 0
  private(set) var edges: [[Edge]] = []
  /// Of all of `edges` together.
  private(set) var edgeCapacity = 0
  /// Labels by what they say; those that are `quiet` matter only where they lead elsewhere.
  private var labels: [[UInt64]: UInt32] = [:]
  private(set) var isQuiet: [Bool] = [true]
  private(set) var classes = PartClasses()
  /// The context of views while the sub-flow is active: a state in which it was entered.
  private var context: UnsafeMutableRawPointer?
  private let scratch: UnsafeMutableRawPointer
  private let stride: Int
  /// Views that were met and are not yet explored.
  private(set) var isStale = false
  /// Whether the last exploration of the surrounding flow met a view without a class.
  private var hasUnknown = false
  /// Whether what was explored with the classes of before has to be explored again.
  var isOutdated = true
  /// The step that is made.
  private var current: (from: Int, move: Int, outside: UInt32) = (0, 0, none)
  /// Views first found by a step of the surrounding flow.
  private(set) var isFoundOutside: Set<Int> = []

  /// Where this looks again at what another has found.
  let limits: PartGraph?
  /// What looks again at what this has found.
  var actual: PartGraph?
  /// Views that stand for all of each class, by it.
  private(set) lazy var differing = findDiffering()
  /// Steps of the surrounding flow, each with a class of views in which it happens.
  var occurrences: Set<[UInt64]> = []
  /// Views at which the flow begins.
  var beginnings: Set<Int> = []

  weak var parent: Parts?
  /// Where the surrounding flow enters the sub-flow: the state before and the move, by the view that they lead to.
  var entries: [Int: (state: Int, move: Int?)] = [:]

  init(_ part: Part, _ explorer: Explorer) {
    self.part = part
    self.explorer = explorer
    stride = explorer.store.stride
    scratch = .allocate(byteCount: stride, alignment: 16)
    scratch.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
    limits = nil
    explorer.partGraph = self
  }

  /// For another look at what a sub-flow does, only where it happens.
  init(_ limits: PartGraph, _ explorer: Explorer) {
    part = limits.part
    self.explorer = explorer
    self.limits = limits
    stride = limits.stride
    scratch = .allocate(byteCount: stride, alignment: 16)
    scratch.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
    if let known = limits.context {
      context = .allocate(byteCount: stride, alignment: 16)
      context!.copyMemory(from: known, byteCount: stride)
    }
    explorer.partGraph = self
    for row in limits.outside { note(row.key, row.bytes, row.move) }
    for view in limits.beginnings { _ = self.view(of: limits.explorer.store[view]) }
  }

  deinit {
    scratch.deallocate()
    context?.deallocate()
    for row in outside { row.bytes.deallocate() }
  }

  // MARK: Views

  /// Makes a state the view that it is.
  func settle(_ bytes: UnsafeMutableRawPointer) {
    if part.isActive(bytes) {
      if context == nil {
        context = .allocate(byteCount: stride, alignment: 16)
        context!.copyMemory(from: bytes, byteCount: stride)
      }
      scratch.copyMemory(from: context!, byteCount: stride)
      part.own.take(into: scratch, from: bytes)
      part.shared.take(into: scratch, from: bytes)
      part.place.take(into: scratch, from: bytes)
      explorer.reduction?.reduce(scratch)
    } else {
      scratch.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
      part.own.take(into: scratch, from: bytes)
    }
    bytes.copyMemory(from: scratch, byteCount: stride)
  }

  /// The number of the view of a state; nil if it is not known yet, and then it is noted.
  func view(of bytes: UnsafeRawPointer) -> Int? {
    explorer.scratch.copyMemory(from: bytes, byteCount: stride)
    settle(explorer.scratch)
    let isActive = part.isActive(explorer.scratch)
    let (index, isNew) = explorer.addView(explorer.scratch, isChecked: isActive)
    if isNew { isStale = true }
    if index >= classes.count { hasUnknown = true }
    return index < classes.count ? index : nil
  }

  func isActive(view: Int) -> Bool { part.isActive(explorer.store[view]) }

  // MARK: Steps of the surrounding flow

  /// Notes a step of the surrounding flow that concerns the sub-flow, once for each effect.
  func note(_ key: [UInt64], _ bytes: UnsafeRawPointer, _ move: Int) {
    guard knownOutside.insert(key).inserted else { return }
    let copy = UnsafeMutableRawPointer.allocate(byteCount: stride, alignment: 16)
    copy.copyMemory(from: bytes, byteCount: stride)
    outside.append(Outside(key: key, bytes: copy, move: move, isActive: part.isActive(bytes)))
    isStale = true
  }

  /// Whether no kill by this move was noted yet.
  func isNewKill(_ move: Int) -> Bool {
    if knownKills.isEmpty {
      knownKills = [Bool](repeating: false, count: explorer.moves.all.count)
    }
    defer { knownKills[move] = true }
    return !knownKills[move]
  }

  func knows(_ key: [UInt64]) -> Bool { knownOutside.contains(key) }

  func cover(_ key: [UInt64]) { knownOutside.insert(key) }

  // MARK: Exploring

  /// Explores all views, and says which are alike.
  ///
  /// - Returns: whether there was time and room.
  func settleAll(shouldStop: (Int, Int) -> Bool) -> Bool {
    guard isStale else { return true }
    guard exploreViews(shouldStop: shouldStop) else { return false }
    let before = classes
    classes = PartClasses(self)
    if hasUnknown || !classes.goesOn(from: before) { isOutdated = true }
    hasUnknown = false
    return true
  }

  /// Explores all views.
  ///
  /// - Returns: whether there was time and room.
  func exploreViews(shouldStop: (Int, Int) -> Bool) -> Bool {
    // Steps that were noted since are tried in the views that are known.
    let known = edges.count
    for number in expandedOutside..<outside.count {
      for view in 0..<known { attempt(outside: number, at: view) }
    }
    expandedOutside = outside.count
    var next = known
    while next < explorer.stateCount {
      if next & 0x3F == 0, shouldStop(explorer.stateCount, explorer.memory) { return false }
      edges.append([])
      expand(next)
      next += 1
    }
    isStale = false
    return true
  }

  private func expand(_ view: Int) {
    explorer.expand(view)
    for number in 0..<expandedOutside { attempt(outside: number, at: view) }
  }

  private func attempt(outside number: Int, at view: Int) {
    let row = outside[number]
    let state = explorer.store[view]
    guard row.isActive == part.isActive(state), happens(row, at: view) else { return }
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: stride, alignment: 16)
    defer { bytes.deallocate() }
    bytes.copyMemory(from: row.bytes, byteCount: stride)
    part.own.take(into: bytes, from: state)
    if row.isActive {
      part.place.take(into: bytes, from: state)
      part.shared.take(into: bytes, from: state)
    }
    current.outside = UInt32(number)
    defer { current.outside = Self.none }
    explorer.attempt(row.move, from: view, at: bytes)
  }

  /// A step was made by the explorer's machine; `bytes` is where it leads, as a whole state of which
  /// nothing was dropped.
  ///
  /// - Parameter assumption: what it assumes of the device.
  func willAdd(
    _ bytes: UnsafeRawPointer, _ step: Int, _ assumption: UInt16, from view: Int
  ) -> UInt32 {
    let move = explorer.step(step).move
    // What others can notice of the step: their own transitions, those of the sub-flow that reach
    // out, and whether the sub-flow takes an event for itself.
    var taken: [UInt64] = []
    var noticed: [UInt64] = []
    var isOutside = false
    var isConsumed = false
    explorer.machine.pointee.forEachTaken { transition in
      taken.append(UInt64(transition))
      let isInside = part.isInside[Int(transition)]
      if !isInside { isOutside = true }
      if isInside, part.passedOn.contains(explorer.flow.chart.transitions[transition].event) {
        isConsumed = true
      }
      if isInside {
        noticed += part.outward[Int(transition)]
      } else {
        noticed.append(UInt64(transition) | 1 << 50)
      }
    }
    let isActive = part.isActive(bytes)
    let isOwn = part.isOwnMove[move] && current.outside == Self.none
    let isFar = isOwn && part.isFarMove[move]
    let isSilent = isOwn && isActive && noticed.isEmpty && !isFar
    if isSilent, assumption == 0 { return Self.silent }
    var key = noticed + [.max]
    if assumption != 0 { key += [5, UInt64(assumption)] }
    if isFar { key += [4, UInt64(step)] }
    if !isOwn {
      key += [isConsumed ? 3 : 2]
      key +=
        current.outside == Self.none
        ? [0, UInt64(step)] : [1, UInt64(current.outside)]
      if isOutside, current.outside == Self.none { cover(Parts.key(of: step, taken, part)) }
    }
    let wasActive = part.isActive(explorer.store[view])
    if wasActive, !isActive { key += part.place.words(of: bytes) + part.shared.words(of: bytes) }
    if let known = labels[key] { return known }
    let label = UInt32(isQuiet.count)
    labels[key] = label
    isQuiet.append(
      !explorer.assumptions.rows[Int(assumption)].asks
        && (isSilent || noticed.isEmpty && !isOwn && !isConsumed && isActive == wasActive))
    return label
  }

  func add(_ label: UInt32, _ move: Int, from view: Int, to target: Int, isNew: Bool) {
    if isNew, current.outside != Self.none { isFoundOutside.insert(target) }
    guard target != view || label != Self.silent else { return }
    let before = edges[view].capacity
    edges[view].append(
      Edge(
        label: label, target: UInt32(target), move: UInt32(move), outside: current.outside))
    edgeCapacity += edges[view].capacity - before
  }
}
