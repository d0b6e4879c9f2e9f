import FlowMachine
import Statechart

/// Which views of a sub-flow are alike: branching bisimilar, so that nothing around it can tell
/// them apart, whatever happens, but by steps that it takes in itself.
///
/// Found by refining a partition by what each block can do, until nothing changes; views that lead
/// to each other by silent steps are one from the beginning.
struct PartClasses {
  /// By view its class.
  private(set) var ofView: [Int32] = []
  /// By class the view that stands for it.
  private(set) var representative: [Int] = []
  /// By class the steps that lead elsewhere or that others notice: for each kind of step and each
  /// class that it leads to the first view that can take it.
  private(set) var steps: [[(view: Int, edge: PartGraph.Edge)]] = []
  var count: Int { ofView.count }
  var classCount: Int { representative.count }

  init() {}

  init(_ graph: PartGraph) {
    let edges = graph.edges
    let count = edges.count
    var blocks = [Int32](repeating: 0, count: count)
    var known: [[UInt64]: Int32] = [:]
    for view in 0..<count {
      let observation = graph.observation(of: view)
      let block = known[observation] ?? Int32(known.count)
      known[observation] = block
      blocks[view] = block
    }
    let components = Self.components(edges, blocks)
    var nodeBlocks = components.members.map { blocks[$0[0]] }
    var blockCount = known.count
    while true {
      var abilities = Abilities()
      var ability = [Int32](repeating: 0, count: nodeBlocks.count)
      var next: [UInt64: Int32] = [:]
      var refined = nodeBlocks
      // Components come in the order in which each stands behind those that it leads to.
      for node in nodeBlocks.indices {
        abilities.begin()
        for view in components.members[node] {
          for edge in edges[view] {
            let target = Int(components.ofNode[Int(edge.target)])
            let block = nodeBlocks[target]
            if block == nodeBlocks[node] {
              if edge.label == PartGraph.silent {
                if target != node { abilities.add(all: ability[target]) }
                continue
              }
              if graph.isQuiet[Int(edge.label)] { continue }
            }
            abilities.add(UInt64(edge.label) << 32 | UInt64(block))
          }
        }
        ability[node] = abilities.end()
        let key = UInt64(nodeBlocks[node]) << 32 | UInt64(ability[node])
        let block = next[key] ?? Int32(next.count)
        next[key] = block
        refined[node] = block
      }
      nodeBlocks = refined
      guard next.count > blockCount else { break }
      blockCount = next.count
    }
    ofView = (0..<count).map { nodeBlocks[Int(components.ofNode[$0])] }
    representative = [Int](repeating: -1, count: blockCount)
    for view in 0..<count where representative[Int(ofView[view])] < 0 {
      representative[Int(ofView[view])] = view
    }
    findSteps(graph)
  }

  /// Whether all that was alike before is so still, and takes the same steps.
  func goesOn(from before: PartClasses) -> Bool {
    guard classCount == before.classCount, representative == before.representative,
      ofView.starts(with: before.ofView)
    else { return false }
    return zip(steps, before.steps).allSatisfy { now, then in
      now.count == then.count
        && zip(now, then).allSatisfy {
          $0.view == $1.view && $0.edge.label == $1.edge.label && $0.edge.target == $1.edge.target
        }
    }
  }

  private mutating func findSteps(_ graph: PartGraph) {
    steps = Array(repeating: [], count: classCount)
    var seen: Set<[UInt32]> = []
    for view in 0..<count {
      let own = ofView[view]
      for edge in graph.edges[view] {
        let target = ofView[Int(edge.target)]
        if target == own, graph.isQuiet[Int(edge.label)] { continue }
        guard seen.insert([UInt32(own), edge.label, UInt32(target)]).inserted else { continue }
        steps[Int(own)].append((view, edge))
      }
    }
  }

  /// Views that lead to each other by silent steps within a block.
  private static func components(
    _ edges: [[PartGraph.Edge]], _ blocks: [Int32]
  ) -> Components {
    Components(count: edges.count, edges: { edges[$0].indices }) { view, place in
      let edge = edges[view][place]
      let target = Int(edge.target)
      return edge.label == PartGraph.silent && blocks[target] == blocks[view] ? target : nil
    }
  }
}

/// What views can do: sets of steps, each once and by number. Most views add nothing to what one that
/// they lead to can do.
private struct Abilities {
  /// Sorted, each step once.
  private var sets: [[UInt64]] = [[]]
  private var numbers: [[UInt64]: Int32] = [[]: 0]
  private var own: [UInt64] = []
  private var others: [Int32] = []

  /// Begins a set.
  mutating func begin() {
    own.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
  }

  mutating func add(_ step: UInt64) {
    if own.last != step { own.append(step) }
  }

  /// Adds all steps of a set.
  mutating func add(all number: Int32) {
    if number != 0, !others.contains(number) { others.append(number) }
  }

  /// - Returns: the number of the set.
  mutating func end() -> Int32 {
    if own.isEmpty, others.count < 2 { return others.first ?? 0 }
    if others.count == 1, own.allSatisfy({ sets[Int(others[0])].containsSorted($0) }) {
      return others[0]
    }
    var set = own
    for number in others { set += sets[Int(number)] }
    set.sort()
    set.removeRepeated()
    if let known = numbers[set] { return known }
    let number = Int32(sets.count)
    sets.append(set)
    numbers[set] = number
    return number
  }
}

extension [UInt64] {
  /// Removes repeated neighbours.
  fileprivate mutating func removeRepeated() {
    guard var last = first else { return }
    var end = 1
    for place in indices.dropFirst() where self[place] != last {
      last = self[place]
      self[end] = last
      end += 1
    }
    removeSubrange(end...)
  }

  /// Whether an ascending list has a number.
  fileprivate func containsSorted(_ wanted: UInt64) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == wanted
  }
}
