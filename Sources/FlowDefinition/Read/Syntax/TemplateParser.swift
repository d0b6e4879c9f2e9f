/// Texts with `{name}` in them, see "Templates" in the language reference.
package enum TemplateParser {
  package enum Segment: Hashable, Sendable {
    case literal(String)
    /// A fact, a configuration value or `timer.left`.
    case reference(String, Position)
    /// `{name, date}`: a moment, as the host writes it.
    case moment(String, MomentForm, Position)
  }

  /// What of a moment a text shows.
  package enum MomentForm: String, CaseIterable, Sendable {
    case date, dateTime
  }

  /// The parts of a template. A document that `FlowReader` let through has only templates that
  /// parse.
  package static func parse(_ template: Name) throws(SyntaxError) -> [Segment] {
    let scalars = Array(template.value.unicodeScalars)
    var segments: [Segment] = []
    var literal = String.UnicodeScalarView()
    var offset = 0
    while offset < scalars.count {
      let scalar = scalars[offset]
      guard scalar == "{" || scalar == "}" else {
        literal.append(scalar)
        offset += 1
        continue
      }
      if offset + 1 < scalars.count, scalars[offset + 1] == scalar {
        literal.append(scalar)
        offset += 2
        continue
      }
      let inside = try inside(of: scalars, at: offset)
      if !literal.isEmpty { segments.append(.literal(String(literal))) }
      literal = String.UnicodeScalarView()
      let position = template.position(ofOffset: offset + 1)
      segments.append(try segment(String(String.UnicodeScalarView(inside)), position, at: offset))
      offset += inside.count + 2
    }
    if !literal.isEmpty { segments.append(.literal(String(literal))) }
    return segments
  }

  /// A template that parses to these parts.
  static func source(of segments: [Segment]) -> String {
    segments.map { segment in
      switch segment {
      case .reference(let name, _): return "{\(name)}"
      case .moment(let name, let form, _): return "{\(name), \(form.rawValue)}"
      case .literal(let text):
        return text.map { $0 == "{" || $0 == "}" ? "\($0)\($0)" : String($0) }.joined()
      }
    }.joined()
  }

  private static func inside(
    of scalars: [Unicode.Scalar], at offset: Int
  ) throws(SyntaxError) -> ArraySlice<Unicode.Scalar> {
    guard scalars[offset] == "{" else {
      throw SyntaxError(at: offset, "A `}` has no matching `{`", "Write `}}` for a literal brace")
    }
    let inside = scalars[(offset + 1)...].prefix { $0 != "}" }
    guard offset + 1 + inside.count < scalars.count else {
      throw SyntaxError(
        at: offset, "A `{` is not closed", "Write `{name}`, or `{{` for a literal brace")
    }
    return inside
  }

  private static func segment(
    _ inside: String, _ position: Position, at offset: Int
  ) throws(SyntaxError) -> Segment {
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .reference(try name(inside, at: offset), position) }
    let name = try name(String(parts[0]), at: offset)
    let word = String(parts[1].drop { $0 == " " })
    guard let form = MomentForm(rawValue: word) else {
      throw SyntaxError(
        at: offset, "\(quoted(word)) is not a format",
        "Write `{\(name)}`; the formats are `date` and `dateTime`, for a moment, as in `{\(name), date}`"
      )
    }
    return .moment(name, form, position)
  }

  private static func name(_ name: String, at offset: Int) throws(SyntaxError) -> String {
    guard !name.isEmpty else {
      throw SyntaxError(
        at: offset, "The braces are empty", "Write `{name}`, or `{{}}` for literal braces")
    }
    guard NameSyntax.isReference(name) else {
      throw SyntaxError(
        at: offset, "\(quoted(name)) in the braces is not a name",
        "Write `{name}`, or `{{` for a literal brace")
    }
    return name
  }
}
