package import IdentityDelivery
import IdentityDomain

/// Passes each push to the service of its device.
package struct PushSender: MessageSender {
  private let apns: (any MessageSender)?
  private let fcm: (any MessageSender)?

  package init(apns: (any MessageSender)?, fcm: (any MessageSender)?) {
    self.apns = apns
    self.fcm = fcm
  }

  package func send(_ message: RenderedMessage) async throws(SendFailure) {
    guard message.channel == .push,
      let platform = message.platform.flatMap({ PushPlatform($0) })
    else { throw .permanent(.rejected) }
    let sender =
      switch platform {
      case .apns: apns
      case .fcm: fcm
      }
    // The other service works, so this is not the channel's failure. The message waits until it
    // expires.
    guard let sender else { throw .retryable(.recipient, .misconfigured, after: nil) }
    try await sender.send(message)
  }
}
