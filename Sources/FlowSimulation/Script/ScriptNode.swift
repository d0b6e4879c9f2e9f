/// A decoded document from which a script is read: this target parses no YAML, so its caller passes
/// the document in this form. Scalars are texts; their meaning depends on their position.
package struct ScriptNode: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// `isQuoted`: it was written in quotes or as a block, and is a text whatever it looks like.
    case scalar(String, isQuoted: Bool)
    case list([ScriptNode])
    case map([Member])
  }

  package struct Member: Equatable, Sendable {
    package var key: String
    /// Counts from 1.
    package var line: Int
    package var value: ScriptNode

    package init(_ key: String, line: Int, _ value: ScriptNode) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  package var content: Content
  /// Counts from 1.
  package var line: Int

  package init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }
}

extension ScriptNode {
  /// A scalar's text, quoted or not.
  var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// An unquoted scalar: a word of the script's language.
  var word: String? {
    if case .scalar(let text, false) = content { text } else { nil }
  }

  /// Nothing is written, or a word that means nothing.
  var isNothing: Bool { word == "" || word == "null" || word == "~" }

  var items: [ScriptNode]? {
    if case .list(let items) = content { items } else { nil }
  }

  var members: [Member]? {
    if case .map(let members) = content { members } else { nil }
  }

  var flag: Bool? {
    switch word {
    case "true": true
    case "false": false
    default: nil
    }
  }

  var number: Int64? { word.flatMap { Int64($0) } }

  /// `250ms`, `3s`, `10m`, `24h`, `90d`, with or without quotes: a duration is unambiguous where
  /// one is required.
  var milliseconds: Int64? {
    guard let text else { return nil }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units: [Substring: Int64] = [
      "ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
    ]
    guard let count = Int64(digits), let unit = units[text.dropFirst(digits.count)],
      count <= 36_500 * 86_400_000 / unit
    else { return nil }
    return count * unit
  }

  /// What it is, for messages.
  var kindName: String {
    switch content {
    case .scalar(let text, _): "'\(text)'"
    case .list: "a list"
    case .map: "a map"
    }
  }
}
