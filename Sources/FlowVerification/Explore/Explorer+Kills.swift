import FlowMachine
import Statechart

extension Explorer {
  /// Kills in a state, in every way that can be distinguished.
  func kill(_ index: Int) {
    forEach(index, before: moves.all[moves.plainKill]) { kill(index, at: $0) }
  }

  private func kill(_ index: Int, at source: UnsafeRawPointer) {
    guard surroundings.liveness?.isLazy == true else {
      for move in moves.kills { attempt(move, from: index, at: source) }
      return
    }
    for kind in moves.killKinds.indices { kill(index, at: source, kind) }
    for move in moves.firstOtherKill..<moves.kills.upperBound {
      guard case .relaunch(let surroundings) = moves.all[move],
        let fact = surroundings.changes.last?.fact,
        reduction?.isTold(fact, at: reduction?.place(of: source) ?? 0) == true
      else { continue }
      attempt(move, from: index, at: source)
    }
  }

  /// Kills by one kind of kill: with all around as it was, and with other values of what the
  /// relaunch has read on its way.
  ///
  /// - Parameter source: the state, or one that stands in for it with another view of a sub-flow.
  func kill(_ index: Int, at source: UnsafeRawPointer, _ kind: Int) {
    let place = reduction?.place(of: source) ?? 0
    let values = surroundings.relaunchValues.map { row in
      guard reduction?.isTold(row.fact, at: place) == true else { return 0 }
      return row.values.firstIndex {
        projection.holds($0, of: row.fact, at: source)
      } ?? 0
    }
    let read = reduction?.readByRelaunch(from: place) ?? []
    kill(index, at: source, kind, values, isPlain: true, read, known: [])
  }

  /// - Parameters:
  ///   - values: the places of what the relaunch finds.
  ///   - read: facts that it reads in any case.
  ///   - known: facts of which other values are tried already.
  private func kill(
    _ index: Int, at source: UnsafeRawPointer, _ kind: Int, _ values: [Int], isPlain: Bool,
    _ read: [FactID], known: Set<FactID>
  ) {
    let first = moves.killKinds[kind]
    forgetAsked()
    make(isPlain ? first : first + 1 + surroundings.place(values), from: index, at: source)
    var known = known
    let asked = self.asked
    for (place, row) in surroundings.relaunchValues.enumerated() {
      guard read.contains(row.fact) || asked.contains(row.fact),
        known.insert(row.fact).inserted
      else { continue }
      for other in row.values.indices where other != values[place] {
        var values = values
        values[place] = other
        kill(index, at: source, kind, values, isPlain: false, read, known: known)
      }
    }
  }

  /// The kind of a kill; nil for another move, and for a kill of no kind.
  func killKind(of move: Int) -> Int? {
    guard moves.kills.contains(move), move < moves.firstOtherKill,
      surroundings.liveness?.isLazy == true
    else { return nil }
    return moves.killKinds.lastIndex { $0 <= move }
  }

  /// Looks where a relaunch leads after a relaunch, with all around it as it was.
  ///
  /// - Parameter kill: one by which only facts changed that nothing reads in the state.
  func checkRelaunch(_ kill: Int, from index: Int, to target: Int) {
    // A merged state is found again by others that it stands for.
    guard relaunched.insert(UInt64(target) << 16 | UInt64(kill & 0xFFFF)).inserted || merged != nil
    else { return }
    var next = machine.pointee
    let again = moves.all[moves.plainKill]
    merged?.step.read |= merged?.reads.read(by: again, &next) ?? 0
    _ = next.perform(again, projection)
    noteReads(behind: &next)
    // Where nothing leads back, no state keeps what lies on the stack.
    let hasBack = reduction?.isBackRead(active: machine.pointee.chartState.active) ?? true
    let isSame =
      next.chartState.active == machine.pointee.chartState.active
      && next.screenState == machine.pointee.screenState
      && (next.backStack == machine.pointee.backStack || !hasBack)
      && next.shownOverlays == machine.pointee.shownOverlays
    guard !isSame else { return }
    violations.add(
      .unstableRestore, subject: Int(machine.pointee.screenState ?? 0), at: .move(index, kill))
  }

  /// Whether a kill changes nothing that a step from a state can read.
  func isQuiet(_ kill: Int, at index: Int) -> Bool {
    guard kill != moves.plainKill else { return true }
    guard let reduction, moves.quietKills.contains(kill),
      case .relaunch(let surroundings) = moves.all[kill]
    else { return false }
    let place = reduction.place(of: store[index])
    return surroundings.changes.allSatisfy { change in
      !self.surroundings.atRelaunch.contains(change.fact)
        || !reduction.isTold(change.fact, at: place)
        || projection.holds(change.value, of: change.fact, at: store[index])
    }
  }
}
