import Statechart

// What elements show and write.

extension FlowCheck {
  /// An element's fact has the type that its kind writes, and a picker's columns exist in its list.
  func hasSoundFact(_ row: ElementRow) -> Bool {
    switch row.kind.input {
    case .none where row.kind == .secret:
      return isFact(row.fact) && tables.facts[Int(row.fact)].type == .secret
    case .none where row.kind == .progress:
      return row.fact == noID || isFact(row.fact) && tables.facts[Int(row.fact)].type == .number
    case .none, .tap: return row.fact == noID || row.kind == .text && isFact(row.fact)
    case .text, .flag: return row.fact != noID
    case .options:
      return row.fact == noID && row.sets.count == row.options.count
        && tables.picks[row.sets.indices].allSatisfy {
          $0.column == 0 && isFact($0.fact) && tables.facts[Int($0.fact)].type == .flag
        }
    case .option where row.kind == .choice:
      guard row.fact != noID, tables.facts[Int(row.fact)].type == .choice else { return false }
      let fact = tables.facts[Int(row.fact)]
      return tables.options[row.options.indices].allSatisfy { $0.value < fact.choices.count }
    case .option:
      guard hasText(row.fact), isFact(row.list), tables.facts[Int(row.list)].type == .list
      else { return false }
      let columns = tables.facts[Int(row.list)].columns.count
      return row.valueColumn < columns && row.labelColumn < columns
        && (row.detailColumn == noID || row.detailColumn < columns)
        && tables.picks[row.sets.indices].allSatisfy { $0.column < columns && isFact($0.fact) }
    }
  }
}
