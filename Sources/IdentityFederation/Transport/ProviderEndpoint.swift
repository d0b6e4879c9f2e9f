package import NetworkTransfer

/// Which addresses of providers are allowed.
package struct EndpointRules: Hashable, Sendable {
  /// Whether `http` may reach this machine itself: for `--dev` and for tests.
  package let allowsLoopback: Bool

  package static let production = EndpointRules(allowsLoopback: false)
  package static let development = EndpointRules(allowsLoopback: true)

  package init(allowsLoopback: Bool) { self.allowsLoopback = allowsLoopback }

  /// - Throws: a text that says what to write instead.
  package func endpoint(_ text: String) throws(Peer.Refusal) -> ProviderEndpoint {
    let peer = try Peer(text, schemes: allowsLoopback ? ["https", "http"] : ["https"])
    guard peer.scheme == "https" || peer.isLoopback else {
      throw Peer.Refusal("is not encrypted; write https://HOST")
    }
    return ProviderEndpoint(peer: peer)
  }
}

/// An address that this service calls, or sends people to: it passed `EndpointRules`.
package struct ProviderEndpoint: Hashable, Sendable {
  package let peer: Peer

  fileprivate init(peer: Peer) { self.peer = peer }

  package var text: String { peer.description }
  var protection: Transfer.Protection { peer.scheme == "https" ? .tls : .none }
}
