/// Which addresses a device shows as a provider's page: https, or http on this machine, with a host and without user
/// information (RFC 8252 section 8.12).
///
/// The address comes from the server. The sheet of Apple's systems ends the app at any other scheme.
package enum PageAddress {
  /// - Parameter address: as the server spells it, with everything that is not ASCII escaped.
  package static func isAllowed(_ address: String) -> Bool {
    guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
      let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://")
    else { return false }
    let authority = address[colon...].dropFirst(3).prefix { !"/?#".contains($0) }
    guard !authority.contains("@"), let host = host(authority) else { return false }
    switch address[..<colon].lowercased() {
    case "https": return true
    case "http": return ["localhost", "127.0.0.1", "[::1]"].contains(host)
    default: return false
    }
  }

  /// - Returns: nil if there is no host, or if something other than a port follows it.
  private static func host(_ authority: Substring) -> String? {
    let end =
      authority.hasPrefix("[")
      ? authority.firstIndex(of: "]").map { authority.index(after: $0) } ?? authority.endIndex
      : authority.firstIndex(of: ":") ?? authority.endIndex
    let (host, rest) = (authority[..<end].lowercased(), authority[end...])
    guard !host.isEmpty, rest.isEmpty || rest.first == ":",
      rest.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return host
  }
}
