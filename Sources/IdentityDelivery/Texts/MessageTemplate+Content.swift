package import IdentityDomain

/// What a template shows beside its words.
package enum MessageContent: Hashable, Sendable {
  case oneTimeCode
  /// A value that works as a password once (MKT-9).
  case temporaryPassword
  case words
  /// Written only so that the store does the same work: nobody gets it.
  case nobodys

  /// Whether its row holds something sealed.
  package var hasSecret: Bool { self == .oneTimeCode || self == .temporaryPassword }
}

extension MessageTemplate {
  package var content: MessageContent {
    switch self {
    case .registrationCode, .loginCode, .passwordResetCode, .phoneCode, .accountDeletionCode,
      .identifierVerificationCode, .secondProofCode:
      .oneTimeCode
    case .temporaryPassword: .temporaryPassword
    case .registrationTaken, .passwordChanged, .identifierChanged, .newDevice, .numberDetached,
      .confirmedWithoutPassword:
      .words
    case .suppressed: .nobodys
    }
  }
}
