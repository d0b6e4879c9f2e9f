/// The anti-forgery value of a session (BOOT-6): derived, so stable over refresh, new at login, and
/// stored nowhere.
package enum Crumb {
  /// - Returns: nil when the server key of that time is gone; the person signs in again.
  package static func issue(
    for session: Session, _ digests: some KeyedDigest
  ) -> Secret<CrumbValue>? {
    DerivedToken(subject: session.id.text, generation: 0, key: session.openingKey)
      .text(.crumb, digests).map { Secret($0) }
  }

  /// Whether a call of this session shows its own crumb. Compared in constant time.
  package static func isValid(
    _ crumb: Secret<CrumbValue>?, for session: ID<Session>, _ digests: some KeyedDigest
  ) -> Bool {
    guard let crumb, let token = DerivedToken.read(crumb.exposed, .crumb, digests) else {
      return false
    }
    return token.subject == session.text
  }
}
