import FlowDefinition

/// Where the value of a setting was written.
enum SettingPlace: Hashable, Sendable, CustomStringConvertible {
  case flag(String)
  case environment(String)
  case file(Position)

  var description: String {
    switch self {
    case .flag(let name): "--\(name)"
    case .environment(let variable): variable
    case .file(let position): position.text
    }
  }
}

extension Position {
  /// As editors and compilers write it.
  var text: String { "\(file):\(line):\(column)" }
}

/// A value as somebody wrote it, before its kind says what it means.
struct WrittenSetting: Sendable {
  enum Text: Hashable, Sendable {
    case one(String)
    case several([String])
  }

  let text: Text
  let place: SettingPlace
}
