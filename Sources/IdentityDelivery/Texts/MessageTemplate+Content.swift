package import IdentityDomain

/// What a template shows beside its words.
package enum MessageContent: Hashable, Sendable {
  case oneTimeCode
  /// A value that works as a password once (MKT-9).
  case temporaryPassword
  /// The way back from a change of identifiers (DEC-4), in a link.
  case undoLink
  /// A grant at a provider, which is ended there (FED-9).
  case providerGrant
  case words
  /// Written only so that the store does the same work: nobody gets it.
  case nobodys

  /// Whether its row holds something sealed.
  package var hasSecret: Bool {
    switch self {
    case .oneTimeCode, .temporaryPassword, .undoLink, .providerGrant: true
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
    case .identifierChanged: .undoLink
    case .grantRevocation: .providerGrant
    case .registrationTaken, .passwordChanged, .identifierChangedElsewhere, .changeUndone,
      .newDevice, .newSignIn, .numberDetached, .confirmedWithoutPassword:
      .words
    case .suppressed: .nobodys
    }
  }
}
