/// The text of a file, checked before any parser sees it, and made safe for Yams.
///
/// Yams resolves aliases and hashes whole subtrees for the sake of keys, so a few lines of nested
/// aliases cost it any amount of time. The language has no aliases, anchors and tags, so Yams never
/// sees one: each of `&`, `*` and `!` is replaced by a placeholder that no document can contain. In
/// texts the tree builder puts the letter back; where a placeholder begins a plain scalar, it was an
/// anchor, an alias or a tag.
struct SourceText {
  /// Noncharacters, which YAML lets through and the check below does not.
  static let placeholders: [(letter: Unicode.Scalar, placeholder: Unicode.Scalar)] = [
    ("&", "\u{FFFFE}"), ("*", "\u{FFFFF}"), ("!", "\u{10FFFE}"),
  ]

  /// The text as written, without a byte order mark.
  let written: String.UnicodeScalarView
  /// The text for Yams: scalar by scalar as long as `written`.
  let guarded: String.UnicodeScalarView

  init(bytes: [UInt8], file: String, most: Int) throws(YAMLRefusal) {
    if let refusal = YAMLRefusal(size: bytes.count, most: most, file: file) { throw refusal }
    let start = Position(file: file, line: 1, column: 1)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw YAMLRefusal(
        .badEncoding, at: start, "The file is encoded in UTF-16", "Save it as UTF-8")
    }
    var written = String.UnicodeScalarView()
    var guarded = String.UnicodeScalarView()
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var iterator = bytes.dropFirst(hasMark ? 3 : 0).makeIterator()
    var decoder = UTF8()
    var place = LineCounter(file: file)
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .emptyInput:
        break decoding
      case .error:
        throw YAMLRefusal(
          .badEncoding, at: place.position, "These bytes are not valid UTF-8",
          "Save the file as UTF-8")
      case .scalarValue(let scalar):
        if SourceText.isForbidden(scalar) {
          throw YAMLRefusal(
            .badCharacter, at: place.position,
            "Invisible character \(OddCharacter.code(of: scalar))",
            "Delete it, or escape it in a double-quoted text")
        }
        written.append(scalar)
        guarded.append(SourceText.placeholder(for: scalar))
        place.advance(over: scalar)
      }
    }
    self.written = written
    self.guarded = guarded
  }

  /// Control characters, and what some readers take for the end of a line and others do not: a
  /// position would mean different lines to them.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF: true
    default: scalar.properties.isNoncharacterCodePoint
    }
  }

  private static func placeholder(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar == "&" || scalar == "*" || scalar == "!" else { return scalar }
    return placeholders.first { $0.letter == scalar }?.placeholder ?? scalar
  }

  /// The letter that `scalar` stands in for, if it does.
  static func letter(behind scalar: Unicode.Scalar?) -> Unicode.Scalar? {
    placeholders.first { $0.placeholder == scalar }?.letter
  }

  /// A text that came back from Yams, as the author wrote it.
  static func restored(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { letter(behind: $0) != nil }) else { return text }
    var restored = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { restored.append(letter(behind: scalar) ?? scalar) }
    return String(restored)
  }
}

/// Counts lines and columns as libYAML does: columns in Unicode scalars, `\r\n` as one end of a
/// line.
struct LineCounter {
  private(set) var position: Position
  private var endsWithReturn = false

  init(file: String) {
    position = Position(file: file, line: 1, column: 1)
  }

  mutating func advance(over scalar: Unicode.Scalar) {
    if scalar == "\n" && endsWithReturn {
      endsWithReturn = false
    } else if scalar == "\n" || scalar == "\r" {
      position.line += 1
      position.column = 1
      endsWithReturn = scalar == "\r"
    } else {
      position.column += 1
      endsWithReturn = false
    }
  }
}

/// Why a file is no tree at all: the one diagnostic after which nothing more can be said.
struct YAMLRefusal: Error {
  var diagnostic: Diagnostic

  init(_ code: DiagnosticCode, at position: Position, _ problem: String, _ remedy: String) {
    diagnostic = Diagnostic(code, at: position, problem, remedy)
  }

  /// Refuses a file by its size alone.
  init?(size: Int, most: Int, file: String) {
    guard size > most else { return nil }
    self.init(
      .tooLarge, at: Position(file: file, line: 1, column: 1),
      "The file has \(size) bytes; the limit is \(most)",
      "Move texts into files of their own, or split the flow into sub-flows")
  }
}
