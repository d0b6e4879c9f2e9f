/// The host that a sender talks to: a scheme, a host, a port and a path, from an address written by
/// an operator. It contains no credentials: addresses are shown, secrets are not.
package struct Peer: Hashable, Sendable, CustomStringConvertible {
  package let scheme: String
  /// A host name or an IPv4 address, in lower case; or an IPv6 address in brackets.
  package let host: String
  /// Nil for the scheme's default.
  package let port: UInt16?
  /// Empty, or beginning with a slash; with the query.
  package let path: String

  /// Why an address is refused, and what to write instead.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
  }

  /// - Parameter schemes: those that are allowed, in lower case.
  package init(_ text: String, schemes: Set<String>) throws(Refusal) {
    let wanted = schemes.sorted().map { "\($0)://HOST" }.joined(separator: " or ")
    guard text.utf8.allSatisfy({ (33..<127).contains($0) }), text.utf8.count <= 2_000,
      let colon = text.firstRange(of: "://")
    else { throw Refusal("is not a URL; write \(wanted)") }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard schemes.contains(scheme) else {
      throw Refusal("has the wrong scheme; write \(wanted)")
    }
    let rest = text[colon.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    guard !authority.contains("@") else {
      throw Refusal("contains credentials; set them in the environment, not in the URL")
    }
    guard !rest.contains("#") else { throw Refusal("has a fragment; remove it") }
    let (host, port) = try Self.split(authority)
    self.scheme = scheme
    self.host = host
    self.port = port
    path = String(rest[end...])
  }

  private static func split(
    _ authority: Substring
  ) throws(Refusal) -> (host: String, port: UInt16?) {
    let hostEnd: Substring.Index
    if authority.first == "[" {
      guard let bracket = authority.firstIndex(of: "]") else {
        throw Refusal("has an unclosed bracket; write an IPv6 address as [::1]")
      }
      hostEnd = authority.index(after: bracket)
    } else {
      hostEnd = authority.firstIndex(of: ":") ?? authority.endIndex
    }
    let host = authority[..<hostEnd].lowercased()
    guard isHost(host) else { throw Refusal("has no host; write a name or an IP address") }
    let tail = authority[hostEnd...]
    if tail.isEmpty { return (host, nil) }
    guard tail.first == ":", tail.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }),
      let port = UInt16(tail.dropFirst()), port > 0
    else { throw Refusal("has an invalid port; write 1 to 65535 after a colon") }
    return (host, port)
  }

  private static func isHost(_ host: String) -> Bool {
    if host.hasPrefix("[") {
      let inner = host.dropFirst().dropLast()
      return host.hasSuffix("]") && inner.contains(":")
        && inner.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return host.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || $0 == 45
          }
      }
  }

  /// Whether data stays on this machine. "localhost" is loopback for libcurl whatever a resolver
  /// says (RFC 6761 section 6.3).
  package var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  package var description: String {
    "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(path)"
  }
}
