import FlowMachine

/// What a pattern is compiled to: the smallest deterministic automaton over the bytes of UTF-8 that accepts the same
/// texts. So a text is matched in one look at each of its bytes, and `check` can tell which texts there are
/// (`PatternTable`).
struct PatternAutomaton {
  /// The next state by state and byte class; the first state is the initial one.
  private(set) var next: [[Int]]
  private(set) var isAccepting: [Bool]
  /// The class of each byte.
  let classes: [UInt8]

  /// - Parameter work: counts what it takes, and says when that is too much.
  /// - Throws: what cannot be parsed, is too large, or matches nothing.
  init(_ text: String, _ work: inout PatternWork) throws(SyntaxError) {
    let pattern = try Pattern(text)
    var parts = PatternParts()
    guard let last = parts.add(pattern.node, from: 0) else { throw PatternWork.tooLarge }
    classes = try parts.classes(&work)
    var subsets: [[Int]: Int] = [:]
    var waiting: [[Int]] = []
    func state(_ subset: [Int]) -> Int {
      if let known = subsets[subset] { return known }
      subsets[subset] = subsets.count
      waiting.append(subset)
      return subsets.count - 1
    }
    next = []
    isAccepting = []
    _ = state(try parts.closure([0], &work))
    let representatives = (0...(classes.max() ?? 0)).compactMap { classes.firstIndex(of: $0) }
    while next.count < waiting.count {
      let subset = waiting[next.count]
      var row: [Int] = []
      for byte in representatives {
        try work.add(subset.count + 1)
        row.append(state(try parts.closure(parts.step(subset, UInt8(byte)), &work)))
      }
      next.append(row)
      isAccepting.append(subset.contains(last))
      guard subsets.count <= Self.mostSubsets else { throw PatternWork.tooLarge }
    }
    try minimize(&work)
    guard next.count <= PatternTable.mostStates, table.bytes.count <= PatternTable.mostBytes else {
      throw PatternWork.tooLarge
    }
    guard isAccepting.contains(true) else {
      throw SyntaxError("No text matches this pattern", "Write a pattern that some text matches")
    }
    guard next.contains(where: { row in row.contains { isAccepting[$0] } }) else {
      throw SyntaxError(
        "Only the empty text matches this pattern",
        "Write a pattern that some text matches, or leave it out")
    }
  }

  private static let mostSubsets = 4_096

  /// The form in which it is compiled.
  var table: PatternTable {
    PatternTable(classes: classes, next: next, isAccepting: isAccepting)
  }

  /// Joins states that no text tells apart.
  private mutating func minimize(_ work: inout PatternWork) throws(SyntaxError) {
    let blocks = try StatePartition(next, isAccepting, &work).blocks
    // Blocks are numbered by their first state, so the initial one stays the first.
    var numbers: [Int: Int] = [:]
    var firsts: [Int] = []
    for (state, block) in blocks.enumerated() where numbers[block] == nil {
      numbers[block] = firsts.count
      firsts.append(state)
    }
    (next, isAccepting) = (
      firsts.map { state in next[state].map { numbers[blocks[$0]] ?? 0 } },
      firsts.map { isAccepting[$0] }
    )
  }
}

extension PatternTable {
  /// The table of one pattern by itself.
  ///
  /// - Throws: what cannot be parsed, is too large, or matches nothing.
  package init(pattern: String) throws(SyntaxError) {
    var work = PatternWork()
    self = try PatternAutomaton(pattern, &work).table
  }
}

/// A pattern as states with steps by a byte, or by nothing (Thompson's construction).
private struct PatternParts {
  private var steps: [(bytes: ClosedRange<UInt8>, to: Int)?] = [nil]
  private var free: [[Int]] = [[]]

  private static let mostStates = 4_096

  private mutating func state() -> Int {
    steps.append(nil)
    free.append([])
    return steps.count - 1
  }

  /// - Returns: the state that is reached when the node has matched; nil if there are too many.
  mutating func add(_ node: Pattern.Node, from start: Int) -> Int? {
    guard steps.count < Self.mostStates else { return nil }
    switch node {
    case .character(let characters):
      let end = state()
      for sequence in characters.byteSequences {
        var place = state()
        free[start].append(place)
        for (index, bytes) in sequence.enumerated() {
          let target = index == sequence.count - 1 ? end : state()
          steps[place] = (bytes, target)
          place = target
        }
      }
      return end
    case .sequence(let nodes):
      var place = start
      for node in nodes {
        guard let end = add(node, from: place) else { return nil }
        place = end
      }
      return place
    case .choice(let nodes):
      let end = state()
      for node in nodes {
        let begin = state()
        free[start].append(begin)
        guard let last = add(node, from: begin) else { return nil }
        free[last].append(end)
      }
      return end
    case .repeated(let node, let least, let most):
      var place = start
      for _ in 0..<least {
        guard let end = add(node, from: place) else { return nil }
        place = end
      }
      let end = state()
      free[place].append(end)
      guard let most else {
        let begin = state()
        free[place].append(begin)
        guard let last = add(node, from: begin) else { return nil }
        free[last] += [begin, end]
        return end
      }
      for _ in least..<most {
        let begin = state()
        free[place].append(begin)
        guard let last = add(node, from: begin) else { return nil }
        free[last].append(end)
        place = last
      }
      return end
    }
  }

  /// All states that are reached by nothing, in order.
  func closure(_ states: [Int], _ work: inout PatternWork) throws(SyntaxError) -> [Int] {
    var reached = Set(states)
    var waiting = states
    while let state = waiting.popLast() {
      try work.add(1 + free[state].count)
      for target in free[state] where reached.insert(target).inserted { waiting.append(target) }
    }
    return reached.sorted()
  }

  func step(_ states: [Int], _ byte: UInt8) -> [Int] {
    states.compactMap { state in
      steps[state].flatMap { $0.bytes.contains(byte) ? $0.to : nil }
    }
  }

  /// Bytes that no step tells apart have one class.
  func classes(_ work: inout PatternWork) throws(SyntaxError) -> [UInt8] {
    let ranges = Array(Set(steps.compactMap { $0?.bytes }))
    var starts: Set<Int> = [0]
    for range in ranges {
      starts.insert(Int(range.lowerBound))
      starts.insert(Int(range.upperBound) + 1)
    }
    var known: [[Bool]: UInt8] = [:]
    var result: [UInt8] = []
    for byte in 0...UInt8.max {
      guard starts.contains(Int(byte)) else {
        result.append(result[Int(byte) - 1])
        continue
      }
      try work.add(ranges.count)
      let key = ranges.map { $0.contains(byte) }
      let number = known[key] ?? UInt8(known.count)
      known[key] = number
      result.append(number)
    }
    return result
  }
}
