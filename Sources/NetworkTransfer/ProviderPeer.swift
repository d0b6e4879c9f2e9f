/// A provider's endpoint: HTTPS, or HTTP on loopback.
package struct ProviderPeer: Hashable, Sendable {
  package let peer: Peer

  package init(_ address: String) throws(Peer.Refusal) {
    peer = try Peer(address, schemes: ["https", "http"])
    guard peer.scheme == "https" || peer.isLoopback else {
      throw Peer.Refusal("is not encrypted; write https://HOST (http is for loopback only)")
    }
  }

  package var protection: Transfer.Protection { peer.scheme == "https" ? .tls : .none }
}
