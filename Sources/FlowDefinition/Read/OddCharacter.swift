/// A character that nobody sees, or that only looks like one that means something: an editor or a web page has put it there.
struct OddCharacter {
  let scalar: Unicode.Scalar
  let isInvisible: Bool

  /// Nil for what is neither invisible nor a quote.
  init?(_ scalar: Unicode.Scalar) {
    guard !scalar.isASCII else { return nil }
    self.scalar = scalar
    switch scalar.properties.generalCategory {
    case .format, .control, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      isInvisible = true
    case .initialPunctuation, .finalPunctuation: isInvisible = false
    default:
      // The quotes below the line.
      guard scalar == "\u{201A}" || scalar == "\u{201E}" else { return nil }
      isInvisible = false
    }
  }

  /// `U+200B`, as a message calls a character that cannot be told by its look.
  static func code(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  var problem: String {
    let code = Self.code(of: scalar)
    return isInvisible
      ? "Invisible character \(code)" : "`\(scalar)` (\(code)) means nothing here"
  }

  var remedy: String {
    guard isInvisible else { return "Write a plain quote, `\"` or `'`" }
    return scalar.properties.generalCategory == .spaceSeparator
      ? "Write a plain space, or delete it" : "Delete it"
  }

  /// The first character of a name or key that none has, and what is wrong with it.
  static func find(in text: String) -> (
    offset: Int, isInvisible: Bool, problem: String, remedy: String?
  )? {
    guard
      let (offset, scalar) = text.unicodeScalars.enumerated().first(where: { !$0.element.isASCII })
    else { return nil }
    if let odd = OddCharacter(scalar) {
      return (offset, odd.isInvisible, odd.problem, odd.remedy)
    }
    let name = scalar.properties.name.map { " (\($0))" } ?? ""
    return (
      offset, false,
      "\(quoted(text)) contains \(code(of: scalar))\(name), which is no letter from a to z", nil
    )
  }

  /// A text in which each such character is left out or stands for any, so that what was meant can be found.
  static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        plain.append(scalar)
      } else if OddCharacter(scalar) == nil {
        plain.append("?")
      }
    }
    return String(plain)
  }
}

extension Complaint {
  /// What is wrong with a name or key that has a character which none has; nil if it has only others.
  ///
  /// - Parameters:
  ///   - code: that of a wrong name, for a character which can be seen.
  ///   - remedy: what to write instead of a letter.
  init?(oddCharacterIn text: String, _ code: DiagnosticCode, _ remedy: String) {
    guard let found = OddCharacter.find(in: text) else { return nil }
    self.init(found.isInvisible ? .badCharacter : code, found.problem, found.remedy ?? remedy)
    offset = found.offset
  }
}
