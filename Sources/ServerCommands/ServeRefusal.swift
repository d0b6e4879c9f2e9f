import PorticoCommands

/// Why the server does not start: what is wrong, where it stands, what to write. One line.
struct ServeRefusal: StatusFailure, Equatable, CustomStringConvertible {
  let description: String
  var status: ExitStatus { .configuration }
  /// What it is about, where the words name the flag and the value may stand elsewhere.
  let setting: SettingKey?

  init(_ description: String, about setting: SettingKey? = nil) {
    self.description = description
    self.setting = setting
  }
}

/// All that is wrong, where more than one thing can be told at once; a line each.
struct ServeRefusals: StatusFailure, Equatable, CustomStringConvertible {
  let refusals: [ServeRefusal]
  var status: ExitStatus { .configuration }

  /// More would scroll the first ones away.
  private static let most = 20

  init(_ refusals: [ServeRefusal]) { self.refusals = Array(refusals.prefix(Self.most)) }

  var description: String { refusals.map(\.description).joined(separator: "\n") }
}
