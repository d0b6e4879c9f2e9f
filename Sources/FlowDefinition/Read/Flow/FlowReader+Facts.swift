/// What a literal has to be to stand for a value of some type.
enum LiteralKind: Hashable {
  case flag, number, text, duration
  case choice([String])

  init(_ kind: ConfigurationDeclaration.Kind) {
    switch kind {
    case .flag: self = .flag
    case .number: self = .number
    case .text: self = .text
    case .duration: self = .duration
    case .choice(let values): self = .choice(values)
    }
  }

  /// Nil for the types that no literal stands for.
  init?(_ kind: FactDeclaration.Kind) {
    switch kind {
    case .flag: self = .flag
    case .number, .time: self = .number
    case .text: self = .text
    case .choice(let values): self = .choice(values)
    case .secret, .list, .json: return nil
    }
  }
}

extension FlowReader {
  private static let mostFacts = 4_096

  mutating func facts(_ root: YAMLNode) -> [FactDeclaration] {
    let pairs = root.entries("facts")
    requireAtMost(FlowReader.mostFacts, "facts", pairs)
    return pairs.compactMap { pair in
      declare(pair.key, in: .value)
      return fact(pair.key, pair.value)
    }
  }

  private mutating func fact(_ name: Name, _ node: YAMLNode) -> FactDeclaration? {
    guard let kind = factKind(node) else { return nil }
    let standard: FactDeclaration.Place = kind == .secret ? .secure : .preferences
    let place = node.word("place", as: FactDeclaration.Place.self) ?? standard
    if kind == .secret, place != .secure, let written = node.name("place") {
      report(
        .misplacedKey, at: written.position, "A secret can be stored only in `secure`",
        "Remove `place`")
    }
    if kind != .secret, place == .secure, let written = node.name("place") {
      report(
        .misplacedKey, at: written.position, "Only secrets can be stored in `secure`",
        "Write `type: secret`, or remove `place`")
    }
    let values = computedValues(node, of: kind)
    let initial = node.literal("initial")
    let domain = domain(node)
    if let literalKind = LiteralKind(kind) {
      if let initial { require(initial, toBe: literalKind) }
      if let node = node["domain"] { require(node, toHold: literalKind) }
    } else {
      for pair in node.pairs ?? [] where ["initial", "domain"].contains(pair.key.value) {
        report(
          .misplacedKey, at: pair.key.position,
          "A fact of type `\(node.name("type")?.value ?? "")` cannot have `\(pair.key.value)`",
          "Remove it")
      }
    }
    return FactDeclaration(
      name: name, kind: kind, place: place, scope: node.word("scope") ?? .user,
      initial: initial, domain: domain, values: values)
  }

  private mutating func factKind(_ node: YAMLNode) -> FactDeclaration.Kind? {
    switch node.name("type")?.value {
    case "flag": return .flag
    case "number": return .number
    case "text": return .text
    case "time": return .time
    case "secret": return .secret
    case "json": return .json
    case "choice":
      let values = choices(node)
      return .choice(values.map(\.value))
    case "list":
      requireFew(64, "columns", node.entries("of").map(\.key))
      return .list(
        node.entries("of").compactMap { pair in
          guard let word = pair.value.name?.value,
            let kind = FactDeclaration.Column.Kind(word: word)
          else { return nil }
          return FactDeclaration.Column(name: pair.key.value, kind: kind)
        })
    default: return nil
    }
  }

  mutating func choices(_ node: YAMLNode) -> [Name] {
    let values = node.names("values")
    requireDistinct(values)
    requireFew(1_024, "values", values)
    return values
  }

  mutating func domain(_ node: YAMLNode) -> Located<FactDeclaration.Domain>? {
    guard let domain = node["domain"] else { return nil }
    if let items = domain.items {
      return Located(.values(items.compactMap { $0.literal?.value }), at: domain.position)
    }
    guard let least = domain.number("least"), let most = domain.number("most") else { return nil }
    guard least <= most else {
      report(
        .badRange, at: domain.position,
        "The minimum, \(least), is greater than the maximum, \(most)",
        "Swap the two")
      return nil
    }
    return Located(.range(least: least, most: most), at: domain.position)
  }

  mutating func require(_ domain: YAMLNode, toHold kind: LiteralKind) {
    if domain.pairs != nil, kind != .number {
      report(
        .wrongType, at: domain.position, "Only numbers and times can have a range",
        "List the values instead")
    }
    for literal in domain.items?.compactMap(\.literal) ?? [] { require(literal, toBe: kind) }
  }

  /// Refuses a literal of another type, as far as its spelling shows it.
  mutating func require(_ literal: Located<Literal>, toBe kind: LiteralKind) {
    switch (kind, literal.value) {
    case (.flag, .flag), (.number, .number), (.text, .text):
      return
    case (.choice(let values), .text(let word)):
      if values.isEmpty || values.contains(word) { return }
      let remedy =
        Suggestion.nearest(to: word, among: values).map { "Write `\($0)`" }
        ?? "Write \(quoted(oneOf: Array(values.prefix(8))))"
      report(
        .unknownValue, at: literal.position, "\(quoted(word)) is not one of the values", remedy)
    case (.duration, .text(let word)):
      if let complaint = ScalarShape.duration(atLeast: 1).durationComplaint(word, 1) {
        report(complaint.code, at: literal.position, complaint.problem, complaint.remedy)
      }
    case (.duration, _):
      report(
        .wrongType, at: literal.position, "The value is not a duration",
        "Write a whole number and a unit: `250ms`, `3s`, `10m`, `24h` or `90d`")
    case (.flag, _):
      report(
        .wrongType, at: literal.position, "The value is not a flag",
        "Write `true` or `false`, without quotes")
    case (.number, _):
      report(
        .wrongType, at: literal.position, "The value is not a number",
        "Write digits, without quotes")
    case (.text, _), (.choice, _):
      report(.wrongType, at: literal.position, "The value is not a text", "Put it in quotes")
    }
  }
}

extension FactDeclaration.Column.Kind {
  /// The type of a column by the word for it.
  init?(word: String) {
    switch word {
    case "text": self = .text
    case "number": self = .number
    case "flag": self = .flag
    default: return nil
    }
  }
}
