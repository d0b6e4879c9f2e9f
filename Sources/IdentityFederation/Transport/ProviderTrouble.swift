package import IdentityDomain
import Synchronization

/// Something that went wrong between this service and a provider, for the log. It contains no text from the
/// provider.
package struct ProviderTrouble: Hashable, Sendable {
  /// The document, endpoint or message that it is about.
  package enum Place: String, Hashable, Sendable {
    /// The discovery document.
    case discovery
    /// The key set.
    case keys
    /// The token endpoint.
    case token
    /// The endpoint that describes the user.
    case userinfo
    /// The revocation endpoint.
    case revocation
    /// An id token.
    case idToken
    /// A notification that the provider sent unasked.
    case notice
  }

  package enum Cause: Hashable, Sendable {
    /// No complete response: no connection, a timeout, too large a body, or an untrusted certificate.
    case noAnswer
    /// A response with a status that the call cannot use.
    case status(Int)
    /// `FederationRules.callsAtOnce` requests to the provider were in progress already.
    case busy
    /// A response of the wrong type, or with the wrong content.
    case unreadable
    /// An OAuth error code that is known here, such as those of RFC 6749 section 5.2, or `other`.
    /// `invalid_client` means that the configuration is wrong or a secret has expired.
    case oauth(String)
    /// An id token or a notification that did not pass the checks.
    case rejected(ProviderFailure)
  }

  package let provider: ProviderID
  package let place: Place
  package let cause: Cause

  package init(provider: ProviderID, place: Place, cause: Cause) {
    self.provider = provider
    self.place = place
    self.cause = cause
  }
}

/// Limits how many requests to one provider are in progress at a time.
private final class CallGate: Sendable {
  private let inProgress = Mutex(0)

  /// - Returns: false if `FederationRules.callsAtOnce` are in progress; true calls for `leave`.
  func enter() -> Bool {
    inProgress.withLock { count in
      guard count < FederationRules.callsAtOnce else { return false }
      count += 1
      return true
    }
  }

  func leave() { inProgress.withLock { $0 -= 1 } }
}

/// Sends requests to one provider, and reports what goes wrong to the log.
struct ProviderClient: Sendable {
  let provider: ProviderID
  let transport: any ProviderTransport
  let note: @Sendable (ProviderTrouble) -> Void
  private let gate = CallGate()

  init(
    provider: ProviderID, transport: any ProviderTransport,
    note: @escaping @Sendable (ProviderTrouble) -> Void
  ) {
    self.provider = provider
    self.transport = transport
    self.note = note
  }

  func note(_ place: ProviderTrouble.Place, _ cause: ProviderTrouble.Cause) {
    note(ProviderTrouble(provider: provider, place: place, cause: cause))
  }

  /// The response, with any status but 429 and 5xx.
  ///
  /// - Throws: `.unavailable` if too many requests are in progress, if no complete response comes, or for
  ///   those statuses.
  func answer(
    to call: ProviderCall, _ place: ProviderTrouble.Place
  ) async throws(ProviderFailure) -> ProviderAnswer {
    guard gate.enter() else {
      note(place, .busy)
      throw .unavailable
    }
    defer { gate.leave() }
    guard let answer = await transport.answer(to: call) else {
      note(place, .noAnswer)
      throw .unavailable
    }
    guard answer.status < 500, answer.status != 429 else {
      note(place, .status(answer.status))
      throw .unavailable
    }
    return answer
  }

  /// The response, if its status is 200 and its body is JSON.
  ///
  /// - Throws: `.unavailable` for any other response, and as `answer(to:_:)` does.
  func json(
    of call: ProviderCall, _ place: ProviderTrouble.Place
  ) async throws(ProviderFailure) -> ProviderAnswer {
    let answer = try await answer(to: call, place)
    guard answer.status == 200, answer.json != nil else {
      note(place, answer.status == 200 ? .unreadable : .status(answer.status))
      throw .unavailable
    }
    return answer
  }
}
