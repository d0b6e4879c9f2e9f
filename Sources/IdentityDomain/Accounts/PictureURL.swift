/// The location of a user's picture: an absolute `https` URL of RFC 3986, in ASCII.
///
/// Every client that shows the profile loads it, so it may name only a public host: no IP address,
/// which may be in the viewer's own machine or network, no user, and no character that a page or
/// style sheet could take for the end of a string.
package struct PictureURL: Hashable, Sendable {
  /// As entered.
  package let text: String

  /// - Returns: nil for another scheme, a host without a dot, a host whose last label does not
  ///   begin with a letter, a port outside 1...65535, a user, a character that must be encoded, a
  ///   `%` without two digits, and more than `SecurityRules.pictureURLBytes`.
  package init?(_ text: String) {
    let scheme = "https://".utf8
    guard text.utf8.count <= SecurityRules.pictureURLBytes, text.utf8.starts(with: scheme) else {
      return nil
    }
    let rest = Array(text.utf8.dropFirst(scheme.count))
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    guard Self.isAuthority(authority), Self.isTail(rest[authority.endIndex...]) else { return nil }
    self.text = text
  }

  /// A host with an optional port.
  private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), isHost(parts[0]) else { return false }
    return parts.count == 1 || isPort(parts[1])
  }

  /// RFC 1123 section 2.1: labels of letters, digits and hyphens. The last label of a name begins
  /// with a letter; an IPv4 address never ends in such a label, however it is written.
  private static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let hyphen = UInt8(ascii: "-")
    return bytes.count <= 253 && labels.count >= 2
      && labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
          && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == hyphen }
      } && labels.last?.first.map(isLetter) == true
  }

  private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard (1...5).contains(bytes.count), bytes.allSatisfy(isDigit), bytes.first != 48 else {
      return false
    }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 48) } <= 65_535
  }

  /// Path, query and fragment (RFC 3986 sections 3.3 to 3.5). Their character sets differ only in
  /// the delimiters between them.
  private static func isTail(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    var hasFragment = false
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst(), let low = rest.popFirst(), isHexDigit(high),
          isHexDigit(low)
        else { return false }
      case UInt8(ascii: "#"):
        guard !hasFragment else { return false }
        hasFragment = true
      default:
        guard isLetter(byte) || isDigit(byte) || marks.contains(byte) else { return false }
      }
    }
    return true
  }

  /// The unreserved and the sub-delimiters (sections 2.2 and 2.3), and what else may stand in a path
  /// or a query.
  private static let marks = Array("-._~!$&'()*+,;=:@/?".utf8)

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (65...70).contains(byte) || (97...102).contains(byte)
  }
}
