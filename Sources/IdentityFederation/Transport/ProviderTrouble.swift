package import IdentityDomain
import Synchronization

/// What went wrong between this service and a provider, for the log. No word of the provider is in it.
package struct ProviderTrouble: Hashable, Sendable {
  package enum Place: String, Hashable, Sendable {
    case discovery
    case keys
    case token
    case userinfo
    case revocation
    case idToken
    case notice
  }

  package enum Cause: Hashable, Sendable {
    /// No connection, too slow, too large, or a certificate that is not trusted.
    case noAnswer
    case status(Int)
    /// Too many requests wait for it already.
    case busy
    /// It is of another type, or its content is not what it has to be.
    case unreadable
    /// RFC 6749 section 5.2. `invalid_client` says that the configuration is wrong or a secret has
    /// expired.
    case oauth(String)
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

/// Counts the requests that are on their way to one provider.
private final class CallGate: Sendable {
  private let inside = Mutex(0)

  func enter() -> Bool {
    inside.withLock { count in
      guard count < FederationRules.callsAtOnce else { return false }
      count += 1
      return true
    }
  }

  func leave() { inside.withLock { $0 -= 1 } }
}

/// Calls one provider, and tells whoever keeps the log what goes wrong.
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

  /// - Throws: `.unavailable` where no whole response comes, or one of the server's own trouble.
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

  /// The JSON of a 200.
  /// - Throws: `.unavailable`
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
