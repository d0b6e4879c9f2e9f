import FlowMachine
import Statechart

extension Compilation {
  func compare(
    _ name: Name, _ comparison: GuardExpression.Comparison, _ operand: GuardExpression.Operand,
    _ site: GuardSite
  ) -> Condition {
    if reportStatus(name, comparison, operand, site.scope) { return .always }
    guard let fact = fact(name, site.scope) else { return .always }
    let row = builder.tables.facts[Int(fact)]
    guard isComparable(name, row, comparison), !isOnlyShown(name, fact) else { return .always }
    if let value = literal(operand, for: row) { return cell(fact, comparison.inChart, value) }
    if row.type == .text, case .literal(.text(let text)) = operand {
      return textTest(
        TextTestRow(fact: fact, isLiteral: true, operand: builder.blob(text)), comparison)
    }
    guard case .name(let word) = operand, let second = site.scope.facts[word.text] else {
      reportOperand(operand, name, row, site)
      return .always
    }
    guard isSame(row, builder.tables.facts[Int(second)]) else {
      report(
        .wrongType, at: site.name(word).position,
        "\(quoted(word.text)) and \(quoted(name.value)) are of different types",
        "Compare facts of the same type; choices need the same values")
      return .always
    }
    guard !isOnlyShown(site.name(word), second) else { return .always }
    if row.type == .text {
      return textTest(TextTestRow(fact: fact, isLiteral: false, operand: second), comparison)
    }
    return .test(GuardStep(.cellToCell, comparison.inChart, a: fact, b: second))
  }

  private func isComparable(
    _ name: Name, _ row: FactRow, _ comparison: GuardExpression.Comparison
  ) -> Bool {
    switch row.type {
    case .number, .time: return true
    case .secret, .list, .json:
      report(
        .wrongType, at: name.position,
        "\(quoted(name.value)) is of type `\(row.type)`, which cannot be compared",
        row.type == .list
          ? "Test whether it `is present`, `is absent` or `is empty`"
          : "Test whether it `is present` or `is absent`")
      return false
    case .flag, .choice, .text:
      guard comparison != .equal, comparison != .notEqual else { return true }
      report(
        .wrongType, at: name.position,
        "\(quoted(name.value)) is of type `\(row.type)`, which has no order",
        "Compare it with `==` or `!=`")
      return false
    }
  }

  /// Whether a list is there and has no rows: a text to the machine, like any other.
  func isEmptyList(_ fact: FactID) -> Condition {
    let empty = builder.blob(String(decoding: ListValue.encode([]), as: UTF8.self))
    return textTest(TextTestRow(fact: fact, isLiteral: true, operand: empty), .equal)
  }

  private func textTest(
    _ row: TextTestRow, _ comparison: GuardExpression.Comparison
  ) -> Condition {
    let test = Condition.test(
      GuardStep(
        .host, a: Question.textEquals.rawValue, b: builder.append(row, to: \.textTests)))
    return comparison == .equal ? test : .not(test)
  }

  /// The number that stands for a literal of a fact's type.
  private func literal(_ operand: GuardExpression.Operand, for row: FactRow) -> Int64? {
    switch (operand, row.type) {
    case (.literal(.flag(let flag)), .flag): return flag ? 1 : 0
    case (.literal(.number(let number)), .number), (.literal(.number(let number)), .time):
      return number
    case (.name(let word), .choice): return choice(word.text, of: row)
    case (.literal(.text(let text)), .choice): return choice(text, of: row)
    default: return nil
    }
  }

  /// The place of a value among a choice's.
  func choice(_ text: String, of row: FactRow) -> Int64? {
    let values = builder.tables.ids[row.choices.indices].map { builder.tables.blobs[Int($0)] }
    return values.firstIndex(of: Array(text.utf8)).map { Int64($0) }
  }

  func choices(of row: FactRow) -> [String] {
    builder.tables.ids[row.choices.indices].map {
      String(decoding: builder.tables.blobs[Int($0)], as: UTF8.self)
    }
  }

  func position(of operand: GuardExpression.Operand, _ site: GuardSite) -> Position? {
    if case .name(let word) = operand { site.name(word).position } else { nil }
  }

  private func reportOperand(
    _ operand: GuardExpression.Operand, _ name: Name, _ row: FactRow, _ site: GuardSite
  ) {
    let position = position(of: operand, site) ?? name.position
    switch (operand, row.type) {
    case (.name(let word), .choice): reportNoChoice(word.text, name, row, at: position)
    case (.literal(.text(let text)), .choice): reportNoChoice(text, name, row, at: position)
    case (.name(let word), _):
      if reportValue(site.name(word), site.scope) { return }
      reportUnknown(
        "fact", site.name(word), known: Array(site.scope.facts.keys),
        in: row.type == .text ? "`facts`, or put a text in single quotes" : "`facts`")
    case (.literal, _):
      report(
        .wrongType, at: position,
        "\(quoted(name.value)) is of type `\(row.type)` but is compared with a value of another type",
        "Compare it with " + row.type.example)
    }
  }

  func reportNoChoice(_ written: String, _ name: Name, _ row: FactRow, at position: Position) {
    let values = choices(of: row)
    let guess = nearest(to: written, among: values)
    report(
      .unknownValue, at: position, "\(quoted(written)) is not a value of \(quoted(name.value))",
      "Write " + quoted(oneOf: guess.map { [$0] } ?? Array(values.prefix(8))))
  }
}

extension FactType {
  /// What stands for a value of the type, as the remedies say it.
  var example: String {
    switch self {
    case .flag: "`true` or `false`"
    case .number: "a number such as `3`"
    case .time: "a number of milliseconds since 1970, or another time"
    case .text: "a text such as `'word'`"
    case .choice: "one of its values"
    case .secret, .list, .json: "a fact of that type"
    }
  }
}

extension GuardExpression.Comparison {
  var inChart: Statechart.Comparison {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    }
  }
}
