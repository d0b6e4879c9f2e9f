import IdentityDelivery
import IdentityDomain

/// Ends grants at the providers that users sign in with: what the outbox holds for the channel `provider` (FED-9).
struct GrantRevoker: MessageSender {
  let providers: any IdentityProviders

  func send(_ message: RenderedMessage) async throws(SendFailure) {
    // The operator may have taken the provider out of the configuration for a while.
    guard let provider = ProviderID(message.recipient.exposed), providers.policy(provider) != nil
    else { throw .retryable(.recipient, .misconfigured, after: nil) }
    do {
      try await providers.revoke(Secret(message.body.exposed), at: provider)
    } catch {
      switch error {
      case .unavailable: throw .retryable(.recipient, .unreachable, after: nil)
      case .cancelled, .refused, .failed, .wrongIssuer, .wrongNonce, .invalidAssertion:
        throw .permanent(.rejected)
      }
    }
  }
}
