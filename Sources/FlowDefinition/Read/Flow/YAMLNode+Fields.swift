/// Reads the values of keys. What is missing or of another shape is nil: `ShapeChecker` has said so
/// before.
extension YAMLNode {
  func name(_ key: String) -> Name? {
    self[key]?.writtenName
  }

  func names(_ key: String) -> [Name] {
    self[key]?.items?.compactMap(\.writtenName) ?? []
  }

  func flag(_ key: String, unlessSaid standard: Bool = false) -> Bool {
    self[key]?.flag ?? standard
  }

  func number(_ key: String) -> Int64? {
    self[key]?.number
  }

  func duration(_ key: String) -> Int64? {
    self[key]?.scalar.flatMap { DurationSyntax.milliseconds($0.text) }
  }

  func word<Word: RawRepresentable>(_ key: String, as _: Word.Type = Word.self) -> Word?
  where Word.RawValue == String {
    self[key]?.scalar.flatMap { Word(rawValue: $0.text) }
  }

  func literal(_ key: String) -> Located<Literal>? {
    self[key]?.literal
  }

  func guardExpression(_ key: String) -> Located<GuardExpression>? {
    guard let scalar = self[key]?.scalar, let expression = try? GuardParser.parse(scalar.text)
    else { return nil }
    return Located(expression, at: scalar.textPosition, isVerbatim: scalar.isVerbatim)
  }

  /// A duration, or the name of a configuration value that is one.
  func length(_ key: String) -> DurationDeclaration? {
    self[key]?.writtenName.flatMap { DurationDeclaration($0) }
  }

  /// A scalar that says something.
  var writtenName: Name? {
    isNull ? nil : name
  }

  var literal: Located<Literal>? {
    guard let scalar, !isNull,
      let literal = try? ValueParser.literal(scalar.text, isPlain: scalar.style == .plain)
    else { return nil }
    return Located(literal, at: scalar.textPosition)
  }

  var valueExpression: Located<ValueExpression>? {
    guard let scalar, !isNull,
      let value = try? ValueParser.value(scalar.text, isPlain: scalar.style == .plain)
    else { return nil }
    return Located(value, at: scalar.textPosition)
  }

  /// The entries of a map under `key` in the order of the document; none if there is no such map.
  func entries(_ key: String) -> [Pair] {
    self[key]?.pairs ?? []
  }
}

extension DurationDeclaration {
  /// Nil for what is neither a duration nor a name.
  init?(_ written: Name) {
    if let milliseconds = DurationSyntax.milliseconds(written.value) {
      self = .fixed(milliseconds)
    } else if NameSyntax.isReference(written.value) {
      self = .configured(written)
    } else {
      return nil
    }
  }
}
