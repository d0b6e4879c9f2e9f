package import FlowMachine

/// An element of a screen or an overlay: its kind and the map that was read, which
/// the kind's table describes and `ShapeChecker` has compared with it.
package struct ElementDeclaration: Sendable {
  package var kind: ElementKind
  /// The element's id; empty for those without one.
  package var id: Name
  private let node: YAMLNode
  /// For one of several texts: its own guard, and those of the texts before it.
  private var caseGuards: [ShownGuard] = []

  /// A guard, and whether it has to hold or to fail for the element to be shown.
  package struct ShownGuard: Sendable {
    package var expression: Located<GuardExpression>
    package var holds: Bool
  }

  /// The element that an entry of `elements` declares, or one element for each of its texts.
  ///
  /// Only the first text whose guard holds is shown, so each element requires all guards before its own to fail.
  /// An entry of no kind, or of several kinds, declares none.
  static func all(_ node: YAMLNode) -> [ElementDeclaration] {
    guard let (key, texts) = texts(of: node), !texts.isEmpty else {
      return ElementDeclaration(node).map { [$0] } ?? []
    }
    var earlier: [ShownGuard] = []
    return texts.compactMap { item in
      let guards =
        item.guardExpression("when").map { [ShownGuard(expression: $0, holds: true)] } ?? []
      defer { earlier += guards.map { ShownGuard(expression: $0.expression, holds: false) } }
      let pairs = (node.pairs ?? []).map { pair in
        guard pair.key.value == key, let text = item["text"] else { return pair }
        return YAMLNode.Pair(keyScalar: pair.keyScalar, value: text)
      }
      var element = ElementDeclaration(YAMLNode(.mapping(pairs), at: item.position))
      element?.caseGuards = earlier + guards
      return element
    }
  }

  /// The texts from which an element shows one, and their key; nil if it has a single text.
  static func texts(of node: YAMLNode) -> (key: String, texts: [YAMLNode])? {
    for row in kind(of: node)?.table.keys ?? [] {
      guard case .either = row.shape, let texts = node[row.name]?.items else { continue }
      return (row.name, texts)
    }
    return nil
  }

  private static func kind(of node: YAMLNode) -> ElementKind? {
    let kinds = ElementKind.allCases.filter { node["\($0.name)"] != nil }
    return kinds.count == 1 ? kinds.first : nil
  }

  /// Nil for what is of no kind, or of several.
  init?(_ node: YAMLNode) {
    guard let kind = Self.kind(of: node), let first = node.name("\(kind.name)") else { return nil }
    self.kind = kind
    self.node = node
    id = kind.takesInput ? first : Name("", at: node.position)
  }

  package var position: Position { node.position }
  package var table: ObjectTable { kind.table }
  package var isShownWhen: Located<GuardExpression>? { node.guardExpression("when") }
  /// All that has to hold, or to fail, for the element to be shown.
  package var shownGuards: [ShownGuard] {
    (isShownWhen.map { [ShownGuard(expression: $0, holds: true)] } ?? []) + caseGuards
  }
  package var isEnabledWhen: Located<GuardExpression>? { node.guardExpression("enabled") }
  /// Whether a tap on it is an event.
  package var isTapped: Bool { kind.input == .tap }
  /// Whether it is a button in each row of another picker.
  package var isAction: Bool { kind == .picker && name("style")?.value == "actions" }
  /// Whether a tap on it leads out of the app.
  package var opensURL: Bool { node["url"] != nil }

  /// A name, a text key or a text under a key.
  package func name(_ key: String) -> Name? { node.name(key) }
  package func flag(_ key: String) -> Bool { node.flag(key) }
  package func number(_ key: String) -> Int64? { node.number(key) }

  /// The names of a map under a key and what they stand for, in the order of the document.
  package func names(_ key: String) -> [(key: Name, value: Name)] {
    node.entries(key).compactMap { pair in
      pair.value.writtenName.map { (key: pair.key, value: $0) }
    }
  }

  /// The first key that says what its input has to be, beyond what its kind implies; nil if none does.
  package var ruleKey: Name? {
    (node.pairs ?? []).first { pair in
      switch table.row(pair.key.value)?.part {
      case .validators: pair.value.items?.isEmpty == false
      case .rule(let rule): rule != .date
      default: false
      }
    }?.key
  }

  /// Whether validators check what it is given.
  package var takesValidators: Bool {
    switch kind.input {
    case .text, .options: true
    case .none, .tap: false
    default: !validators.isEmpty
    }
  }

  /// What makes the text valid: what is written, and what the kind implies.
  package var validators: [Validator] {
    var validators = (node["validate"]?.items ?? []).compactMap { Validator($0) }
    for row in table.keys {
      guard case .rule(let rule)? = row.part, let value = node[row.name] else { continue }
      let isBound = [.least, .most].contains(rule)
      let written = value.name?.value ?? ""
      let day = kind == .date && isBound ? RelativeDay(spelled: written) : nil
      let number = row.shape.number(value)
      validators.append(
        Validator(
          rule: rule, value: number ?? 0, written: written,
          isRead: !isBound || number != nil || day != nil, message: name("message"),
          relativeDay: day,
          standardMessage: isBound
            ? "invalid.\(kind.name).\(rule.name)" : "invalid.\(rule.name)",
          position: value.position))
    }
    if let whole = wholeCode, !validators.contains(where: { $0.rule == .least }) {
      validators.append(whole)
    }
    if let implied = impliedRule, !validators.contains(where: { $0.rule == implied }) {
      validators.append(
        Validator(
          rule: implied, standardMessage: "invalid.\(implied.name)", position: id.position))
    }
    return validators
  }
}

extension ElementDeclaration {
  /// What is typed into a field. A kind decides which facts take it and what it has to be.
  package enum FieldKind: String, CaseIterable, Sendable {
    case text, name, email, newEmail, phone, number, password, newPassword, code, country, username,
      givenName, familyName, multiline

    var factTypes: [FactType] {
      switch self {
      case .password, .newPassword: [.secret]
      case .number: [.number]
      case .code: [.secret, .text]
      case .text, .name, .email, .newEmail, .phone, .country, .username, .givenName, .familyName,
        .multiline:
        [.text]
      }
    }
  }

  package var fieldKind: FieldKind { node.word("kind") ?? .text }

  /// What a kind of field asks for without saying it.
  private var impliedRule: ValidatorRule? {
    guard kind == .field else { return nil }
    return switch fieldKind {
    case .email, .newEmail: .email
    // With its country a number can be put into the form that counts everywhere.
    case .phone: name("country") == nil ? nil : .phone
    default: nil
    }
  }

  /// A code of a known length that has to consist of digits is sent whole; an incomplete one gets
  /// the message of its digits.
  private var wholeCode: Validator? {
    guard kind == .field, fieldKind == .code, let length = number("length"),
      var digits = (node["validate"]?.items ?? []).lazy.compactMap({ Validator($0) })
        .first(where: { $0.rule == .digits })
    else { return nil }
    digits.rule = .least
    digits.value = length
    digits.written = ""
    return digits
  }

  package struct Validator: Sendable {
    package var rule: ValidatorRule
    /// The number of `least` and `most`.
    package var value: Int64 = 0
    /// The same as it is written; the pattern of `pattern`.
    var written = ""
    /// Whether a bound is written as it has to be.
    var isRead = true
    /// The other field of `same`.
    package var other: Name?
    package var message: Name?
    /// The bound of a date that moves with the day.
    var relativeDay: RelativeDay?
    /// The text key where no message is named.
    var standardMessage: String
    package var position: Position
  }
}

extension ElementDeclaration.Validator {
  /// A rule by its name, or a map of the table of validators.
  init?(_ node: YAMLNode) {
    let rule = ValidatorRule.allCases.first { rule in
      node.name?.value == rule.name || node[rule.name] != nil
    }
    guard let rule else { return nil }
    let other = node.name("same")
    self.init(
      rule: rule, value: node.number(rule.name) ?? 0,
      written: node.name(rule.name)?.value ?? "",
      isRead: ![.least, .most].contains(rule) || node.number(rule.name) != nil, other: other,
      message: node.name("message"),
      standardMessage: "invalid.\(rule.name)", position: other?.position ?? node.position)
  }
}

extension ValidatorRule {
  /// The rule as documents spell it.
  var name: String { "\(self)" }
}
