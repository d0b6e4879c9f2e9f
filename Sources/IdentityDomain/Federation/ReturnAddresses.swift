/// Where a sign-in at a third party may lead back to: addresses of apps and pages, compared letter by letter, so
/// that nobody is led elsewhere (RFC 9700 section 4.1.3).
package struct ReturnAddresses: Hashable, Sendable {
  private let exact: Set<String>
  /// In development, any page on this machine.
  private let takesLoopback: Bool

  package init(_ exact: Set<String>, takesLoopback: Bool = false) {
    self.exact = exact
    self.takesLoopback = takesLoopback
  }

  package func allow(_ address: String) -> Bool {
    exact.contains(address) || takesLoopback && Self.isLoopback(address)
  }

  /// Whether an operator may configure it: https, or a scheme of an app's own (RFC 8252 section 7.1), which holds a
  /// dot; without a fragment, and of visible ASCII.
  package static func isUsable(_ address: String) -> Bool {
    let bytes = Array(address.utf8)
    guard bytes.count <= SecurityRules.returnURLBytes,
      bytes.allSatisfy({ (33...126).contains($0) && $0 != 35 }),
      let colon = bytes.firstIndex(of: 58)
    else { return false }
    let scheme = bytes[..<colon]
    if Array(scheme) == Array("https".utf8) {
      return address.hasPrefix("https://") && bytes.count > 8 && bytes[8] != 47
    }
    guard let first = scheme.first, (97...122).contains(first), scheme.contains(46) else {
      return false
    }
    return scheme.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || [43, 45, 46].contains($0)
    }
  }

  private static func isLoopback(_ address: String) -> Bool {
    for host in ["http://127.0.0.1", "http://localhost", "http://[::1]"]
    where address.hasPrefix(host) {
      var rest = address.utf8.dropFirst(host.utf8.count)
      if rest.first == 58 { rest = rest.dropFirst().drop { (48...57).contains($0) } }
      return rest.first == 47 && isVisible(address)
    }
    return false
  }

  private static func isVisible(_ address: String) -> Bool {
    address.utf8.allSatisfy { (33...126).contains($0) && $0 != 35 }
  }
}
