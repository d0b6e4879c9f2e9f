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
  /// A signed-in user adds or changes an address or number.
  package static let identifierVerification = ChallengePurpose("identifier_verification")
}
