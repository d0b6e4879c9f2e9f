/// Computes with the general algorithm what a transition enters.
struct PlanBuilder {
  let chart: Chart
  private var entrySet: [UInt64]
  private var history: [UInt64]
  /// For each state, the number of parallel states before it.
  private var parallels: [UInt16] = [0]
  /// For each state, the number of compound states before it whose initial state is a history.
  private var historic: [UInt16] = [0]

  init(_ chart: Chart) {
    self.chart = chart
    entrySet = [UInt64](repeating: 0, count: chart.wordCount)
    history = [UInt64](repeating: 0, count: chart.wordCount * chart.historyCount)
    parallels.reserveCapacity(chart.states.count + 1)
    historic.reserveCapacity(chart.states.count + 1)
    for index in 0..<chart.states.count {
      let row = chart.states[index]
      var isHistoric = false
      if row.kind == .compound {
        for position in row.initial.indices where chart.states[chart.targets[position]].isHistory {
          isHistoric = true
        }
      }
      parallels.append(parallels[index] + (row.kind == .parallel ? 1 : 0))
      historic.append(historic[index] + (isHistoric ? 1 : 0))
    }
  }

  /// Whether a state is parallel or contains a parallel state.
  func holdsParallel(_ state: StateID) -> Bool {
    parallels[Int(chart.states[state].last) + 1] != parallels[Int(state)]
  }

  /// Whether a descendant of a state has a history.
  func holdsHistory(inside state: StateID) -> Bool {
    for index in 0..<chart.histories.count
    where chart.isDescendant(chart.states[chart.histories[index]].parent, of: state) {
      return true
    }
    return false
  }

  /// Appends what a transition enters.
  ///
  /// - Parameters:
  ///   - slot: the recorded history slot, or `noID` for none.
  ///   - state: the recorded state.
  /// - Returns: the transition's domain, or `noID` if what is entered depends on histories that are
  ///   the initial state of a state.
  mutating func addEntry(
    of row: TransitionRow, slot: UInt16, remembering state: StateID,
    to entries: inout [StateShortcut]
  ) -> StateID {
    let place = Int(slot) * chart.wordCount + Int(state >> 6)
    if slot != noID { history[place] = 1 << UInt64(state & 63) }
    defer { if slot != noID { history[place] = 0 } }
    let domain = chart.domain(of: row, history: history)
    let last = chart.states[domain].last
    guard historic[Int(last) + 1] == historic[Int(domain)] else { return noID }
    entrySet.removeAllBits()
    chart.addEntry(of: row.targets, within: domain, to: &entrySet, history: history)
    chart.addRegionsOfRoot(within: domain, to: &entrySet, history: history)
    append(to: &entries)
    return domain
  }

  /// Appends what the start enters.
  /// - Returns: false, with nothing appended, if that depends on histories.
  mutating func addStart(to entries: inout [StateShortcut]) -> Bool {
    guard historic[chart.states.count] == 0 else { return false }
    entrySet.removeAllBits()
    chart.addWithDescendants(0, to: &entrySet, history: history)
    append(to: &entries)
    return true
  }

  private func append(to entries: inout [StateShortcut]) {
    for word in 0..<chart.wordCount {
      var rest = entrySet[word]
      while rest != 0 {
        let id = StateID(word * 64 + rest.trailingZeroBitCount)
        let row = chart.states[id]
        entries.append(
          StateShortcut(
            id: id, parent: row.parent, actions: row.enter, isFinal: row.kind == .final))
        rest &= rest - 1
      }
    }
  }
}
