/// The states of an automaton in blocks of those that no text tells apart (Hopcroft's algorithm, in the form of Valmari,
/// "Fast brief practical DFA minimization", 2012): the number of steps grows as n log n.
struct StatePartition {
  /// The block of each state.
  private(set) var blocks: [Int]
  /// All states, those of a block side by side, and in each block first those that are marked.
  private var states: [Int]
  private var places: [Int]
  private var ranges: [Range<Int>]
  private var marked: [Int]

  /// - Parameters:
  ///   - next: the next state by state and byte class.
  ///   - work: counts what it takes.
  init(_ next: [[Int]], _ isAccepting: [Bool], _ work: inout PatternWork) throws(SyntaxError) {
    blocks = next.map { _ in 0 }
    states = Array(next.indices)
    places = states
    ranges = [0..<next.count]
    marked = [0]
    let columns = next.first?.count ?? 0
    try work.add(next.count * (columns + 1))
    var before = [[Int]](repeating: [], count: next.count * columns)
    for (state, row) in next.enumerated() {
      for (column, target) in row.enumerated() { before[target * columns + column].append(state) }
    }
    for state in states where isAccepting[state] { mark(state) }
    split(0)
    var waiting = ranges.indices.flatMap { block in (0..<columns).map { (block, $0) } }
    while let (block, column) = waiting.popLast() {
      var touched: [Int] = []
      let inside = Array(states[ranges[block]])
      for target in inside {
        let sources = before[target * columns + column]
        try work.add(1 + sources.count)
        for source in sources {
          if marked[blocks[source]] == 0 { touched.append(blocks[source]) }
          mark(source)
        }
      }
      for block in touched {
        guard let new = split(block) else { continue }
        waiting += (0..<columns).map { (new, $0) }
      }
    }
  }

  private mutating func mark(_ state: Int) {
    let block = blocks[state]
    let target = ranges[block].lowerBound + marked[block]
    let place = places[state]
    guard place >= target else { return }
    let other = states[target]
    (states[target], states[place]) = (state, other)
    (places[state], places[other]) = (target, place)
    marked[block] += 1
  }

  /// Makes a block of the states that are marked, or of the others if they are fewer.
  ///
  /// - Returns: the new block; nil if all states are marked, or none.
  @discardableResult private mutating func split(_ block: Int) -> Int? {
    let range = ranges[block]
    let middle = range.lowerBound + marked[block]
    marked[block] = 0
    guard range.lowerBound < middle, middle < range.upperBound else { return nil }
    let (first, second) = (range.lowerBound..<middle, middle..<range.upperBound)
    let smaller = first.count <= second.count ? first : second
    ranges[block] = first.count <= second.count ? second : first
    ranges.append(smaller)
    marked.append(0)
    for place in smaller { blocks[states[place]] = ranges.count - 1 }
    return ranges.count - 1
  }
}
