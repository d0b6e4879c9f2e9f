/// How a message is delivered. Determined by the recipient.
package enum MessageChannel: String, Hashable, Sendable, CaseIterable {
  case email
  case sms
  case push
  /// To a provider that users sign in with.
  case provider

  /// Those that reach people.
  package static let toPeople: [MessageChannel] = [.email, .sms, .push]

  package init(_ recipient: MessageRecipient) {
    switch recipient {
    case .email: self = .email
    case .phone: self = .sms
    case .push: self = .push
    case .provider: self = .provider
    }
  }
}

/// The service that delivers a push to a device.
package enum PushPlatform: String, Hashable, Sendable, CaseIterable {
  case apns
  case fcm

  /// - Parameter platform: as reported by a device, in any case; nil for an unknown one.
  package init?(_ platform: String) {
    switch platform.lowercased() {
    case "apns", "ios": self = .apns
    case "fcm", "gcm", "android": self = .fcm
    default: return nil
    }
  }
}

/// The target of a push: the platform's token of one device, as long as it belongs to this session.
package struct PushAddress: Hashable, Sendable {
  package let platform: String
  package let pushToken: String
  package let session: ID<Session>

  init(platform: String, pushToken: String, session: ID<Session>) {
    self.platform = platform
    self.pushToken = pushToken
    self.session = session
  }

  package init(_ endpoint: PushEndpoint) {
    platform = endpoint.platform
    pushToken = endpoint.pushToken
    session = endpoint.session
  }
}

/// A provider that receives a message about somebody who signed in there.
package struct ProviderAddress: Hashable, Sendable {
  package let provider: ProviderID
  package let subject: FederatedSubject

  package init(provider: ProviderID, subject: FederatedSubject) {
    self.provider = provider
    self.subject = subject
  }
}

/// The recipient of a message. Its stored form is that of `Identifier`, which preceded pushes.
package enum MessageRecipient: Hashable, Sendable {
  case email(EmailAddress)
  case phone(PhoneNumber)
  case push(PushAddress)
  case provider(ProviderAddress)

  package init(_ identifier: Identifier) {
    switch identifier {
    case .email(let address): self = .email(address)
    case .phone(let number): self = .phone(number)
    }
  }

  /// The address or number; nil for others.
  package var identifier: Identifier? {
    switch self {
    case .email(let address): .email(address)
    case .phone(let number): .phone(number)
    case .push, .provider: nil
    }
  }

  /// One text for each recipient of a channel.
  package var text: String {
    switch self {
    case .email(let address): address.text
    case .phone(let number): number.e164
    case .push(let address): address.pushToken
    // One row a person: what a provider refuses for one of them holds up nobody else.
    case .provider(let address): address.subject.text
    }
  }
}
