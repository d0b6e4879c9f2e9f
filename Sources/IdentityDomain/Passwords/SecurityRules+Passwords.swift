// Passwords.

extension SecurityRules {
  /// DEC-9: how often a network may ask how good a password is. Ours: one asks at each pause of typing.
  package static let strengthsByNetwork = Budget(most: 600, within: .minutes(15))
  /// SEC "Passwords": at least 128 accepted. The upper end bounds the cost of normalizing.
  package static let passwordMostCodePoints = 256
  /// SEC "Passwords": where it is the only factor (NIST SP 800-63B-4 section 3.1.1.2).
  package static let passwordLeast = 15
  /// SEC "Passwords": for `newUser` and `POST /v1/user`.
  package static let passwordLeastAccountAPI = 8
  /// A known device of the owner has one of its own, so that a stranger cannot lock the owner out.
  package static let loginsByIdentifier = Budget(most: 20, within: .minutes(15))
}
