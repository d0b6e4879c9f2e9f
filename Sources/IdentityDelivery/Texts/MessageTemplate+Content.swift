package import IdentityDomain

/// What a template shows beside its words.
package enum MessageContent: Hashable, Sendable {
  case oneTimeCode
  case words
  /// Written only so that the store does the same work: nobody gets it.
  case nobodys
}

extension MessageTemplate {
  package var content: MessageContent {
    switch self {
    case .registrationCode, .loginCode, .passwordResetCode, .phoneCode, .accountDeletionCode,
      .identifierVerificationCode, .secondProofCode:
      .oneTimeCode
    case .registrationTaken, .passwordChanged, .identifierChanged, .newDevice, .numberDetached,
      .confirmedWithoutPassword:
      .words
    case .suppressed: .nobodys
    }
  }
}
