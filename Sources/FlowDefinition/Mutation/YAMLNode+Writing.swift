extension YAMLNode {
  /// The node as a document that reads as the same node, but for positions.
  ///
  /// What was plain stays plain, since a word in quotes can mean something else; maps and lists are
  /// written in lines of their own, where a plain word needs no care for commas and brackets.
  package var written: String {
    var text = ""
    write(to: &text, indent: 0)
    return text
  }

  private func write(to text: inout String, indent: Int) {
    let space = String(repeating: " ", count: indent)
    switch content {
    case .scalar(let scalar): text += " " + Self.spelled(scalar) + "\n"
    case .sequence(let items):
      guard !items.isEmpty else {
        text += " []\n"
        return
      }
      text += "\n"
      for item in items {
        text += space + "-"
        item.write(to: &text, indent: indent + 2)
      }
    case .mapping(let pairs):
      guard !pairs.isEmpty else {
        text += " {}\n"
        return
      }
      text += "\n"
      for pair in pairs {
        text += space + Self.spelled(pair.keyScalar) + ":"
        pair.value.write(to: &text, indent: indent + 2)
      }
    }
  }

  private static func spelled(_ scalar: Scalar) -> String {
    guard scalar.style != .plain else { return scalar.text }
    var text = "\""
    for letter in scalar.text.unicodeScalars {
      switch letter {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(letter)
      }
    }
    return text + "\""
  }
}
