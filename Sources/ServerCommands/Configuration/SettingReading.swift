import Configuration
import FlowDefinition

/// What a written value means.
struct SettingReading {
  let row: Setting

  /// - Parameter folder: of the configuration file; its paths begin there.
  /// - Throws: `ServeRefusal`, with the place. A secret is not quoted.
  func content(_ written: WrittenSetting, folder: String?) throws(ServeRefusal) -> ConfigContent {
    switch (row.kind, written.text) {
    case (.list, .several(let texts)): return .stringArray(texts)
    case (.list, .one(let text)): return .stringArray(Self.items(text))
    case (_, .several):
      throw refusal(written, "this is a list; write one value")
    case (.text, .one(let text)): return .string(text)
    case (.number(let range), .one(let text)):
      guard let number = Self.whole(text), range.contains(number) else {
        throw refusal(
          written,
          "\(shown(text)) is not a whole number from \(range.lowerBound) to \(range.upperBound)"
            + "\(Self.hint(text)); write one")
      }
      return .int(number)
    case (.truth, .one(let text)):
      guard text == "true" || text == "false" else {
        throw refusal(written, "\(shown(text)) is neither true nor false; write one of the two")
      }
      return .bool(text == "true")
    case (.choice(let words), .one(let text)):
      guard let word = words.first(where: { $0.lowercased() == text.lowercased() }) else {
        throw refusal(
          written, "\(shown(text)) is not allowed; write \(words.joined(separator: " or "))")
      }
      return .string(word)
    case (.file, .one(let text)): return .string(Self.path(text, in: folder))
    case (.folder, .one("none")): return .string("none")
    case (.folder, .one(let text)): return .string(Self.path(text, in: folder))
    case (.store, .one(let text)):
      let prefix = "sqlite:"
      guard text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else {
        return .string(text)
      }
      return .string(prefix + Self.path(String(text.dropFirst(prefix.count)), in: folder))
    }
  }

  private func refusal(_ written: WrittenSetting, _ what: String) -> ServeRefusal {
    let name =
      switch written.place {
      case .file: "\(row.key.rawValue): "
      case .flag, .environment: ""
      }
    return ServeRefusal("\(written.place): \(name)\(what)")
  }

  private func shown(_ text: String) -> String { row.isSecret ? "the value" : quoted(text) }

  /// Digits alone: no sign but a minus, no spaces, no underscores.
  private static func whole(_ text: String) -> Int? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  /// Kubernetes tells every program the addresses of services in such variables.
  private static func hint(_ text: String) -> String {
    text.hasPrefix("tcp://") ? " (Kubernetes sets this; turn off enableServiceLinks)" : ""
  }

  /// In a variable commas stand between the items of a list.
  private static func items(_ text: String) -> [String] {
    text.split(separator: ",").map { item in
      let start = item.drop(while: \.isWhitespace)
      return String(
        start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count))
    }
  }

  private static func path(_ text: String, in folder: String?) -> String {
    guard let folder, !text.isEmpty, !text.hasPrefix("/") else { return text }
    return "\(folder)/\(text)"
  }
}
