import FlowMachine
import Statechart
import WireText

extension Compilation {
  /// Where a template stands; it decides how facts are written and whether secrets may be.
  enum TemplateUse {
    case text, url, header, formValue, jsonText

    var segment: SegmentKind {
      switch self {
      case .text, .header, .jsonText: .fact
      case .url, .formValue: .percentFact
      }
    }

    var admitsSecrets: Bool {
      switch self {
      case .header, .formValue: true
      case .text, .url, .jsonText: false
      }
    }
  }

  func template(_ source: Name, _ scope: Scope, _ use: TemplateUse) -> TemplateID {
    builder.template(segments(source, scope, use))
  }

  private func segments(_ source: Name, _ scope: Scope, _ use: TemplateUse) -> [SegmentRow] {
    let parts = parse(source)
    return parts.map { part in
      switch part {
      case .literal(let text): return builder.literal(use == .formValue ? encoded(text) : text)
      case .reference(let name, let position):
        return reference(
          Name(name, at: position), scope, use, isAlone: parts.count == 1)
      case .moment(let name, let form, let position):
        return moment(Name(name, at: position), form, scope, use)
      }
    }
  }

  func parse(_ source: Name) -> [TemplateParser.Segment] {
    do {
      return try TemplateParser.parse(source)
    } catch {
      report(.badTemplate, at: source.position, error.problem, error.remedy)
      return []
    }
  }

  private func reference(
    _ name: Name, _ scope: Scope, _ use: TemplateUse, isAlone: Bool
  ) -> SegmentRow {
    if name.value.hasSuffix(".left") {
      let timerName = Name(String(name.value.dropLast(5)), at: name.position)
      guard let timer = timer(timerName, scope) else { return builder.literal("") }
      return SegmentRow(.secondsLeft, timer)
    }
    guard let fact = fact(name, scope) else { return builder.literal("") }
    let type = builder.tables.facts[Int(fact)].type
    if type == .secret, !use.admitsSecrets || !isAlone {
      report(
        .secretInTemplate, at: name.position,
        "The secret \(quoted(name.value)) is not allowed here",
        "Send it alone, as the whole value of a header or of a body field")
    }
    if type == .json, use != .jsonText {
      report(
        .wrongType, at: name.position,
        "\(quoted(name.value)) is of type `json`, which cannot be shown as text",
        "Save the part you want to show in a separate fact")
    }
    refuseList(name, fact)
    return SegmentRow(use.segment, fact)
  }

  /// A moment as people write it, which only a text shows.
  private func moment(
    _ name: Name, _ form: TemplateParser.MomentForm, _ scope: Scope, _ use: TemplateUse
  ) -> SegmentRow {
    guard use == .text else {
      report(
        .badTemplate, at: name.position,
        "\(quoted("{\(name.value), \(form.rawValue)}")) is only for texts that a person reads",
        "Write `{\(name.value)}`, which sends the value as it is")
      return builder.literal("")
    }
    guard let fact = fact(name, scope) else { return builder.literal("") }
    let type = builder.tables.facts[Int(fact)].type
    guard type == .text || type == .time else {
      report(
        .wrongType, at: name.position,
        "\(quoted(name.value)) is of type `\(type)`, and `\(form.rawValue)` is a format for moments, of type `text` or `time`",
        [.number, .flag, .choice].contains(type)
          ? "Write `{\(name.value)}`" : "Use a fact of one of these types")
      return builder.literal("")
    }
    return SegmentRow(form == .date ? .date : .dateTime, fact)
  }

  private func refuseList(_ name: Name, _ fact: FactID) {
    guard builder.tables.facts[Int(fact)].type == .list else { return }
    report(
      .wrongType, at: name.position,
      "\(quoted(name.value)) is a list, which can be neither shown as text nor sent",
      "Show it with a picker; what is sent has to be in facts of its own")
  }

  // MARK: URLs

  /// A URL of a request or link: the origin is fixed in the document or is one configuration value.
  ///
  /// - Parameter opens: it is opened outside the app, and may be a mail address or a telephone
  ///   number too.
  func url(_ source: Name, _ scope: Scope, opens: Bool = false) -> TemplateID {
    if !opens || !["mailto:", "tel:"].contains(where: source.value.hasPrefix) {
      checkOrigin(source, scope, opens)
    }
    var segments = segments(source, scope, .url)
    // A configuration value at the beginning is the origin itself, not a part of a path.
    if let first = segments.first, first.kind == .percentFact { segments[0].kind = .fact }
    return builder.template(segments)
  }

  private func checkOrigin(_ source: Name, _ scope: Scope, _ opens: Bool) {
    let parts = parse(source)
    switch parts.first {
    case .reference(let name, let position):
      guard let fact = scope.facts[name],
        builder.tables.facts[Int(fact)].place == .configuration,
        builder.tables.facts[Int(fact)].type == .text
      else {
        report(
          .badURL, at: position,
          "The origin of a URL must be literal text or a configuration value",
          "Write out the origin, or declare \(quoted(name)) under `configuration` as `text`")
        return
      }
      checkDefault(of: fact, opens: opens)
      if case .literal(let rest)? = parts.dropFirst().first {
        guard rest.hasPrefix("/") else { return reportOriginEnd(source) }
      } else if parts.count > 1 {
        reportOriginEnd(source)
      }
    case .literal(let text):
      guard let refusal = Origin.refusal(of: text, isWhole: parts.count == 1) else { return }
      report(.badURL, at: source.position, refusal.problem, refusal.remedy)
    // Refused where its segments are compiled.
    case .moment: break
    case nil:
      report(.badURL, at: source.position, "The URL is empty", "Write `https://host/…`")
    }
  }

  private func reportOriginEnd(_ source: Name) {
    report(
      .badURL, at: source.position, "The origin of the URL must be followed by `/`",
      "Write `{server}/path`")
  }

  // MARK: Bodies

  /// A body as JSON.
  func jsonBody(_ entries: [TemplateEntry], _ scope: Scope) -> TemplateID {
    builder.template(object(entries, scope))
  }

  private func object(_ entries: [TemplateEntry], _ scope: Scope) -> [SegmentRow] {
    [builder.literal("{")] + members(entries, scope) + [builder.literal("}")]
  }

  private func members(_ entries: [TemplateEntry], _ scope: Scope) -> [SegmentRow] {
    entries.map { entry in
      let row = HeaderRow(
        name: builder.blob(entry.key.value),
        value: builder.template(json(entry.value, scope)))
      return SegmentRow(.jsonMember, builder.append(row, to: \.headers))
    }
  }

  private func json(_ value: TemplateValue, _ scope: Scope) -> [SegmentRow] {
    switch value {
    case .literal(let literal): return [builder.literal(JSONText.of(literal.value))]
    case .map(let entries): return object(entries, scope)
    case .list(let values):
      var segments = [builder.literal("[")]
      for (index, value) in values.enumerated() {
        if index > 0 { segments.append(builder.literal(",")) }
        segments += json(value, scope)
      }
      return segments + [builder.literal("]")]
    case .text(let source):
      let parts = parse(source)
      if parts.count == 1, case .reference(let name, let position) = parts[0],
        !name.hasSuffix(".left")
      {
        let reference = Name(name, at: position)
        guard let fact = fact(reference, scope) else { return [] }
        refuseList(reference, fact)
        return [SegmentRow(.jsonFact, fact)]
      }
      let text = template(source, scope, .jsonText)
      return [SegmentRow(.jsonTemplate, text)]
    }
  }

  /// A body as a form: `application/x-www-form-urlencoded`.
  func formBody(_ entries: [TemplateEntry], _ scope: Scope) -> TemplateID {
    builder.template(
      entries.compactMap { entry in
        let value: TemplateID
        switch entry.value {
        case .text(let source): value = template(source, scope, .formValue)
        case .literal(let literal):
          value = builder.template([builder.literal(encoded(JSONText.plain(literal.value)))])
        case .map, .list:
          report(
            .wrongType, at: entry.key.position, "A form can contain only texts and numbers",
            "Remove `form` to send JSON")
          return nil
        }
        let row = HeaderRow(name: builder.blob(encoded(entry.key.value)), value: value)
        return SegmentRow(.formMember, builder.append(row, to: \.headers))
      })
  }
}

/// A part of a form as it is sent (WHATWG URL, application/x-www-form-urlencoded, with `%20` for a
/// space).
private func encoded(_ text: String) -> String {
  var bytes: Text = []
  PercentEncoding.encode(Array(text.utf8), to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// Literals as JSON.
enum JSONText {
  static func of(_ literal: Literal) -> String {
    guard case .text(let text) = literal else { return plain(literal) }
    var writer = JSONWriter()
    writer.value(Array(text.utf8))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func plain(_ literal: Literal) -> String {
    switch literal {
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }
}
