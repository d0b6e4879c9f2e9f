/// Checks a tree against the tables, and says all that is wrong with its shape.
///
/// What gets past it the reader can take apart without looking at shapes again.
struct ShapeChecker {
  /// What a value belongs to, as messages call it.
  struct Owner {
    var subject: String
    var position: Position

    init(_ subject: String, at position: Position) {
      self.subject = subject
      self.position = position
    }

    init(_ key: Name) {
      self.init(quoted(key.value), at: key.position)
    }
  }

  let patterns: PatternCompiler
  private(set) var diagnostics = Diagnostics()

  init(_ patterns: PatternCompiler) { self.patterns = patterns }

  mutating func check(_ node: YAMLNode, as shape: Shape, of owner: Owner) {
    if diagnostics.isPlenty { return }
    if node.isNull, !shape.takesNull {
      diagnostics.report(
        .emptyValue, at: owner.position, "\(owner.subject) has no value",
        shape.takesEmptyMap ? "Write `{}` if it has no keys" : "Write \(shape.advice)")
      return
    }
    if shape.wantsMap(for: node), reportMissingSpace(in: node) { return }
    switch (shape, node.content) {
    case (.either(let forms), _):
      if let word = node.name, let listed = Shape.listedAlone(word.value, forms) {
        let problem = word.value == "all" ? "knows no `all`" : "is a single value"
        diagnostics.report(
          .wrongType, at: node.position, "\(owner.subject) \(problem)", "Write \(listed)")
      } else if let form = forms.first(where: { $0.fits(node) }) {
        check(node, as: form, of: owner)
      } else {
        reportWrongType(node, wanted: shape, of: owner)
      }
    case (.scalar(let shape), .scalar(let scalar)):
      check(scalar, as: shape)
    case (.list(let entry, let least), .sequence(let items)):
      if items.count < least { reportEmpty(node, wanted: entry, of: owner) }
      for item in items {
        check(item, as: entry, of: Owner("This entry", at: item.position))
      }
    case (.map(.language, _, _), .mapping(let pairs)) where node.lacksLanguages:
      diagnostics.report(
        .badLanguage, at: pairs.first?.key.position ?? node.position,
        "These texts stand under no language",
        "Write their language above them, such as `en:`, and indent them under it")
    case (.map(let key, let value, let least), .mapping(let pairs)):
      if pairs.count < least { reportEmpty(node, wanted: value, of: owner) }
      for pair in pairs {
        check(pair.keyScalar, as: key)
        check(pair.value, as: value, of: Owner(pair.key))
      }
    case (.object(let kind), .mapping(let pairs)):
      check(pairs, against: kind.table, of: owner)
    case (.tagged(let kinds), .mapping(let pairs)):
      if let kind = kind(of: pairs, among: kinds, of: owner) {
        check(pairs, against: kind.table, of: owner)
      }
    case (.body, .mapping):
      check(node, as: node.formBody == nil ? .sentMap : .formMap, of: owner)
    case (.sent, _):
      checkSent(node, of: owner)
    case (.json, _):
      break
    default:
      reportWrongType(node, wanted: shape, of: owner)
    }
  }

  private mutating func check(_ scalar: YAMLNode.Scalar, as shape: ScalarShape) {
    guard let complaint = shape.complaint(about: scalar, patterns) else { return }
    diagnostics.report(
      complaint.code, at: scalar.position(ofOffset: complaint.offset), complaint.problem,
      complaint.remedy)
  }

  /// A value that is sent: nothing has no form there, and neither has a fraction.
  private mutating func checkSent(_ node: YAMLNode, of owner: Owner) {
    switch node.content {
    case .scalar(let scalar):
      if scalar.style == .plain { check(scalar, as: .literal) }
      check(scalar, as: .template)
    case .sequence(let items):
      for item in items {
        check(item, as: .sent, of: Owner("This entry", at: item.position))
      }
    case .mapping(let pairs):
      // `{name}` without quotes is a map to YAML.
      if pairs.count == 1, pairs[0].value.isNull {
        return reportWrongType(node, wanted: .scalar(.text), of: owner)
      }
      check(node, as: .sentMap, of: owner)
    }
  }

  /// The kind whose first key stands in the map.
  private mutating func kind(
    of pairs: [YAMLNode.Pair], among kinds: [ObjectKind], of owner: Owner
  ) -> ObjectKind? {
    let tags = kinds.compactMap(\.table.keys.first?.name)
    let present = pairs.filter { tags.contains($0.key.value) }
    guard let first = present.first, let index = tags.firstIndex(of: first.key.value) else {
      let known = pairs.lazy.compactMap {
        Suggestion.nearest(to: OddCharacter.plain($0.key.value), among: tags)
      }.first
      for pair in pairs {
        guard let odd = OddCharacter.find(in: pair.key.value) else { continue }
        diagnostics.report(
          odd.isInvisible ? .badCharacter : .unknownKey,
          at: pair.key.position(ofOffset: odd.offset), odd.problem,
          odd.remedy ?? known.map { "Write `\($0)`" } ?? "Write one of \(quoted(oneOf: tags))")
        return nil
      }
      let other = pairs.lazy.compactMap { pair in
        ObjectTable.kindsElsewhere[pair.key.value].map { (written: pair.key.value, meant: $0) }
      }.first
      diagnostics.report(
        .exactlyOne, at: owner.position, "\(owner.subject) has no kind",
        known.map { "Write `\($0)`" }
          ?? other.map { "Write `\($0.meant)` in place of `\($0.written)`" }
          ?? "Write one of \(quoted(oneOf: tags))")
      return nil
    }
    if present.count > 1 {
      diagnostics.report(
        .exactlyOne, at: present[1].key.position,
        "`\(first.key.value)` and `\(present[1].key.value)` cannot be in one element",
        "Split it into two elements")
    }
    return present.count == 1 ? kinds[index] : nil
  }

  private mutating func reportWrongType(_ node: YAMLNode, wanted shape: Shape, of owner: Owner) {
    if reportMissingColon(in: node, wanted: shape) || reportMissingSpace(beside: node, shape) {
      return
    }
    var remedy = "Write \(shape.advice)"
    if let pair = node.pairs?.first, node.pairs?.count == 1, pair.value.isNull {
      // `{name}` without quotes is a map to YAML.
      remedy = "Put it in quotes: `'{\(pair.key.value)}'`"
    }
    let kind =
      switch node.content {
      case .scalar: "a single value"
      case .sequence: "a list"
      case .mapping: "a map"
      }
    diagnostics.report(.wrongType, at: node.position, "\(owner.subject) is \(kind)", remedy)
  }

  private mutating func reportEmpty(_ node: YAMLNode, wanted shape: Shape, of owner: Owner) {
    diagnostics.report(
      .emptyList, at: node.position, "\(owner.subject) has no entries",
      "Write at least one: \(shape.wanted)")
  }

  mutating func report(
    _ code: DiagnosticCode, at position: Position, _ problem: String, _ remedy: String
  ) {
    diagnostics.report(code, at: position, problem, remedy)
  }
}
