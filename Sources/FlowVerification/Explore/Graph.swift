/// The states and steps that an exploration has found. States are numbered as in the `StateStore`.
/// A set of requests has a bit for each, in `words` words.
struct Graph {
  /// For each state the one from which it was first reached, and the number of the move. A state at
  /// which traces begin is its own parent, and its move is the index of its `InitialState`.
  private(set) var parents: [UInt32] = []
  private(set) var parentMoves: [UInt32] = []
  /// The states that the steps of each state lead to, in the order of the states. Bits of an edge:
  /// `target`, `isShortTimer`, `isAnswer`, `isNoWayOut`. Kills have no edges.
  private(set) var edges: [UInt32] = []
  /// By edge what its step assumes of the device; see `Assumptions`.
  private(set) var assumptions: [UInt16] = []
  /// By edge the number of the answer that its step takes; see `Arrivals`.
  private(set) var arrivals: [UInt16] = []
  /// By edge the number of what it asks of a merged state; none where no states are merged. See `MergedStates`.
  private(set) var conditions: [UInt32] = []
  /// By edge the number of where in a merged state it ends; none where no states are merged.
  private(set) var landings: [UInt32] = []
  /// By opened state what a person can do there.
  private(set) var ways: [PersonsWay] = []
  /// For each opened state where its edges begin; after `close` also where the last ones end.
  var edgeStarts: [Int] = []
  /// For each state two sets of requests: those whose outcome led to it and was not looked at, and
  /// those whose outcome a step from it looks at.
  private(set) var pending: [UInt64] = []
  private(set) var consuming: [UInt64] = []
  /// For each transition the first step that took it, nil if none has.
  private(set) var coverage: [(state: UInt32, move: UInt32)?]
  /// For each transition whether some launch takes it, before any move.
  var isTakenAtLaunch: [Bool]
  /// The number of 64-bit words in a set of requests.
  let words: Int

  /// The step does not count as progress; see `Explorer.isWayOut`.
  static let isNoWayOut: UInt32 = 1 << 31
  /// The step is the answer to a request.
  static let isAnswer: UInt32 = 1 << 30
  /// The step is the end of a timer that is no pause; see `Flow.isNoPause`.
  static let isShortTimer: UInt32 = 1 << 29
  /// The bits for the number of the state that the step leads to.
  static let target: UInt32 = isShortTimer - 1

  init(transitions: Int, words: Int) {
    coverage = Array(repeating: nil, count: transitions)
    isTakenAtLaunch = Array(repeating: false, count: transitions)
    self.words = words
  }

  /// The bytes reserved for what grows with the states and steps.
  var memory: Int {
    4
      * (parents.capacity + parentMoves.capacity + edges.capacity + conditions.capacity
        + landings.capacity)
      + 2 * (assumptions.capacity + arrivals.capacity + ways.capacity)
      + 8 * (pending.capacity + consuming.capacity + edgeStarts.capacity)
  }

  /// Adds the state with the next number.
  ///
  /// - Parameters:
  ///   - index: the state that it was reached from; its own number if traces begin at it.
  ///   - move: the number of the move; the index of its `InitialState` if traces begin at it.
  mutating func add(from index: Int, by move: Int) {
    parents.append(UInt32(index))
    parentMoves.append(UInt32(move))
    for _ in 0..<words { pending.append(0) }
  }

  /// Begins the edges of a state: the calls of `addEdge` up to the next `open` are its own. States
  /// are opened in the order of their numbers.
  mutating func open(_ index: Int) {
    edgeStarts.append(edges.count)
    ways.append(.nothing)
    for _ in 0..<words { consuming.append(0) }
  }

  /// Ends the edges of the last state.
  mutating func close() { edgeStarts.append(edges.count) }

  /// Adds a step of the state that was opened last, other than a kill.
  ///
  /// - Parameters:
  ///   - isWayOut: whether the step counts as progress; see `Explorer.isWayOut`.
  ///   - automatic: `isAnswer` or `isShortTimer` if the step comes by itself without a pause, else 0.
  ///   - assumption: what it assumes of the device.
  ///   - arrival: the number of the answer that it takes.
  ///   - ends: the numbers of what it asks of a merged state, and of where in one it ends; nil where no states are
  ///     merged.
  mutating func addEdge(
    to target: Int, isWayOut: Bool, automatic: UInt32, assumption: UInt16, arrival: UInt16,
    ends: (condition: UInt32, landing: UInt32)? = nil
  ) {
    if let ends {
      conditions.append(ends.condition)
      landings.append(ends.landing)
    }
    edges.append(UInt32(target) | (isWayOut ? 0 : Self.isNoWayOut) | automatic)
    assumptions.append(assumption)
    arrivals.append(arrival)
  }

  /// Whether a step is one of each state that a merged one stands for.
  func isForAll(_ edge: Int) -> Bool { conditions.isEmpty || conditions[edge] == 0 }

  /// Notes what a person can do in a state.
  mutating func note(_ way: PersonsWay, at index: Int) {
    if index < ways.count { ways[index].join(way) }
  }

  /// States that an answer leads from to others, which lead back by answers and by timers that are no
  /// pause: for each set of states that lead to each other the first of them.
  func responseCycles() -> [Int] {
    let components = Components(
      count: max(edgeStarts.count - 1, 0), edges: { edgeStarts[$0]..<edgeStarts[$0 + 1] },
      target: { _, edge in
        let isAutomatic = edges[edge] & (Self.isAnswer | Self.isShortTimer) != 0
        return isAutomatic ? Int(edges[edge] & Self.target) : nil
      })
    return components.members.compactMap { members in
      members.filter { state in
        edges[edgeStarts[state]..<edgeStarts[state + 1]].contains { edge in
          edge & Self.isAnswer != 0
            && components.ofNode[Int(edge & Self.target)] == components.ofNode[state]
        }
      }.min()
    }.sorted()
  }

  /// Notes that a request's outcome led to a state, and nothing has looked at it yet.
  mutating func notePending(_ request: Int, at index: Int) {
    pending[index * words + request >> 6] |= 1 << UInt64(request & 63)
  }

  /// Notes that a step from a state looked at a request's outcome.
  mutating func noteLookedAt(_ request: Int, at index: Int) {
    consuming[index * words + request >> 6] |= 1 << UInt64(request & 63)
  }

  /// Notes that a step took a transition, whose guard looked at the statuses of requests.
  ///
  /// - Parameters:
  ///   - readers: `Watch.readBy`: for each transition the set of requests that its guard reads.
  ///   - isForAll: whether each state that a merged one stands for has that step.
  mutating func note(
    taken transition: Int, from index: Int, by move: Int, reading readers: [UInt64], isForAll: Bool
  ) {
    if coverage[transition] == nil { coverage[transition] = (UInt32(index), UInt32(move)) }
    guard isForAll else { return }
    for word in 0..<words {
      consuming[index * words + word] |= readers[transition * words + word]
    }
  }

  func isPending(_ request: Int, at index: Int) -> Bool {
    pending[index * words + request >> 6] & 1 << UInt64(request & 63) != 0
  }

  func isLookedAt(_ request: Int, at index: Int) -> Bool {
    consuming[index * words + request >> 6] & 1 << UInt64(request & 63) != 0
  }
}
