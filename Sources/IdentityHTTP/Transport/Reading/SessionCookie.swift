package import IdentityDomain

/// The browser's session cookie (RFC 6265; SEC "Three kinds of session").
///
/// Its prefix makes browsers refuse one that is not `Secure`, has a `Domain`, or another `Path`.
package enum SessionCookie {
  package static let name = "__Host-portico_session"

  /// - Parameter header: the fields `Cookie`, joined by `; `.
  /// - Returns: nil if there is none.
  /// - Throws: if there are several, since a page must not choose which one counts, or if the value
  ///   cannot be ours.
  package static func read(_ header: String?) throws(RequestProblem) -> Secret<RefreshToken>? {
    guard let header else { return nil }
    var found: Secret<RefreshToken>?
    for pair in header.split(separator: ";") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides[0].trimmed == name else { continue }
      guard found == nil, sides.count == 2, isValue(sides[1].trimmed) else {
        throw .malformed(field: "Cookie")
      }
      found = Secret(String(sides[1].trimmed))
    }
    return found
  }

  /// - Parameter seconds: the maximum lifetime of the session.
  package static func set(_ token: Secret<RefreshToken>, seconds: Int64) -> String {
    "\(name)=\(token.exposed); Path=/; Max-Age=\(max(0, seconds)); Secure; HttpOnly; SameSite=Strict"
  }

  package static var clear: String {
    "\(name)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict"
  }

  /// The characters of a refresh token: base64url and dots.
  private static func isValue(_ text: Substring) -> Bool {
    (1...512).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || [45, 46, 95].contains(byte)
      }
  }
}
