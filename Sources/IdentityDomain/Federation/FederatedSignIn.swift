/// Sign-in through third parties (FED): by a provider's page in the browser, or by the id token of a native sheet.
///
/// A sign-in in the browser takes three calls. `begin` remembers it and says where the person goes; the provider
/// sends the person back to `receive`, which asks the provider who it was and leads on to the app;
/// there `complete` opens the session, for nobody but the device and the run that began it. So nothing is lost
/// when the app dies meanwhile (CMP-7), and an answer that comes to another device opens nothing.
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
  /// The address that a provider told, or the second proof that a doubtful account asks for.
  package static let federatedSignIn = ChallengePurpose("federated_sign_in")
}

extension AuthenticatorKind {
  /// Somebody signed in at a provider that the account is linked to.
  package static let federated = AuthenticatorKind(
    name: "federated", factor: .unspecified, isReassignable: false, method: nil)
  /// The same in a context (`acr`) that the operator counts as two factors.
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
  /// A code was sent. The address is the one that the provider told, which the person knows; nil where the
  /// code goes to another one of a doubtful account, whose addresses nobody is shown.
  case challenge(ChallengeAnswer, EmailAddress?)
}
