package import FlowMachine
import WireText

/// What a script expects of one parameter of a request, as it was sent last.
package struct SentCheck: Equatable, Sendable {
  package enum Expected: Equatable, Sendable {
    case absent
    case present
    /// JSON. There are several if the request's variants send the parameter in different types.
    case oneOf([Text])
  }

  /// Its name; if the document writes a map, the names from the outermost on.
  package var path: [Text]
  package var expected: Expected

  /// How what was sent differs from this, in words; nil if it does not.
  func problem(of request: Text, with sent: SentValue) -> String? {
    let found = sent[path[...]]
    let isMet =
      switch (expected, found) {
      case (.absent, nil): true
      case (.present, .some): true
      case (.oneOf(let values), .json(let value)): values.contains(value)
      case (.absent, .some), (.present, nil), (.oneOf, _): false
      }
    guard !isMet else { return nil }
    let name = path.map(\.string).joined(separator: ".")
    return "sent \(name) of \(request.string): expected \(expected.words), got \(words(for: found))"
  }

  private func words(for found: SentValue?) -> String {
    switch found {
    case nil: "absent"
    case .secret: "present"
    case .members: "a map"
    case .json(let value): value.valueWords
    }
  }
}

extension SentCheck.Expected {
  fileprivate var words: String {
    switch self {
    case .absent: "absent"
    case .present: "present"
    case .oneOf(let values): values.first?.valueWords ?? ""
    }
  }
}

extension Text {
  /// A JSON value as messages show it.
  fileprivate var valueWords: String {
    guard let text = JSON(self)?.root.text else { return string }
    return "'\(text.string)'"
  }
}
