import Statechart
import TestSupport

/// Draws charts of every shape that the loader admits.
struct RandomSketch {
  private var random: SeededGenerator
  private var stateCount = 0
  private var noteCount = 0
  private let limit: Int
  private var parents: [String: SketchState] = [:]
  private var all: [SketchState] = []

  static let outsideEvents = ["e0", "e1", "e2", "e3"]
  private static let cells = ["c0", "c1", "c2"]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    limit = 4 + random.below(20)
  }

  mutating func draw() -> Sketch {
    var root = grow(random.chance(85) ? .compound : .parallel, depth: 0)
    all = root.subtree
    for state in all { for child in state.children { parents[child.name] = state } }
    root = filled(root)
    let cells = Self.cells.map { SketchCell(name: $0, initial: random.chance(70) ? 0 : nil) }
    let fuel = SketchCell(name: "fuel", initial: Int64(5 + random.below(20)))
    return Sketch(
      root: root, cells: cells + [fuel], errorEvent: random.chance(70) ? "error" : nil,
      delays: ["e0", "e1"])
  }

  // MARK: The tree

  private mutating func grow(_ kind: StateKind, depth: Int) -> SketchState {
    var state = SketchState(name: "s\(stateCount)", kind: kind)
    stateCount += 1
    guard kind == .compound || kind == .parallel else { return state }
    if random.chance(60) { state.done = "done.\(state.name)" }
    let count = kind == .parallel ? 2 + random.below(2) : 1 + random.below(4)
    for place in 0..<count {
      state.children.append(
        grow(childKind(of: kind, depth: depth, isFirst: place == 0), depth: depth + 1))
    }
    for isDeep in [false, true] where random.chance(depth == 0 ? 10 : 30) {
      let history = grow(isDeep ? .deepHistory : .shallowHistory, depth: depth + 1)
      state.children.insert(history, at: random.below(state.children.count + 1))
    }
    return renumbered(state)
  }

  private mutating func childKind(of kind: StateKind, depth: Int, isFirst: Bool) -> StateKind {
    let isRoomy = stateCount < limit && depth < 5
    switch random.below(100) {
    case 0..<30 where isRoomy: return .compound
    case 30..<50 where isRoomy: return .parallel
    case 50..<62 where kind == .compound && !isFirst: return .final
    default: return .atomic
    }
  }

  /// Histories were put between children that have names already: names again in document order.
  private func renumbered(_ state: SketchState) -> SketchState {
    var next = Int(state.name.dropFirst()) ?? 0
    func renamed(_ old: SketchState) -> SketchState {
      var new = old
      new.name = "s\(next)"
      if old.done != nil { new.done = "done.s\(next)" }
      next += 1
      new.children = []
      for child in old.children { new.children.append(renamed(child)) }
      return new
    }
    return renamed(state)
  }

  // MARK: What is in the states

  private mutating func filled(_ old: SketchState) -> SketchState {
    var state = old
    state.enter = steps()
    state.exit = steps()
    switch state.kind {
    case .compound: state.initial = targets(within: state, allowsHistory: random.chance(20))
    case .shallowHistory, .deepHistory:
      state.initial = parents[state.name].map { targets(within: $0, allowsHistory: false) } ?? []
      (state.enter, state.exit) = ([], [])
    case .atomic, .parallel, .final: break
    }
    if state.kind != .final, !state.isHistory {
      for _ in 0..<random.below(4) { state.arrows.append(arrow()) }
    }
    state.children = state.children.map { filled($0) }
    return state
  }

  private mutating func arrow() -> Arrow {
    let isEventless = random.chance(15)
    var event = random.pick(Self.outsideEvents)
    if random.chance(25) { event = random.pick(all.compactMap(\.done) + ["error", "r0", "r1"]) }
    var arrow = Arrow(
      event: isEventless ? nil : event, condition: random.chance(40) ? condition(depth: 0) : nil,
      targets: random.chance(15) ? [] : targets(within: all[0], allowsHistory: true),
      isInternal: random.chance(30), steps: steps())
    let isOutside = arrow.event.map { Self.outsideEvents.contains($0) } ?? false
    if !isOutside, random.chance(97) { makeFinite(&arrow) }
    return arrow
  }

  /// Most transitions that follow by themselves use something up, so that most charts come to rest.
  private mutating func makeFinite(_ arrow: inout Arrow) {
    let bound = Condition.cell("fuel", .greater, 0)
    arrow.condition = arrow.condition.map { .and($0, bound) } ?? bound
    arrow.steps.insert(.add("fuel", -1), at: 0)
  }

  /// States that can be active together inside of another one.
  private mutating func targets(within holder: SketchState, allowsHistory: Bool) -> [String] {
    let candidates = holder.subtree.dropFirst().filter { allowsHistory || !$0.isHistory }
    var chosen = [random.pick(Array(candidates))]
    while random.chance(35) {
      let next = random.pick(Array(candidates))
      if chosen.allSatisfy({ canStandTogether($0, next) }) { chosen.append(next) }
    }
    return chosen.map(\.name)
  }

  /// Two states meet in a parallel one; a history stands for what is inside of its parent.
  private func canStandTogether(_ first: SketchState, _ second: SketchState) -> Bool {
    let left = path(first)
    let right = path(second)
    guard let fork = zip(left, right).enumerated().first(where: { $1.0 != $1.1 })?.offset,
      fork > 0
    else { return false }
    return all.first { $0.name == left[fork - 1] }?.kind == .parallel
  }

  /// The names from the root to a state, to its parent for a history.
  private func path(_ state: SketchState) -> [String] {
    var names = state.isHistory ? [] : [state.name]
    var next = parents[state.name]
    while let parent = next {
      names.insert(parent.name, at: 0)
      next = parents[parent.name]
    }
    return names
  }

  private mutating func steps() -> [Step] {
    (0..<random.below(3)).map { _ in step(depth: 0) }
  }

  private mutating func step(depth: Int) -> Step {
    let cell = random.pick(Self.cells)
    switch random.below(20) {
    case 0..<6:
      noteCount += 1
      return .note("n\(noteCount)")
    case 6..<8: return .set(cell, random.chance(20) ? nil : Int64(random.below(4)))
    case 8..<12: return .add(cell, random.chance(3) ? .max : Int64(1 + random.below(2)))
    case 12: return .copy(cell, from: random.pick(Self.cells))
    case 13: return .setToEvent(cell)
    case 14:
      let raise = Step.raise(random.pick(["r0", "r1", "e0"]))
      return random.chance(5)
        ? raise : .when(.cell("fuel", .greater, 0), [.add("fuel", -1), raise])
    case 15, 16: return random.chance(50) ? .schedule(random.below(2)) : .cancel(random.below(2))
    case 17: return .fails
    default:
      guard depth < 2 else { return .setToEvent(cell) }
      let inner = (0..<random.below(3)).map { _ in step(depth: depth + 1) }
      return .when(condition(depth: 1), inner)
    }
  }

  private mutating func condition(depth: Int) -> Condition {
    let comparison = random.pick(
      [Comparison.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
    let cell = random.pick(Self.cells)
    switch random.below(depth < 3 ? 12 : 8) {
    case 0..<3: return .cell(cell, comparison, Int64(random.below(5)))
    case 3: return .cells(cell, comparison, random.pick(Self.cells))
    case 4: return .event(comparison, Int64(random.below(3)))
    case 5: return .absent(cell)
    case 6: return .active(random.pick(all).name)
    case 7: return .asked(random.chance(50))
    case 8: return .not(condition(depth: depth + 1))
    case 9, 10: return .and(condition(depth: depth + 1), condition(depth: depth + 1))
    default: return .or(condition(depth: depth + 1), condition(depth: depth + 1))
    }
  }
}
