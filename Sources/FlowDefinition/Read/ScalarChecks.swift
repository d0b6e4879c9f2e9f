/// What is wrong with a scalar, before it is known where it stands.
struct Complaint {
  var code: DiagnosticCode
  /// Unicode scalars from the start of the text.
  var offset = 0
  var problem: String
  var remedy: String

  init(_ code: DiagnosticCode, _ problem: String, _ remedy: String) {
    self.code = code
    self.problem = problem
    self.remedy = remedy
  }

  init(_ code: DiagnosticCode, _ error: SyntaxError) {
    self.init(code, error.problem, error.remedy)
    offset = error.offset
  }
}

extension ScalarShape {
  /// What is wrong with a scalar that stands where this shape is wanted.
  ///
  /// - Parameter patterns: compiles what is a pattern.
  func complaint(about scalar: YAMLNode.Scalar, _ patterns: PatternCompiler) -> Complaint? {
    let text = scalar.text
    let isPlain = scalar.style == .plain
    switch self {
    case .name: return nameComplaint(text)
    case .reference: return referenceComplaint(text)
    case .outcome:
      if isPlain, text == "true" { return nil }
      return isPlain && text == "false"
        ? Complaint(.wrongType, "`false` is not an outcome", "Write \(wanted), or remove the key")
        : nameComplaint(text)
    case .textKey: return textKeyComplaint(text)
    case .text, .computed:
      return text.isEmpty ? Complaint(.badText, "The text is empty", "Write \(wanted)") : nil
    case .choice: return choiceComplaint(text, isPlain)
    case .template: return grammarComplaint(.badTemplate, scalar)
    case .guardExpression: return grammarComplaint(.badGuard, scalar)
    case .path: return grammarComplaint(.badPath, scalar)
    case .pattern:
      do throws(SyntaxError) {
        _ = try patterns.table(text)
        return nil
      } catch { return Complaint(.badPattern, error) }
    case .literal: return grammarComplaint(.badNumber, scalar)
    case .value: return grammarComplaint(.badValue, scalar)
    case .duration(let least): return durationComplaint(text, least)
    case .length:
      return NameSyntax.isReference(text) ? nil : durationComplaint(text, 1)
    case .flag: return flagComplaint(text, isPlain, ["true", "false"])
    case .yes: return flagComplaint(text, isPlain, ["true"])
    case .number(let range): return numberComplaint(text, isPlain, range)
    case .word(let words): return wordComplaint(text, words)
    case .language:
      return NameSyntax.isLanguage(text)
        ? nil
        : Complaint(
          .badLanguage, "\(quoted(text)) is not a language tag",
          "Write a BCP 47 tag such as `en`, `pt-BR` or `zh-Hant`")
    case .file: return fileComplaint(text)
    case .header: return headerComplaint(text)
    case .status: return statusComplaint(text)
    case .spelled(let spelling):
      guard spelling.number(text) == nil else { return nil }
      return Complaint(.wrongType, "\(quoted(text)) is not a \(spelling.what)", "Write \(wanted)")
    }
  }

  private func grammarComplaint(
    _ code: DiagnosticCode, _ scalar: YAMLNode.Scalar
  ) -> Complaint? {
    do {
      try parse(scalar.text, isPlain: scalar.style == .plain, at: scalar.textPosition)
      return nil
    } catch {
      return Complaint(code, error)
    }
  }

  /// Parses what has a grammar of its own, for the sake of its error.
  private func parse(
    _ text: String, isPlain: Bool, at position: Position
  ) throws(SyntaxError) {
    switch self {
    case .template: _ = try TemplateParser.parse(Name(text, at: position))
    case .guardExpression: _ = try GuardParser.parse(text)
    case .path: _ = try PathSyntax.parse(text)
    case .literal: _ = try ValueParser.literal(text, isPlain: isPlain)
    case .value: _ = try ValueParser.value(text, isPlain: isPlain)
    default: break
    }
  }

  private func textKeyComplaint(_ text: String) -> Complaint? {
    if NameSyntax.isTextKey(text) { return nil }
    let remedy =
      "Write a key of letters from a to z, digits, `_` and `-` with dots between words, and put the text under `texts`"
    // With a space it is the text itself.
    if !text.contains(" "), let complaint = Complaint(oddCharacterIn: text, .badTextKey, remedy) {
      return complaint
    }
    return Complaint(.badTextKey, "\(quoted(text)) is not a text key", remedy)
  }

  private func nameComplaint(_ text: String) -> Complaint? {
    if NameSyntax.isName(text) { return nil }
    let remedy =
      "Write a letter from a to z, then such letters, digits or `_`, at most \(NameSyntax.most) in all"
    return Complaint(oddCharacterIn: text, .badName, remedy)
      ?? Complaint(.badName, "\(quoted(text)) is not a name", remedy)
  }

  private func referenceComplaint(_ text: String) -> Complaint? {
    if NameSyntax.isReference(text) { return nil }
    if DurationSyntax.milliseconds(text) != nil {
      return Complaint(
        .badName, "\(quoted(text)) is a duration, and not a name",
        "Write a duration before the `:` of its transition, as in `\(text): STATE`")
    }
    let remedy =
      "Write the name as it is declared: letters from a to z, digits and `_`, with dots to reach into a sub-flow"
    return Complaint(oddCharacterIn: text, .badName, remedy)
      ?? Complaint(.badName, "\(quoted(text)) is not a name", remedy)
  }

  private func choiceComplaint(_ text: String, _ isPlain: Bool) -> Complaint? {
    let isFlag = text == "true" || text == "false"
    if isPlain, isFlag || NumberSyntax.looksLikeNumber(text) {
      return Complaint(
        .badText, "\(quoted(text)) is a \(isFlag ? "flag" : "number"), not a choice",
        "Write a word, or put it in quotes")
    }
    if (1...NameSyntax.most).contains(text.utf8.count) { return nil }
    return Complaint(
      .badText, "The choice is \(text.utf8.count) bytes long",
      "Use 1 to \(NameSyntax.most) bytes")
  }

  func durationComplaint(_ text: String, _ least: Int64) -> Complaint? {
    guard let milliseconds = DurationSyntax.milliseconds(text) else {
      return Complaint(
        .badDuration, "\(quoted(text)) is not a duration",
        "Write a whole number and a unit: `250ms`, `3s`, `10m`, `24h` or `90d`")
    }
    if milliseconds >= least { return nil }
    return Complaint(.outOfRange, "The duration is zero", "Write at least `\(least)ms`")
  }

  private func flagComplaint(_ text: String, _ isPlain: Bool, _ words: [String]) -> Complaint? {
    if isPlain, words.contains(text) { return nil }
    if isPlain, text == "false" {
      return Complaint(
        .wrongType, "`false` is the default here, and is not written", "Leave the key out")
    }
    let alternative = words.count == 1 ? ", or remove the key" : ""
    return Complaint(
      .wrongType, "\(quoted(text)) is a text, not a flag",
      "Write \(quoted(oneOf: words)), without quotes" + alternative)
  }

  private func numberComplaint(
    _ text: String, _ isPlain: Bool, _ range: ClosedRange<Int64>
  ) -> Complaint? {
    guard isPlain, let number = NumberSyntax.whole(text) else {
      return Complaint(
        .wrongType, "\(quoted(text)) is not a whole number",
        "Write \(wanted) in digits, without quotes")
    }
    if range.contains(number) { return nil }
    return Complaint(.outOfRange, "\(number) is out of range", "Write \(wanted)")
  }

  private func wordComplaint(_ text: String, _ words: [String]) -> Complaint? {
    if words.contains(text) { return nil }
    let nearest = Suggestion.nearest(to: OddCharacter.plain(text), among: words)
    let remedy = nearest.map { "Write `\($0)`" } ?? "Write \(quoted(oneOf: words))"
    return Complaint(oddCharacterIn: text, .unknownValue, remedy)
      ?? Complaint(
        .unknownValue, "\(quoted(text)) is not one of the words allowed here", remedy)
  }

  private func fileComplaint(_ text: String) -> Complaint? {
    if NameSyntax.isRelativePath(text) { return nil }
    return Complaint(
      .badFile, "\(quoted(text)) is not a relative path",
      "Write a path relative to this document, with `/`, such as `texts/en.yaml`")
  }

  private func headerComplaint(_ text: String) -> Complaint? {
    if ["authorization", "cookie", "host"].contains(text.lowercased()) {
      return Complaint(
        .forbiddenHeader, "The header `\(text)` cannot be set",
        text.lowercased() == "authorization"
          ? "Write `bearer: FACT`, or use an `operation`, which authenticates itself"
          : "Use an `operation`, which authenticates itself, or another header")
    }
    if NameSyntax.isHeaderName(text) { return nil }
    return Complaint(
      .badHeader, "\(quoted(text)) is not a header name",
      "Write letters from A to Z, digits and `-`, such as `Accept-Language`")
  }

  private func statusComplaint(_ text: String) -> Complaint? {
    if ScalarShape.statuses(text) != nil { return nil }
    return Complaint(
      .outOfRange, "\(quoted(text)) is not an HTTP status",
      "Write a number from 100 to 599, or a class such as `4xx`")
  }

  /// The range that `400` or `4xx` stands for.
  static func statuses(_ text: String) -> ClosedRange<Int>? {
    guard text.utf8.count == 3, let first = text.first?.wholeNumberValue, 1...5 ~= first else {
      return nil
    }
    if text.hasSuffix("xx") { return first * 100...first * 100 + 99 }
    return NumberSyntax.whole(text).map { Int($0)...Int($0) }
  }

  /// What to write, as the messages say it.
  var wanted: String {
    switch self {
    case .name, .reference: "a name"
    case .outcome: "`true` or the name of an outcome"
    case .textKey: "a text key"
    case .text, .template: "a text"
    case .guardExpression: "a guard"
    case .duration: "a duration such as `3s`"
    case .length: "a duration such as `3s` or the name of a configuration value"
    case .flag: "`true` or `false`"
    case .yes: "`true`"
    case .number(.min ... .max): "a whole number"
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .word(let words): quoted(oneOf: words)
    case .literal: "a flag, a whole number or a text"
    case .value: "a value"
    case .choice: "a choice"
    case .path: "a path such as `$.user.id`"
    case .pattern: "a pattern such as `[0-9]{5}`"
    case .language: "a language tag such as `en`"
    case .computed: "an expression, a guard or a template"
    case .file: "a file path"
    case .header: "a header"
    case .status: "an HTTP status"
    case .spelled(let spelling):
      "a \(spelling.what) such as `\(spelling.example)`\(spelling.others)"
    }
  }
}
