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
    requireDistinctIDs(elements.filter { !$0.id.value.isEmpty })
    for element in elements {
      if element.kind == .field { checkField(element) }
      if element.kind == .choices { checkChoices(element) }
      if element.kind == .steps { checkSteps(element) }
      checkBounds(of: element)
    }
    return elements
  }

  /// Refuses texts that are never shown because the one before them has no guard, and labels after which an element
  /// would have none.
  private mutating func checkTexts(of element: YAMLNode) {
    guard let (key, texts) = ElementDeclaration.texts(of: element) else { return }
    requireFew(FlowReader.mostTexts, "texts", texts.compactMap { $0.name("text") })
    for text in texts.dropLast() where text.pairs != nil && text["when"] == nil {
      report(
        .missingKey, at: text.position,
        "Without `when`, this text hides all texts after it",
        "Write `when:` with a guard, or move it to the end")
    }
    if key == "label", let last = texts.last, last["when"] != nil {
      report(
        .misplacedKey, at: last.position, "If none of these guards holds, the element has no label",
        "Add a last text without `when`; to hide the element, write `when` beside its `label`")
    }
  }

  /// Refuses two elements with one id, unless they are one button or link that stands in several places.
  private mutating func requireDistinctIDs(_ elements: [ElementDeclaration]) {
    var known: [String: ElementDeclaration] = [:]
    for element in elements {
      guard let first = known[element.id.value] else {
        known[element.id.value] = element
        continue
      }
      // The texts of one element.
      guard first.id.position != element.id.position else { continue }
      guard first.isTapped, first.kind == element.kind else {
        requireDistinct([first.id, element.id])
        continue
      }
      for key in first.table.keys.filter({ $0.part?.isEffect ?? false }).map(\.name)
      where first.name(key)?.value != element.name(key)?.value
        || first.flag(key) != element.flag(key)
      {
        report(
          .duplicateName, at: element.id.position,
          "\(quoted(element.id.value)) also stands on line \(first.id.position.line), with another `\(key)`",
          "Write the same `\(key)` at both, or rename one of the two")
      }
    }
  }

  /// What the keys of a field mean beside one another.
  private mutating func checkField(_ element: ElementDeclaration) {
    if let country = element.name("country"), element.fieldKind != .phone {
      report(
        .misplacedKey, at: country.position, "`country` is only for fields of kind `phone`",
        "Remove it, or write `kind: phone`")
    }
    let pattern = element.validators.first { $0.rule == .pattern }
    if let pattern, [.number, .phone].contains(element.fieldKind) {
      report(
        .misplacedKey, at: pattern.position,
        "A field of kind `\(element.fieldKind.rawValue)` stores another form than was typed, so it has no `pattern`",
        "Remove it, or use `kind: text`")
    }
    guard element.fieldKind != .number else { return }
    for validator in element.validators where [.least, .most].contains(validator.rule) {
      if validator.value < 0 {
        report(
          .outOfRange, at: validator.position,
          "A text cannot be \(validator.value) characters long",
          "Write zero or a positive number, or `kind: number`")
      } else if pattern != nil, validator.value > Self.mostBesidePattern {
        report(
          .outOfRange, at: validator.position,
          "Beside `pattern`, a limit can be at most \(Self.mostBesidePattern) characters",
          "Put the length into the pattern, or write `length`")
      }
    }
  }

  /// `check` looks at each length up to the greatest bound together with each state of the pattern.
  private static let mostBesidePattern: Int64 = 100

  private static let mostChoices = 64

  /// Refuses numbers of options that nobody can choose.
  private mutating func checkChoices(_ element: ElementDeclaration) {
    let options = element.names("options").map(\.key)
    requireFew(Self.mostChoices, "options", options)
    for rule in element.validators
    where rule.rule != .required && rule.value > Int64(options.count) {
      report(
        .outOfRange, at: rule.position,
        "There are \(options.count) options, so \(rule.value) can never be chosen",
        "Write at most \(options.count), or add options")
    }
  }

  private mutating func checkSteps(_ element: ElementDeclaration) {
    guard let count = element.number("of"), let step = element.number("at"), step > count,
      let position = element.name("at")?.position
    else { return }
    report(
      .outOfRange, at: position, "There are \(count) steps, so none of them is step \(step)",
      "Write at most \(count), or a greater `of`")
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
      guard let least, let most, least.isRead, most.isRead else { continue }
      if let end = least.isMore(than: most) {
        let day = String(decoding: CalendarDate.text(end), as: UTF8.self)
        report(
          .badRange, at: validator.position,
          "From \(day) on no date is valid: the minimum, `\(least.written)`, moves with the day, and the maximum, "
            + "`\(most.written)`, does not",
          "Write a maximum that moves too, such as `today + 1 year`")
        continue
      }
      guard least.isAlwaysMore(than: most) else {
        reportCrossing(least, most, at: validator.position)
        continue
      }
      if least.written.isEmpty {
        report(
          .badRange, at: most.position,
          "The code has \(least.value) characters, so with `most: \(most.written)` it is never valid",
          "Remove `most`, or write another `length`")
      } else {
        report(
          .badRange, at: validator.position,
          "The minimum, \(least.written), is greater than the maximum, \(most.written)",
          "Swap the two")
      }
    }
  }

  /// Refuses bounds of which one counts in days and the other in months, if no day is within them now and then.
  private mutating func reportCrossing(
    _ least: ElementDeclaration.Validator, _ most: ElementDeclaration.Validator,
    at position: Position
  ) {
    guard let first = least.relativeDay, let last = most.relativeDay, first.isEver(after: last)
    else { return }
    // What counts in days is what can be put right.
    let isMost = last.unit == .days
    let right = RelativeDay(
      isMost ? first.distances.upperBound : last.distances.lowerBound, .days)
    report(
      .badRange, at: position,
      "On some days the minimum, `\(least.written)`, is after the maximum, `\(most.written)`, since not all months have the same number of days",
      right.map {
        isMost
          ? "Write `most: \($0.spelled)` or a later day"
          : "Write `least: \($0.spelled)` or an earlier day"
      } ?? "Write both in months or both in days")
  }
}

extension ElementDeclaration.Validator {
  /// The day from which on nothing is within a bound that moves and one that does not.
  fileprivate func isMore(than most: Self) -> Int64? {
    most.relativeDay == nil ? relativeDay?.isAfter(most.value) : nil
  }

  /// Whether nothing is within the two bounds. Of a day and one that moves, that depends on the day.
  fileprivate func isAlwaysMore(than most: Self) -> Bool {
    switch (relativeDay, most.relativeDay) {
    case (nil, nil): value > most.value
    case (let least?, let most?): least.isAlways(after: most)
    default: false
    }
  }
}
