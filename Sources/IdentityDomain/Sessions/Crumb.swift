/// A session's CSRF token (BOOT-6; `crumb` on the wire): derived, so stable over refreshes, new at
/// login, and never stored.
package enum Crumb {
  /// - Returns: nil if the server key of that time is gone; the user signs in again.
  package static func issue(
    for session: Session, _ digests: some KeyedDigest
  ) -> Secret<CrumbValue>? {
    DerivedToken(subject: session.id.text, generation: 0, key: session.openingKey)
      .text(.crumb, digests).map { Secret($0) }
  }

  /// Whether a call of this session presents its own CSRF token. Compared in constant time.
  package static func isValid(
    _ crumb: Secret<CrumbValue>?, for session: ID<Session>, _ digests: some KeyedDigest
  ) -> Bool {
    guard let crumb, let token = DerivedToken.read(crumb.exposed, .crumb, digests) else {
      return false
    }
    return token.subject == session.text
  }
}
