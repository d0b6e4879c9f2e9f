import FlowMachine
import Statechart

/// Elements that show a list: its columns, what a row sets, and what their keys mean beside their style.
extension Compilation {
  /// What the keys of a picker mean beside its style.
  ///
  /// - Parameter list: the list of rows before it, or itself.
  func check(
    _ picker: ElementDeclaration, _ row: ElementRow, in list: ElementRow?, _ scope: Scope
  ) {
    if let detail = picker.name("detailText"), !row.isRows {
      report(
        .misplacedKey, at: detail.position, "`detailText` is the detail of a row that is tapped",
        "Write `style: rows` beside it, or leave it out")
    }
    checkColumns(picker, row, scope)
    guard row.isAction else {
      if let column = picker.name("where") {
        report(
          .misplacedKey, at: column.position, "`where` says which rows have a button",
          "Write `style: actions` beside it, or leave it out")
      }
      return
    }
    let style = picker.name("style")?.position ?? picker.position
    if row.list != noID, list?.list != row.list {
      report(
        .misplacedKey, at: style,
        "\(quoted(picker.id.value)) is a button in each row, and there is no list of these rows before it",
        "Put it below a picker with `style: rows` and the same `from`")
    }
    if picker.name("title") == nil {
      report(
        .missingKey, at: style, "The button in each row has no text", "Write `title: KEY`")
    }
    for key in ["detail", "search"] {
      guard let name = picker.name(key) else { continue }
      report(
        .misplacedKey, at: name.position, "The button in each row has no `\(key)`",
        "Write it at the picker with `style: rows`")
    }
    if let column = picker.name("where"), row.detailColumn != noID,
      columns(of: row.list)[Int(row.detailColumn)].type != .flag
    {
      report(
        .wrongType, at: column.position, "The column is not of type `flag`",
        "Name a column of flags, or leave `where` out")
    }
  }

  /// Refuses a fact in the text of a row that shares its name with a column and is not set by it: each row would show the
  /// fact, and not its column.
  private func checkColumns(_ picker: ElementDeclaration, _ row: ElementRow, _ scope: Scope) {
    guard row.isTappedRows, row.list != noID else { return }
    let set = Set(builder.tables.picks[row.sets.indices].map(\.fact) + [row.fact])
    for key in [picker.name("title"), picker.name("detailText")].compactMap({ $0 }) {
      let texts = scope.texts.values.compactMap { $0[key.value] }
        .flatMap { $0.forms.map(\.template.value) }
      for column in columns(of: row.list) {
        let name = String(decoding: builder.tables.blobs[Int(column.name)], as: UTF8.self)
        guard let fact = scope.facts[name], !set.contains(fact),
          texts.contains(where: { $0.contains("{\(name)}") })
        else { continue }
        report(
          .misplacedKey, at: key.position,
          "The text shows the fact `\(name)` in every row, and not the column of that name",
          "Write `\(name): \(name)` under `sets`")
      }
    }
  }

  func column(_ name: Name, of list: FactID) -> UInt16? {
    guard list != noID else { return nil }
    let names = columns(of: list).map {
      String(decoding: builder.tables.blobs[Int($0.name)], as: UTF8.self)
    }
    guard let place = names.firstIndex(of: name.value) else {
      reportUnknown("column", name, known: names, in: "the list's `of`")
      return nil
    }
    return UInt16(clamping: place)
  }

  private func columns(of list: FactID) -> [ColumnRow] {
    Array(builder.tables.columns[builder.tables.facts[Int(list)].columns.indices])
  }

  func picks(
    _ sets: [(key: Name, value: Name)], of list: FactID, _ scope: Scope
  ) -> RowRange {
    builder.append(
      sets.compactMap { name, columnName in
        guard let fact = ownFact(name, scope, of: [.text, .flag, .number, .choice]),
          let column = column(columnName, of: list)
        else { return nil }
        let type = columns(of: list)[Int(column)].type
        // A choice takes the value that the row names.
        let wanted = builder.tables.facts[Int(fact)].type
        if wanted == .choice ? type != .text : wanted != type {
          report(
            .wrongType, at: columnName.position,
            "The column is of type `\(type)` and \(quoted(name.value)) is not",
            "Use a fact and a column of the same type")
        }
        return PickRow(fact: fact, column: column)
      }, to: \.picks)
  }
}
