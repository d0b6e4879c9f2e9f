import FlowMachine
import Statechart

/// Options that people choose several of and that nothing tells from each other: a flow counts how many are chosen and
/// sends them, and no step depends on which ones they are. States that differ only in that are one.
///
/// Exchanging two such facts maps each step of the flow to a step, so a state and its image are both safe or both not.
/// The state that stands for all has the first options chosen. Nothing but the options themselves chooses them, and no
/// launch begins with one chosen, so the first path to a state chooses the very options that it has, in their order.
struct Symmetry {
  /// For each group the offsets of its codes in a projected state, in the order of the options.
  private let groups: [[Int]]

  /// - Parameter needs: what calls need, by row of `calls`.
  init(_ flow: Flow, _ projection: Projection, needs: [CallNeeds]) {
    var groups: [OptionKey: [(fact: FactID, offset: Int)]] = [:]
    let told = flow.toldFacts(needs)
    for (index, kept) in projection.kept.enumerated() where Int(kept.cell) < flow.tables.facts.count
    {
      let row = flow.tables.facts[Int(kept.cell)]
      guard row.type == .flag, row.initial == absent || row.initial == 0, !told.contains(kept.cell),
        [.memory, .preferences].contains(row.place)
      else { continue }
      let key = OptionKey(
        elements: flow.tables.elements.indices.filter {
          flow.tables.elements[$0].takesValue
            && flow.tables.valueFacts(of: flow.tables.elements[$0]).contains(kept.cell)
        }, place: row.place, isUsers: row.isUsers, initial: row.initial, values: kept.values,
        codes: kept.codes)
      groups[key, default: []].append((kept.cell, projection.cellOffset + index))
    }
    self.groups = groups.compactMap { key, members in
      guard members.count > 1, let first = key.elements.first,
        key.elements.allSatisfy({ flow.tables.elements[$0].kind.input == .options })
      else { return nil }
      let order = flow.tables.valueFacts(of: flow.tables.elements[first])
      return members.sorted {
        order.firstIndex(of: $0.fact) ?? 0 < order.firstIndex(of: $1.fact) ?? 0
      }.map(\.offset)
    }
  }

  private struct OptionKey: Hashable {
    var elements: [Int]
    var place: FactPlace
    var isUsers: Bool
    var initial: Int64
    var values: [Int64]
    var codes: [UInt8]
  }

  /// Where the codes of all of them stand.
  var offsets: Set<Int> { Set(groups.joined()) }

  /// Makes a projected state the one that stands for all that differ only in which options are chosen.
  func reduce(_ bytes: UnsafeMutableRawPointer) {
    for group in groups {
      // The highest code is that of an option that is chosen.
      let codes = group.map { bytes.load(fromByteOffset: $0, as: UInt8.self) }.sorted(by: >)
      for (offset, code) in zip(group, codes) {
        bytes.storeBytes(of: code, toByteOffset: offset, as: UInt8.self)
      }
    }
  }
}

extension Flow {
  /// The facts that something reads or writes by themselves: a guard, an action, a response, a signal, a computed
  /// fact, a text, or what a call cannot do without. The body of a call may contain any fact: no step depends on it.
  fileprivate func toldFacts(_ needs: [CallNeeds]) -> Set<FactID> {
    var told: Set<CellID> = []
    for step in (0..<chart.guards.count).map({ chart.guards[$0] }) {
      switch step.test {
      case .cellToConstant, .isAbsent: told.insert(step.a)
      case .cellToCell: told.formUnion([step.a, step.b])
      case .host:
        switch Question(rawValue: step.a) {
        case .isValid: told.insert(step.b)
        case .textEquals, nil: break
        }
      case .eventToConstant, .isActive: break
      }
    }
    for index in 0..<chart.actions.count {
      let action = chart.actions[index]
      if action.kind == .setCell { told.insert(action.b) }
      // What forgets a user forgets all of these facts or none.
      if action.kind == .host, Operation(rawValue: action.a) == .clearUser { continue }
      told.formUnion(writes(of: action).cells)
    }
    for row in tables.assignments where row.source == .fact || row.source == .sum {
      told.insert(row.operand)
    }
    told.formUnion(tables.saves.map(\.fact) + tables.signals.map(\.fact))
    for row in tables.facts.indices where tables.facts[row].place == .computed {
      told.formUnion(sources(of: FactID(row)))
    }
    for text in 0..<tables.textCount { told.formUnion(facts(inText: TextID(text))) }
    for need in needs { told.formUnion(need.secrets + need.required + facts(in: need.url)) }
    return told
  }
}
