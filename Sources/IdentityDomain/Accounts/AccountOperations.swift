/// A user's own account: profile, identifiers, deletion.
package struct AccountOperations: ServiceRoom {
  package let parts: ServiceParts

  var stepUp: StepUp { StepUp(parts: parts) }
}

extension IdentityService {
  package var account: AccountOperations { AccountOperations(parts: parts) }
}

extension ChallengePurpose {
  package static let accountDeletion = ChallengePurpose("account_deletion")
  /// A signed-in user replaces the primary address or number, or adds the first of its kind.
  package static let identifierVerification = ChallengePurpose("identifier_verification")
  /// A signed-in user adds an address or number beside those of its kind.
  package static let identifierAddition = ChallengePurpose("identifier_addition")
}
