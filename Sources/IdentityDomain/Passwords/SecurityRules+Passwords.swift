// Passwords.

extension SecurityRules {
  /// DEC-9: how often a network may ask for the strength of a password. Ours: clients ask at each
  /// pause of typing.
  package static let strengthsByNetwork = Budget(most: 600, within: .minutes(15))
  /// SEC "Passwords": at least 128 accepted. The upper end bounds the cost of normalizing.
  package static let passwordMostCodePoints = 256
  /// SEC "Passwords": if it is the only factor (NIST SP 800-63B-4 section 3.1.1.2).
  package static let passwordLeast = 15
  /// SEC "Passwords": for `newUser` and `POST /v1/user`.
  package static let passwordLeastAccountAPI = 8
  /// A known device of the owner has its own budget, so that a stranger cannot lock the owner out.
  package static let loginsByIdentifier = Budget(most: 20, within: .minutes(15))
}
