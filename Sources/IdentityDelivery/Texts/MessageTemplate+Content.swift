package import IdentityDomain

/// What a template shows beside its words.
package enum MessageContent: Hashable, Sendable {
  case oneTimeCode
  /// A value that works as a password once (MKT-9).
  case temporaryPassword
  /// The way back from a change of identifiers (DEC-4), in a link.
  case undoLink
  case words
  /// Written only so that the store does the same work: nobody gets it.
  case nobodys

  /// Whether its row holds something sealed.
  package var hasSecret: Bool {
    self == .oneTimeCode || self == .temporaryPassword || self == .undoLink
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
    case .registrationTaken, .passwordChanged, .identifierChangedElsewhere, .changeUndone,
      .newDevice, .newSignIn, .numberDetached, .confirmedWithoutPassword:
      .words
    case .suppressed: .nobodys
    }
  }
}
