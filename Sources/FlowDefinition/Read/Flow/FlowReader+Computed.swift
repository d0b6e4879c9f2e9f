// Facts that follow from others.

extension FlowReader {
  /// Per fact.
  private static let mostValues = 32

  /// The values of a computed fact in order; none for any other.
  mutating func computedValues(
    _ node: YAMLNode, of kind: FactDeclaration.Kind
  ) -> [ComputedValue] {
    guard let value = node["value"] else { return [] }
    switch kind {
    case .number, .flag, .text: break
    case .time, .secret, .choice, .list, .json:
      report(
        .misplacedKey, at: value.position,
        "A fact of type `\(node.name("type")?.value ?? "")` cannot be computed",
        "Write `type: number`, `type: flag` or `type: text`, or remove `value`")
      return []
    }
    guard let cases = value.items else {
      return computedValue(value, of: kind).map { [ComputedValue(kind: $0)] } ?? []
    }
    requireFew(FlowReader.mostValues, "values", cases.compactMap { $0["value"]?.name })
    for item in cases.dropLast() where item.pairs != nil && item["when"] == nil {
      report(
        .missingKey, at: item.position, "Without `when`, this value hides all values after it",
        "Write `when:` with a guard, or move it to the end")
    }
    return cases.compactMap { item in
      guard let node = item["value"], let value = computedValue(node, of: kind) else { return nil }
      return ComputedValue(kind: value, condition: item.guardExpression("when"))
    }
  }

  private mutating func computedValue(
    _ node: YAMLNode, of kind: FactDeclaration.Kind
  ) -> ComputedValue.Kind? {
    guard let scalar = node.scalar, !scalar.text.isEmpty, !node.isNull else { return nil }
    let start = Name(scalar.text, at: scalar.textPosition, isVerbatim: scalar.isVerbatim)
    do {
      switch kind {
      case .number:
        let expression = try ExpressionParser.parse(scalar.text)
        return .number(Located(expression, at: start.position, isVerbatim: start.isVerbatim))
      case .flag:
        let expression = try GuardParser.parse(scalar.text)
        return .flag(Located(expression, at: start.position, isVerbatim: start.isVerbatim))
      default:
        _ = try TemplateParser.parse(start)
        return .text(start)
      }
    } catch {
      let code: DiagnosticCode =
        kind == .number ? .badExpression : kind == .flag ? .badGuard : .badTemplate
      report(code, at: start.position(ofOffset: error.offset), error.problem, error.remedy)
      return nil
    }
  }
}
