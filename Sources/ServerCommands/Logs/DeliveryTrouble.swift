import IdentityDelivery
import IdentityDomain

/// Why messages do not arrive, in the operator's words.
enum DeliveryTrouble: Hashable, Sendable {
  /// A try failed; there will be others.
  case failed(SendFailure.Cause, SendFailure.Scope)
  /// Given up.
  case dead(DeadLetter.Reason)

  /// Nil for what went well.
  init?(_ outcome: DeliveryEvent.Outcome) {
    switch outcome {
    case .sent, .sentButKept, .suppressed, .obsolete: return nil
    case .expired: self = .dead(.expired)
    case .dead(let reason, _): self = .dead(reason)
    case .failed(.retryable(let scope, let cause, _)): self = .failed(cause, scope)
    case .failed(.permanent), .failed(.gone): self = .dead(.rejected)
    }
  }

  /// Whether every message of the channel has it.
  var isOfChannel: Bool {
    if case .failed(_, .channel) = self { true } else { false }
  }

  var cause: String {
    switch self {
    case .failed(let cause, _): cause.rawValue
    case .dead(let reason): reason.rawValue
    }
  }

  func sentence(_ channel: MessageChannel) -> String {
    let (what, whom) = (channel.plainName, channel.service)
    switch self {
    case .failed(.unreachable, _): return "\(what) is not delivered: \(whom) cannot be reached"
    case .failed(.timedOut, _): return "\(what) is not delivered: \(whom) does not answer in time"
    case .failed(.throttled, _): return "\(what) is delayed: \(whom) limits the rate"
    case .failed(.misconfigured, _):
      return
        "\(what) is not delivered: \(whom) does not accept our credentials, settings or its certificate fails"
    case .failed(.unknownRecipient, _), .failed(.rejected, _):
      return "\(what) is delayed: \(whom) does not accept a message for now"
    case .failed(.unexpected, _): return "\(what) is not delivered: \(whom) answers with an error"
    case .dead(.expired): return "\(what) expired before it could be sent"
    case .dead(.unknownRecipient):
      return "\(what) was given up: \(whom) does not know the recipient"
    case .dead(.rejected): return "\(what) was given up: \(whom) refuses the message"
    case .dead(.unanswered):
      return "\(what) was given up: \(whom) was given it twice and did not say whether it took it"
    case .dead(.secretUnopened), .dead(.secretMissing), .dead(.secretMalformed):
      return "\(what) was given up: its code cannot be read"
    case .dead(.noText): return "\(what) was given up: there is no text for it"
    case .dead(.obsolete):
      return "\(what) was not sent: its code was used, replaced or over"
    case .dead(.discarded): return "\(what) was given up by an operator"
    }
  }

  /// - Parameter isTest: whether it is about a message that nobody waits for.
  func remedy(_ channel: MessageChannel, isTest: Bool = false) -> String {
    let waiting = isTest ? "" : "; messages wait until they expire"
    switch self {
    case .failed(.unreachable, _), .failed(.timedOut, _):
      return "check \(channel.settings), the network and the service's status\(waiting)"
    case .failed(.throttled, _):
      return "raise the limit at the service\(waiting)"
    case .failed(.misconfigured, _):
      return
        "check \(channel.settings), and `ca_file` if the service has a private certificate authority"
    case .failed(.unexpected, _), .failed(.unknownRecipient, _), .failed(.rejected, _):
      return "look at the service's own log"
    case .dead(.expired):
      return "look for the warning before this one; the person can ask for a new code"
    case .dead(.unknownRecipient): return "none: the address, number or device does not exist"
    case .dead(.rejected): return "look at the service's own log"
    case .dead(.unanswered):
      return "ask the service whether it was sent; `portico outbox list --dead` names the message"
    case .dead(.secretUnopened), .dead(.secretMissing), .dead(.secretMalformed):
      return "check that every server has the same master key"
    case .dead(.obsolete), .dead(.discarded): return "nothing to do"
    case .dead(.noText): return "report this to the makers of Portico"
    }
  }
}

extension MessageChannel {
  var plainName: String {
    switch self {
    case .email: "mail"
    case .sms: "SMS"
    case .push: "push"
    case .provider: "the end of a grant"
    }
  }

  fileprivate var service: String {
    switch self {
    case .email: "the mail server"
    case .sms: "the SMS provider"
    case .push: "the push service"
    case .provider: "the sign-in provider"
    }
  }

  /// Those that say how it is reached.
  fileprivate var settings: String {
    switch self {
    case .email: "`smtp`, `smtp_user` and `smtp_password`"
    case .sms: "`sms`, `sms_from` and `sms_token`"
    case .push: "`fcm`, `apns` and `apns_key`"
    case .provider: "the file that `providers` names"
    }
  }
}
