/// A JSON value whose keys keep their order, so that what is written from it is the same each time.
indirect enum JSONValue: Hashable {
  case null
  case flag(Bool)
  /// In the spelling of JSON.
  case number(String)
  case text(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Hashable {
    var name: String
    var value: JSONValue

    init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// On one line and without spaces.
  var compact: String {
    var text = ""
    write(to: &text, indentation: nil)
    return text
  }

  /// A member or an entry a line, indented by two spaces, with the end of a line at the end.
  var pretty: String {
    var text = ""
    write(to: &text, indentation: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .flag(let flag): text += flag ? "true" : "false"
    case .number(let spelling): text += spelling
    case .text(let string): JSONValue.write(string, to: &text)
    case .array(let entries):
      JSONValue.write(entries, in: ("[", "]"), to: &text, indentation) { entry, text, inner in
        entry.write(to: &text, indentation: inner)
      }
    case .object(let members):
      JSONValue.write(members, in: ("{", "}"), to: &text, indentation) { member, text, inner in
        JSONValue.write(member.name, to: &text)
        text += inner == nil ? ":" : ": "
        member.value.write(to: &text, indentation: inner)
      }
    }
  }

  private static func write<Entry>(
    _ entries: [Entry], in brackets: (String, String), to text: inout String, _ indentation: Int?,
    _ writeEntry: (Entry, inout String, Int?) -> Void
  ) {
    text += brackets.0
    let inner = indentation.map { $0 + 2 }
    for (index, entry) in entries.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      writeEntry(entry, &text, inner)
    }
    if let indentation, !entries.isEmpty {
      text += "\n" + String(repeating: " ", count: indentation)
    }
    text += brackets.1
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONValue {
  /// What a YAML value means in JSON: YAML 1.2's own rules, where `no` is a text.
  init(_ node: YAMLNode) {
    switch node.content {
    case .sequence(let items):
      self = .array(items.map { JSONValue($0) })
    case .mapping(let pairs):
      self = .object(pairs.map { Member($0.key.value, JSONValue($0.value)) })
    case .scalar(let scalar):
      if node.isNull {
        self = .null
      } else if let flag = node.flag {
        self = .flag(flag)
      } else if scalar.style == .plain, JSONValue.isNumber(scalar.text) {
        self = .number(scalar.text)
      } else {
        self = .text(scalar.text)
      }
    }
  }

  /// The grammar of RFC 8259, section 6, which has neither `+1` nor `01`.
  private static func isNumber(_ text: String) -> Bool {
    guard NumberSyntax.looksLikeNumber(text), !text.hasPrefix("+") else { return false }
    let digits = text.drop { $0 == "-" }.prefix { $0.isNumber }
    return digits.count == 1 || !digits.hasPrefix("0")
  }
}
