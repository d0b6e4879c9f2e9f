package import FlowMachine
import PhoneNumbers
import WireText

extension PhoneRules {
  /// The table that is linked into the program. It is loaded when a number is first examined, not
  /// at launch.
  package static let standard = PhoneRules(
    version: Text(ascii: PhoneTable.standardVersion),
    kept: { entry?.kept($0, country: $1) ?? $0 },
    shown: { entry?.shown($0, country: $1) ?? $0 },
    accepts: { entry?.accepts($0) ?? false },
    country: { entry?.country(of: $0) ?? [] })

  /// Nil only in a build whose generated table is damaged, which a test would have found.
  private static let entry = PhoneTable.standard().map { PhoneEntry($0) }
}
