extension FlowReader {
  private static let mostOverlays = 64

  mutating func overlays(_ root: YAMLNode) -> [OverlayDeclaration] {
    let pairs = root.entries("overlays")
    requireAtMost(FlowReader.mostOverlays, "overlays", pairs)
    return pairs.map { pair in
      OverlayDeclaration(
        name: pair.key,
        style: pair.value.word("style") ?? .screen,
        title: pair.value.name("title"),
        elements: elements(pair.value["elements"]),
        on: pair.value.entries("on").map { (event: $0.key, actions: actions($0.value)) },
        isRestorable: pair.value.flag("restorable"))
    }
  }

  mutating func elements(_ node: YAMLNode?) -> [ElementDeclaration] {
    let elements = node?.items?.compactMap { element($0) } ?? []
    requireDistinct(elements.map(\.id).filter { !$0.value.isEmpty })
    return elements
  }

  private mutating func element(_ node: YAMLNode) -> ElementDeclaration? {
    let kinds = ObjectKind.elements.filter { node[$0.rawValue] != nil }
    guard kinds.count == 1, let kind = kinds.first, let first = node.name(kind.rawValue),
      let content = content(kind, first, node)
    else { return nil }
    let hasID = ![ObjectKind.heading, .text, .image, .progress].contains(kind)
    return ElementDeclaration(
      id: hasID ? first : Name("", at: node.position),
      kind: content,
      isShownWhen: node.guardExpression("when"),
      isEnabledWhen: node.guardExpression("enabled"),
      position: node.position)
  }

  private mutating func content(
    _ kind: ObjectKind, _ first: Name, _ node: YAMLNode
  ) -> ElementDeclaration.Kind? {
    let label = node.name("label")
    switch kind {
    case .heading: return .heading(text: first)
    case .text: return .text(first)
    case .image: return .image(first, label: label)
    case .progress: return .progress(text: first)
    case .button:
      return .button(
        label: label, style: node.word("style") ?? .primary, submits: node.flag("submits"))
    case .link: return .link(label: label, url: node.name("url"))
    case .toggle: return node.name("fact").map { .toggle(fact: $0, label: label) }
    case .field: return field(node)
    case .choice: return choice(node)
    case .picker: return picker(node)
    default: return nil
    }
  }

  private mutating func field(_ node: YAMLNode) -> ElementDeclaration.Kind? {
    let kind = node.word("kind", as: ElementDeclaration.FieldKind.self) ?? .text
    let validators = validators(node, kind)
    if let country = node.name("country"), kind != .phone {
      report(
        .misplacedKey, at: country.position, "`country` is for a field of kind `phone`",
        "Leave it out, or write `kind: phone`")
    }
    return node.name("fact").map {
      .field(
        fact: $0, kind: kind, label: node.name("label"), hint: node.name("hint"),
        validators: validators, length: node.number("length").map { Int($0) },
        country: node.name("country"))
    }
  }

  private func choice(_ node: YAMLNode) -> ElementDeclaration.Kind? {
    let options = node.entries("options").compactMap { pair in
      pair.value.writtenName.map { (value: pair.key, text: $0) }
    }
    return node.name("fact").map {
      .choice(
        fact: $0, style: node.word("style") ?? .list, label: node.name("label"), options: options)
    }
  }

  private func picker(_ node: YAMLNode) -> ElementDeclaration.Kind? {
    guard let fact = node.name("fact"), let from = node.name("from"),
      let value = node.name("value"), let label = node.name("label")
    else { return nil }
    let sets = node.entries("sets").compactMap { pair in
      pair.value.writtenName.map { (fact: pair.key, column: $0) }
    }
    return .picker(
      fact: fact, from: from, value: value, label: label, detail: node.name("detail"),
      title: node.name("title"), sets: sets, search: node.flag("search"))
  }

  private mutating func validators(
    _ node: YAMLNode, _ kind: ElementDeclaration.FieldKind
  ) -> [ElementDeclaration.Validator] {
    let validators = (node["validate"]?.items ?? []).compactMap { item in
      rule(item).map {
        ElementDeclaration.Validator(
          rule: $0, message: item.name("message"),
          position: item.name("same")?.position ?? item.position)
      }
    }
    var least: Int64?
    var most: Int64?
    for validator in validators {
      switch validator.rule {
      case .least(let number): least = number
      case .most(let number): most = number
      default: continue
      }
      if kind != .number, let number = [least, most].compactMap({ $0 }).min(), number < 0 {
        report(
          .outOfRange, at: validator.position, "A text cannot have \(number) characters",
          "Write a number that is not negative, or `kind: number`")
      }
      if let least, let most, least > most {
        report(
          .badRange, at: validator.position,
          "The least, \(least), is more than the most, \(most)", "Swap the two")
      }
    }
    return validators
  }

  private func rule(_ node: YAMLNode) -> ElementDeclaration.Validator.Rule? {
    if let number = node.number("least") { return .least(number) }
    if let number = node.number("most") { return .most(number) }
    if let field = node.name("same") { return .same(field.value) }
    let words = ["required", "email", "digits", "phone"]
    switch node.name?.value ?? words.first(where: { node[$0] != nil }) {
    case "required": return .required
    case "email": return .email
    case "digits": return .digits
    case "phone": return .phone
    default: return nil
    }
  }
}
