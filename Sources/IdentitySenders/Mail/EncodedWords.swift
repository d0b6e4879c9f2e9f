import Foundation

/// Text beyond ASCII in headers (RFC 2047). No line break and no control byte gets through, so no
/// text can start a header.
package enum EncodedWords {
  /// The characters allowed in a header.
  static func isPlainScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  /// Unstructured text, such as a subject.
  /// - Parameter after: how much of the first line is used.
  package static func text(_ text: String, after: Int) -> String {
    let line = oneLine(text)
    let isASCII = line.utf8.allSatisfy { (32..<127).contains($0) }
    // A line of 78 (RFC 5322 section 2.1.1), without anything that a reader would take for an
    // encoded word.
    if isASCII, after + line.utf8.count <= 78, !line.contains("=?") { return line }
    return words(line, after: after)
  }

  /// A display name before an address: quoted, or as encoded words.
  static func phrase(_ text: String, after: Int) -> String {
    let line = oneLine(text)
    let isASCII = line.utf8.allSatisfy { (32..<127).contains($0) }
    guard isASCII, after + line.utf8.count <= 70, !line.contains("=?") else {
      return words(line, after: after)
    }
    return "\""
      + line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { line.append(isPlainScalar(scalar) ? scalar : " ") }
    return String(line)
  }

  /// Words of at most 75 bytes, each on a line of its own; no character is split (section 5).
  private static func words(_ line: String, after: Int) -> String {
    var words: [String] = []
    var open: [UInt8] = []
    var most = wordBytes(75 - after)
    for scalar in line.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if open.count + bytes.count > most {
        words.append(word(open))
        (open, most) = ([], wordBytes(75))
      }
      open += bytes
    }
    if !open.isEmpty { words.append(word(open)) }
    return words.joined(separator: "\r\n ")
  }

  /// How many bytes a word of a length holds: base64 turns 3 into 4.
  private static func wordBytes(_ length: Int) -> Int { (length - 12) / 4 * 3 }

  private static func word(_ bytes: [UInt8]) -> String {
    "=?utf-8?B?\(Data(bytes).base64EncodedString())?="
  }
}
