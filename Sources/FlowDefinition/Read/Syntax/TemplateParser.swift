/// Texts with `{name}` in them, see "Templates" in the language reference.
package enum TemplateParser {
  package enum Segment: Hashable, Sendable {
    case literal(String)
    /// A fact, a configuration value or `timer.left`.
    case reference(String, Position)
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
      let name = try reference(in: scalars, at: offset)
      if !literal.isEmpty { segments.append(.literal(String(literal))) }
      literal = String.UnicodeScalarView()
      segments.append(.reference(name, template.position(ofOffset: offset + 1)))
      offset += name.unicodeScalars.count + 2
    }
    if !literal.isEmpty { segments.append(.literal(String(literal))) }
    return segments
  }

  private static func reference(
    in scalars: [Unicode.Scalar], at offset: Int
  ) throws(SyntaxError) -> String {
    guard scalars[offset] == "{" else {
      throw SyntaxError(at: offset, "A `}` has no matching `{`", "Write `}}` for a literal brace")
    }
    let inside = scalars[(offset + 1)...].prefix { $0 != "}" }
    guard offset + 1 + inside.count < scalars.count else {
      throw SyntaxError(
        at: offset, "A `{` is not closed", "Write `{name}`, or `{{` for a literal brace")
    }
    let name = String(String.UnicodeScalarView(inside))
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
