/// Paths into an answer: `$`, `$.a.b`, `$.rows[0].id`.
package enum PathSyntax {
  package enum Step: Hashable, Sendable {
    case member(String)
    case index(Int)
  }

  package static let mostSteps = 32
  package static let mostIndex = 65_535

  package static func parse(_ text: String) throws(SyntaxError) -> [Step] {
    let scalars = Array(text.unicodeScalars)
    guard scalars.first == "$" else {
      throw SyntaxError(
        "A path starts with `$`, the whole response", "Write `$`, or for example `$.user.id`")
    }
    var steps: [Step] = []
    var offset = 1
    while offset < scalars.count {
      guard steps.count < mostSteps else {
        throw SyntaxError(
          at: offset, "The path has more than \(mostSteps) steps", "Save a value closer to the root"
        )
      }
      switch scalars[offset] {
      case ".":
        let member = scalars[(offset + 1)...].prefix { !endsMember($0) }
        guard !member.isEmpty else {
          throw SyntaxError(
            at: offset, "The `.` is not followed by a name", "For example, write `$.user`")
        }
        steps.append(.member(String(String.UnicodeScalarView(member))))
        offset += 1 + member.count
      case "[":
        let digits = scalars[(offset + 1)...].prefix { "0"..."9" ~= $0 }
        let end = offset + 1 + digits.count
        guard let index = NumberSyntax.whole(String(String.UnicodeScalarView(digits))),
          index <= mostIndex, end < scalars.count, scalars[end] == "]"
        else {
          throw SyntaxError(
            at: offset, "The brackets must contain a row number, at most \(mostIndex)",
            "For example, write `$.rows[0]`")
        }
        steps.append(.index(Int(index)))
        offset = end + 1
      default:
        throw SyntaxError(
          at: offset, "A `.` or `[` is missing here", "For example, write `$.rows[0].id`")
      }
    }
    return steps
  }

  private static func endsMember(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || ".[]*'\"".unicodeScalars.contains(scalar)
  }
}
