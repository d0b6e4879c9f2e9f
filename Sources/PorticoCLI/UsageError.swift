import PorticoCommands

/// ArgumentParser's messages about arguments in our form: one line with a suggestion.
enum UsageError {
  /// - Parameter message: without the usage and help that the parser prints below it.
  static func line(for message: String) -> String {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    let choice = /^The value '(.+)' is invalid for '(--?[\w-]+).*'\. Please provide one of (.+)\.$/
    if let value = line.firstMatch(of: choice) {
      let known = value.3.matches(of: /'(.+?)'/).map { String($0.1) }
      return Spelling.complaint(
        "\(value.2): unknown value", String(value.1), among: known,
        otherwise: "it is one of: \(known.joined(separator: ", "))")
    }
    return line
  }
}
