/// One line of the sign-out log (ENT-10, CMP-5): which session ended, when, and why. It names no
/// one; after an account's deletion it leads nowhere.
package struct SignOutRecord: Hashable, Sendable {
  package let session: ID<Session>
  package let holder: Session.Holder
  package let end: SessionEnd

  package init(session: ID<Session>, holder: Session.Holder, end: SessionEnd) {
    self.session = session
    self.holder = holder
    self.end = end
  }
}

package protocol SignOutTable {
  /// The first record of a session is kept; a second is ignored.
  func append(_ record: SignOutRecord) throws
  /// Newest first.
  func signOuts(of holder: Session.Holder, most: Int) throws -> [SignOutRecord]
}
