/// Sign-in through third parties (FED): by a provider's page in the browser, or by the id token of a native sheet.
///
/// A sign-in in the browser takes three calls. `begin` stores it and returns the provider's address. The provider
/// sends the user back to `receive`, which asks the provider who it was and redirects to the app. There
/// `complete` opens the session, only for the device and the run that began it. So nothing is lost if the
/// app is killed meanwhile (CMP-7), and a return that reaches another device opens nothing.
package struct FederatedSignIn: WayIn {
  package let parts: ServiceParts

  package static let authenticators: [AuthenticatorKind] = [.federated, .federatedLevelTwo]

  package static func proof(
    _ shown: ShownProof, of account: ID<Account>, _ tables: any IdentityTransaction
  ) throws -> Proof? {
    let identity = try tables.federatedIdentities(of: account).first {
      $0.subject.text == shown.identifier && $0.revokedAt == nil
    }
    return identity.map {
      Proof(
        federated: $0, level: shown.kind == AuthenticatorKind.federated.name ? .one : .two,
        at: shown.at)
    }
  }

  package static func forget(
    _ account: ID<Account>, _ identifiers: [Identifier], _ tables: any IdentityTransaction
  ) throws {
    for identity in try tables.federatedIdentities(of: account) {
      try tables.removeFederatedIdentity(identity.subject)
    }
  }

  var stepUp: StepUp { StepUp(parts: parts) }
}

extension IdentityService {
  package var federation: FederatedSignIn { FederatedSignIn(parts: parts) }
}

extension ChallengePurpose {
  /// Verifies the provider's address, or is the second proof of an account in doubt.
  package static let federatedSignIn = ChallengePurpose("federated_sign_in")
}

extension AuthenticatorKind {
  /// A sign-in at a linked provider.
  package static let federated = AuthenticatorKind(
    name: "federated", factor: .unspecified, isReassignable: false, method: nil)
  /// The same in a context (`acr`) that the operator lists as two factors.
  package static let federatedLevelTwo = AuthenticatorKind(
    name: "federated_aal2", factor: .unspecified, level: .two, isReassignable: false, method: nil)
}

extension Proof {
  init(federated identity: FederatedIdentity, level: AssuranceLevel, at now: Timestamp) {
    self.init(
      level == .two ? .federatedLevelTwo : .federated, of: identity.account,
      subject: identity.subject, shownAt: now, heldSince: identity.linkedAt)
  }
}

/// What `begin` answers.
package struct FederationStart: Sendable {
  package let authorizationURL: String
  /// What has to come back with the redirect.
  package let state: Secret<AuthorizationState>
  package let token: Secret<FederationToken>
  package let expiresAt: Timestamp
}

/// What `beginNative` answers.
package struct NativeFederationStart: Sendable {
  /// For the sheet's request.
  package let nonce: String
  package let token: Secret<FederationToken>
  package let expiresAt: Timestamp
}

/// What completing a sign-in leads to.
package enum FederationAnswer: Sendable {
  case signedIn(TokenGrant, Account, [IdentifierBinding])
  /// A code was sent: to the provider's address, which the user knows, or to an identifier of an account in
  /// doubt, which is not shown (nil).
  case challenge(ChallengeAnswer, EmailAddress?)
}
