/// What an exploration remembers of its states and steps, by the numbers of the states.
struct Graph {
  /// For each state where it came from, itself for a beginning, and by which move.
  private(set) var parents: [UInt32] = []
  private(set) var parentMoves: [UInt32] = []
  /// The states that each leads to, one run after the other; the top bit is set where the step is
  /// no way out (a kill, or a system signal).
  private(set) var edges: [UInt32] = []
  var edgeStarts: [Int] = []
  /// Requests whose outcome came in a state and was not looked at yet, and those that a step from
  /// a state looks at; words of bits.
  private(set) var pending: [UInt64] = []
  private(set) var consuming: [UInt64] = []
  /// For each transition the first step that took it.
  private(set) var coverage: [(state: UInt32, move: UInt32)?]
  /// Transitions that some first launch takes by itself.
  var isTakenAtLaunch: [Bool]
  /// Words of bits for the requests.
  let words: Int

  static let isNoWayOut: UInt32 = 1 << 31
  /// The step is an answer.
  static let isAnswer: UInt32 = 1 << 30
  /// What of an edge is the number of a state.
  static let target: UInt32 = isAnswer - 1

  init(transitions: Int, words: Int) {
    coverage = Array(repeating: nil, count: transitions)
    isTakenAtLaunch = Array(repeating: false, count: transitions)
    self.words = words
  }

  /// Bytes that it has reserved.
  var memory: Int {
    4 * (parents.capacity + parentMoves.capacity + edges.capacity)
      + 8 * (pending.capacity + consuming.capacity + edgeStarts.capacity)
  }

  /// A state was found.
  mutating func add(from index: Int, by move: Int) {
    parents.append(UInt32(index))
    parentMoves.append(UInt32(move))
    for _ in 0..<words { pending.append(0) }
  }

  /// The steps of a state follow.
  mutating func open(_ index: Int) {
    edgeStarts.append(edges.count)
    for _ in 0..<words { consuming.append(0) }
  }

  /// The steps of all states are there.
  mutating func close() { edgeStarts.append(edges.count) }

  mutating func addEdge(to target: Int, isWayOut: Bool, isAnswer: Bool) {
    edges.append(
      UInt32(target) | (isWayOut ? 0 : Self.isNoWayOut) | (isAnswer ? Self.isAnswer : 0))
  }

  /// States that lead back to themselves by answers alone, one of each circle.
  func circlesOfAnswers() -> [Int] {
    var found: [Int] = []
    // 0: not met, 1: on the way, 2: done.
    var marks = [UInt8](repeating: 0, count: max(edgeStarts.count - 1, 0))
    for start in marks.indices where marks[start] == 0 {
      var way = [(state: start, next: edgeStarts[start])]
      marks[start] = 1
      while let (state, next) = way.last {
        guard next < edgeStarts[state + 1] else {
          marks[state] = 2
          way.removeLast()
          continue
        }
        way[way.count - 1].next = next + 1
        guard edges[next] & Self.isAnswer != 0 else { continue }
        let target = Int(edges[next] & Self.target)
        if marks[target] == 1 {
          found.append(target)
        } else if marks[target] == 0 {
          marks[target] = 1
          way.append((target, edgeStarts[target]))
        }
      }
    }
    return found
  }

  mutating func notePending(_ request: Int, at index: Int) {
    pending[index * words + request >> 6] |= 1 << UInt64(request & 63)
  }

  mutating func noteLookedAt(_ request: Int, at index: Int) {
    consuming[index * words + request >> 6] |= 1 << UInt64(request & 63)
  }

  /// - Parameter readers: for each transition the requests whose statuses its guard reads.
  mutating func note(
    taken transition: Int, from index: Int, by move: Int, reading readers: [UInt64]
  ) {
    if coverage[transition] == nil { coverage[transition] = (UInt32(index), UInt32(move)) }
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
