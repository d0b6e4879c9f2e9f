/// An origin as browsers write it (RFC 6454 section 6.2): scheme, host, and a port unless it is the
/// scheme's default.
package struct WebOrigin: Hashable, Sendable {
  package let scheme: String
  /// Lower case; an IPv6 address with its brackets.
  package let host: String
  /// Nil for the scheme's default.
  package let port: Int?

  /// - Parameter text: such as `https://id.example.com`, with at most a trailing slash.
  /// - Returns: nil for anything with a path, a query, a user name, or a scheme other than `http`
  ///   and `https`.
  package init?(_ text: String) {
    guard text.utf8.count <= 512 else { return nil }
    let lower = text.lowercased()
    let scheme = lower.hasPrefix("https://") ? "https" : "http"
    guard lower.hasPrefix("\(scheme)://") else { return nil }
    var authority = lower.dropFirst(scheme.utf8.count + 3)
    if authority.last == "/" { authority = authority.dropLast() }
    guard let parts = HostAndPort(authority) else { return nil }
    self.scheme = scheme
    host = parts.host
    port = parts.port == (scheme == "https" ? 443 : 80) ? nil : parts.port
  }

  package var text: String {
    port.map { "\(scheme)://\(host):\($0)" } ?? "\(scheme)://\(host)"
  }

  package var isSecure: Bool { scheme == "https" }
  package var isLoopback: Bool { HostAndPort.isLoopback(host) }
}

/// The `Host` of a request (RFC 9110 section 7.2).
package struct HostAndPort: Hashable, Sendable {
  /// Lower case.
  package let host: String
  package let port: Int?

  package init?(_ text: some StringProtocol) {
    let lower = text.lowercased()
    var host = lower[...]
    var port: Int?
    let colon = lower.lastIndex(of: ":")
    if let colon, !lower.hasPrefix("[") || lower[..<colon].hasSuffix("]") {
      let digits = lower[lower.index(after: colon)...]
      guard let number = UInt16(digits), digits.utf8.allSatisfy({ $0 != 43 }) else { return nil }
      port = Int(number)
      host = lower[..<colon]
    }
    guard Self.isHost(host) else { return nil }
    self.host = String(host)
    self.port = port
  }

  package var text: String { port.map { "\(host):\($0)" } ?? host }

  static func isLoopback(_ host: String) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains(host)
  }

  /// A name of letters, digits, `-`, `_` and dots, or an address in brackets.
  private static func isHost(_ host: Substring) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      return IPAddress(host.dropFirst().dropLast())?.isVersion6 ?? false
    }
    return !host.isEmpty
      && host.utf8.allSatisfy { byte in
        (97...122).contains(byte) || (48...57).contains(byte) || [45, 46, 95].contains(byte)
      }
  }
}
