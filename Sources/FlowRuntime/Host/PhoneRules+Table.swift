package import FlowMachine
import PhoneNumbers

extension PhoneRules {
  /// The table that is linked into the program. Loaded when it is first asked for; nil never shows
  /// but in a build whose generated table is damaged, which a test would have found.
  package static let standard: PhoneRules? = PhoneTable.standard().map { table in
    let entry = PhoneEntry(table)
    return PhoneRules(
      version: table.version,
      kept: { entry.kept($0, country: $1) },
      shown: { entry.shown($0, country: $1) },
      accepts: { entry.accepts($0) })
  }
}
