import FlowMachine

extension FlowReader {
  private static let mostOverlays = 64
  /// Per element: each text repeats the guards of those before it.
  private static let mostTexts = 32

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
    for item in node?.items ?? [] { checkTexts(of: item) }
    let elements = (node?.items ?? []).flatMap { ElementDeclaration.all($0) }
    requireDistinct(elements.map(\.id).filter { !$0.value.isEmpty })
    for element in elements {
      if element.kind == .field { checkField(element) }
      checkBounds(of: element)
    }
    return elements
  }

  /// Refuses texts that are never shown because the one before them has no guard.
  private mutating func checkTexts(of element: YAMLNode) {
    let texts = ElementDeclaration.texts(of: element)
    requireFew(FlowReader.mostTexts, "texts", texts.compactMap { $0.name("text") })
    for text in texts.dropLast() where text.pairs != nil && text["when"] == nil {
      report(
        .missingKey, at: text.position,
        "Without `when`, this text hides all texts after it",
        "Write `when:` with a guard, or move it to the end")
    }
  }

  /// What the keys of a field mean beside one another.
  private mutating func checkField(_ element: ElementDeclaration) {
    if let country = element.name("country"), element.fieldKind != .phone {
      report(
        .misplacedKey, at: country.position, "`country` is only for fields of kind `phone`",
        "Remove it, or write `kind: phone`")
    }
    guard element.fieldKind != .number else { return }
    for validator in element.validators where validator.value < 0 {
      report(
        .outOfRange, at: validator.position, "A text cannot be \(validator.value) characters long",
        "Write zero or a positive number, or `kind: number`")
    }
  }

  private mutating func checkBounds(of element: ElementDeclaration) {
    var least: ElementDeclaration.Validator?
    var most: ElementDeclaration.Validator?
    for validator in element.validators {
      switch validator.rule {
      case .least: least = validator
      case .most: most = validator
      default: continue
      }
      if let least, let most, least.value > most.value {
        report(
          .badRange, at: validator.position,
          "The minimum, \(least.written), is greater than the maximum, \(most.written)",
          "Swap the two")
      }
    }
  }
}
