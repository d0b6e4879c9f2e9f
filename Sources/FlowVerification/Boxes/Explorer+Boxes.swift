import FlowMachine
import Statechart

// What can be reached from the members of boxes, and how they were reached.

extension Boxes {
  /// The states of which every member can reach a wanted state by steps that are ways out.
  func reaching(_ wanted: [Bool], along isAllowed: (Int, Int) -> Bool) -> [Bool] {
    var safe: [[[UInt8]]] = wanted.indices.map { wanted[$0] ? [box(of: $0)] : [] }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for edge in edges.reversed() where edge.isWayOut {
        let (from, to) = (Int(edge.from), Int(edge.to))
        guard from != to || edge.isCarried.contains(false), isAllowed(from, to) else { continue }
        for box in safe[to] {
          guard let members = edge.members(into: box),
            !Self.rest(of: members, without: safe[from]).isEmpty
          else { continue }
          safe[from] = safe[from].filter { !Self.isInside($0, members) } + [members]
          isSettled = false
        }
      }
    }
    return wanted.indices.map { state in
      guard let stuck = Self.rest(of: box(of: state), without: safe[state]).first else {
        return true
      }
      blame(.state(state), stuck.map { UInt8($0.trailingZeroBitCount) })
      return false
    }
  }

  private static func isInside(_ box: [UInt8], _ other: [UInt8]) -> Bool {
    zip(box, other).allSatisfy { $0 & ~$1 == 0 }
  }

  /// What of a box is in none of some others, as boxes that do not overlap.
  private static func rest(of box: [UInt8], without others: [[UInt8]]) -> [[UInt8]] {
    var rest = [box]
    for other in others {
      rest = rest.flatMap { box -> [[UInt8]] in
        guard zip(box, other).allSatisfy({ $0 & $1 != 0 }) else { return [box] }
        var pieces: [[UInt8]] = []
        var inner = box
        for index in box.indices where box[index] & ~other[index] != 0 {
          var piece = inner
          piece[index] &= ~other[index]
          pieces.append(piece)
          inner[index] &= other[index]
        }
        return pieces
      }
      if rest.isEmpty { break }
    }
    return rest
  }

  /// The steps from a launch to a member of a state, with the states between them.
  func way(to state: Int, _ codes: [UInt8]) -> (number: Int, states: [Int], steps: [Int])? {
    var incoming: [Int: [Int]] = [:]
    for (index, edge) in edges.enumerated() { incoming[Int(edge.to), default: []].append(index) }
    struct Stop: Hashable {
      var state: Int
      var codes: [UInt8]
    }
    var queue = [Stop(state: state, codes: codes)]
    var next: [Stop: (stop: Stop, step: Int)] = [:]
    var seen: Set<Stop> = [queue[0]]
    var place = 0
    while place < queue.count {
      let stop = queue[place]
      place += 1
      if let start = beginnings.first(where: { $0.state == stop.state && $0.codes == stop.codes }) {
        var (states, steps) = ([stop.state], [Int]())
        var at = stop
        while let row = next[at] {
          steps.append(row.step)
          at = row.stop
          states.append(at.state)
        }
        return (start.number, states, steps)
      }
      let box = stop.codes.map { UInt8(1) << $0 }
      for index in incoming[stop.state] ?? [] {
        guard let members = edges[index].members(into: box) else { continue }
        let before = Stop(
          state: Int(edges[index].from), codes: members.map { UInt8($0.trailingZeroBitCount) })
        guard seen.insert(before).inserted else { continue }
        next[before] = (stop, Int(edges[index].step))
        queue.append(before)
      }
    }
    return nil
  }
}

extension Explorer {
  /// Lets states hold sets of values. To be called before `begin`.
  ///
  /// - Returns: whether there is a fact that can be held so.
  package func holdSets() -> Bool {
    boxes = Boxes(self)
    return boxes != nil
  }

  /// Whether what was explored can be relied on: no step has read what it should not.
  package var isSound: Bool { boxes.map { !$0.hasFailed } ?? true }
}

extension Reduction {
  /// Whether a fact counts everywhere.
  func isPinned(_ fact: FactID) -> Bool { liveness.pinned.contains(fact) }

  /// Whether a relaunch may read a fact where it leads.
  func isReadByRelaunch(_ fact: FactID) -> Bool { liveness.atRelaunch.contains(fact) }

  /// Whether a step from a place that is no relaunch may read a fact.
  func isReadByStep(_ fact: FactID, from place: Int) -> Bool {
    places[place].isReadByStep[Int(fact)]
  }
}

extension Liveness {
  /// What a step that is no relaunch may read.
  func readByStep(active: [StateID], behind: [StateID]) -> CellSet {
    var cells = pinned
    for state in active { cells.form(union: atStep[Int(state)]) }
    for screen in behind {
      var states = Array(screen...chart.states[screen].last)
      var parent = chart.states[screen].parent
      while parent != noID {
        states.append(parent)
        parent = chart.states[parent].parent
      }
      for state in states {
        cells.form(union: reads(of: chart.states[state].enter))
        cells.form(union: atEntry[Int(state)])
      }
    }
    return cells
  }
}
