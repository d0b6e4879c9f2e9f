import Statechart

/// Where the leaves of an earlier version's configuration are now, and whether they can be active
/// together.
struct Places {
  let chart: Chart
  /// States that were active and still exist.
  var wasActive: [UInt64]
  /// Where the leaves are now.
  private var wanted: [UInt64]
  /// Children of the root that start over.
  private var lost: [UInt64]
  /// The states that can be targets: none is inside another.
  private(set) var targets: [StateID] = []
  /// The states that were active and stay active.
  private(set) var kept: [StateID] = []

  init(_ chart: Chart) {
    self.chart = chart
    wasActive = [UInt64](repeating: 0, count: chart.wordCount)
    wanted = wasActive
    lost = wasActive
  }

  /// Adds a leaf of the record.
  ///
  /// - Parameters:
  ///   - state: its current state, or `noID`.
  ///   - home: a state of the part that contained it, or `noID` if that is gone as well.
  mutating func add(_ state: StateID, in home: StateID) {
    if state != noID, state != 0 {
      wanted.insert(bit: state)
    } else if home != noID {
      lost.insert(bit: part(of: home))
    }
  }

  /// The child of the root that is or contains a state.
  func part(of state: StateID) -> StateID {
    var part = state
    while part != 0, chart.states[part].parent != 0 { part = chart.states[part].parent }
    return part
  }

  func isLost(_ part: StateID) -> Bool { lost.contains(bit: part) }

  /// Determines the targets. A part with two leaves that cannot be active together is lost, and so
  /// is a part without any.
  mutating func settle() {
    var chosen = [StateID](repeating: noID, count: chart.states.count)
    var isFilled = [UInt64](repeating: 0, count: chart.wordCount)
    for state in 1..<StateID(chart.states.count) where wanted.contains(bit: state) {
      guard !hasWantedInside(state) else { continue }
      targets.append(state)
      isFilled.insert(bit: part(of: state))
      // Each compound state on the path has one child that leads there.
      var child = state
      while child != 0 {
        let parent = chart.states[child].parent
        if chart.states[parent].kind == .compound {
          if chosen[Int(parent)] != noID, chosen[Int(parent)] != child {
            lost.insert(bit: part(of: state))
            lost.insert(bit: part(of: chosen[Int(parent)]))
          }
          chosen[Int(parent)] = child
        }
        child = parent
      }
    }
    var part: StateID = 1
    while Int(part) < chart.states.count {
      if !isFilled.contains(bit: part) { lost.insert(bit: part) }
      part = chart.states[part].last + 1
    }
    var remaining: [StateID] = []
    for target in targets where !isLost(self.part(of: target)) { remaining.append(target) }
    targets = remaining
    findKept()
  }

  private func hasWantedInside(_ state: StateID) -> Bool {
    guard chart.states[state].last > state else { return false }
    for inner in state + 1...chart.states[state].last where wanted.contains(bit: inner) {
      return true
    }
    return false
  }

  private mutating func findKept() {
    var isKept = [UInt64](repeating: 0, count: chart.wordCount)
    isKept.insert(bit: 0)
    for target in targets {
      var state = target
      while state != 0 {
        if wasActive.contains(bit: state), !chart.states[state].isHistory {
          isKept.insert(bit: state)
        }
        state = chart.states[state].parent
      }
    }
    for state in 0..<StateID(chart.states.count) where isKept.contains(bit: state) {
      kept.append(state)
    }
  }
}
