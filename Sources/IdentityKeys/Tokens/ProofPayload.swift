import IdentityDomain

/// The payload of a DPoP proof on the wire (RFC 9449 section 4.2).
struct ProofPayload: Decodable {
  let jti: String
  let htm: String
  let htu: String
  /// Required, and a number; the nonce says how fresh a proof is.
  let iat: Double
  let nonce: String?
  let ath: String?

  /// - Returns: nil if a value contains anything it has no reason to contain.
  func claims(of key: KeyThumbprint) -> ProofClaims? {
    let texts = [jti, htm, htu, nonce, ath].compactMap { $0 }
    guard texts.allSatisfy({ $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }),
      let url = ProofURL.normalized(htu)
    else { return nil }
    return ProofClaims(
      key: key, proofID: jti, method: htm, url: url, nonce: nonce, accessTokenDigest: ath)
  }
}

/// The URLs of proofs and of the calls that they are for, normalized.
package enum ProofURL {
  private static let defaultPorts = ["http": ":80", "https": ":443"]

  /// Without query and fragment (RFC 9449 section 4.3, item 9), with scheme and host in lower case,
  /// without the scheme's default port, and with a path (RFC 3986 sections 6.2.2 and 6.2.3).
  /// - Returns: nil if it is not an `http` or `https` URL.
  package static func normalized(_ url: String) -> String? {
    let whole = url.prefix { $0 != "?" && $0 != "#" }
    guard let colon = whole.firstIndex(of: ":") else { return nil }
    let scheme = whole[..<colon].lowercased()
    let rest = whole[whole.index(after: colon)...]
    guard let port = defaultPorts[scheme], rest.hasPrefix("//") else { return nil }
    let behind = rest.dropFirst(2)
    let end = behind.firstIndex(of: "/") ?? behind.endIndex
    var authority = behind[..<end].lowercased()
    // A user name before the host could be mistaken for the host.
    guard !authority.isEmpty, !authority.contains("@") else { return nil }
    if authority.hasSuffix(port) { authority.removeLast(port.count) }
    return scheme + "://" + authority + (end == behind.endIndex ? "/" : behind[end...])
  }
}
