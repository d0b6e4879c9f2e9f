import ArgumentParser

extension NameSpecification {
  /// The flag of a row of the table.
  static func setting(_ key: SettingKey) -> NameSpecification {
    guard let flag = Setting.row(key).flag else {
      preconditionFailure("\(key.rawValue) has no flag in the table of settings")
    }
    return .customLong(flag)
  }
}

extension ArgumentHelp {
  /// The words of a row of the table.
  static func setting(_ key: SettingKey) -> ArgumentHelp {
    let row = Setting.row(key)
    var words = row.help
    if row.kind == .list { words += " May be repeated." }
    // ArgumentParser tells of flags itself that they are off.
    if !row.standard.isEmpty, row.kind != .truth { words += " (default: \(row.standard))" }
    return ArgumentHelp(stringLiteral: words)
  }
}

extension Setting {
  static var flagless: String {
    all.filter { $0.flag == nil }.map(\.key.rawValue).joined(separator: ", ")
  }
}
