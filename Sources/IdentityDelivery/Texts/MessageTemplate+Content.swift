package import IdentityDomain

/// What a template shows apart from its text.
package enum MessageContent: Hashable, Sendable {
  case oneTimeCode
  /// A value that works as a password once (MKT-9).
  case temporaryPassword
  /// The undo token for a change of identifiers (DEC-4), in a link.
  case undoLink
  /// A link that signs in (CMP-11).
  case loginLink
  /// When something will happen, in milliseconds since 1970 (CTR-10).
  case moment
  /// A grant at a provider, which is ended there (FED-9).
  case providerGrant
  case words
  /// Written only so that the store does the same work: it has no recipient.
  case nobodys

  /// Whether its row has a sealed secret.
  package var hasSecret: Bool {
    switch self {
    case .oneTimeCode, .temporaryPassword, .undoLink, .loginLink, .moment, .providerGrant: true
    case .words, .nobodys: false
    }
  }
}

extension MessageTemplate {
  package var content: MessageContent {
    switch self {
    case .registrationCode, .loginCode, .passwordResetCode, .phoneCode, .accountDeletionCode,
      .identifierVerificationCode, .secondProofCode, .stepUpCode:
      .oneTimeCode
    case .temporaryPassword: .temporaryPassword
    case .identifierChanged, .factorChanged, .factorReset: .undoLink
    case .loginLink: .loginLink
    case .deletionScheduled: .moment
    case .grantRevocation: .providerGrant
    case .registrationTaken, .passwordChanged, .identifierChangedElsewhere, .factorChangedElsewhere,
      .changeUndone, .newDevice, .newSignIn, .numberDetached, .passkeyCloned,
      .confirmedWithoutPassword:
      .words
    case .suppressed: .nobodys
    }
  }
}
