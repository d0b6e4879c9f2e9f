import Statechart

extension Flow {
  /// The names of an element's options, as plays and reports have them: the value of a choice, the
  /// fact of one of several options, what a picker's row saves.
  ///
  /// - Parameter value: the value of a fact, for the list of a picker.
  package func optionNames(of row: ElementRow, _ value: (FactID) -> FactValue) -> [Text] {
    if row.list != noID {
      guard case .text(let bytes) = value(row.list) else { return [] }
      let columns = Int(tables.facts[Int(row.list)].columns.count)
      return ListValue.decode(bytes, columns: columns).map { $0[Int(row.valueColumn)] }
    }
    return tables.options[row.options.indices].enumerated().map { place, option in
      guard row.fact != noID else {
        return blob(tables.facts[Int(tables.picks[Int(row.sets.start) + place].fact)].name)
      }
      let choices = tables.facts[Int(row.fact)].choices
      return blob(tables.ids[Int(choices.start) + Int(option.value)])
    }
  }
}
