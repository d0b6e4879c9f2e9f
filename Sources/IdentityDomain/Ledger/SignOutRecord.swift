/// One line of the sign-out log (ENT-10, CMP-5): which session ended, when, and why. It names no
/// person; after an account is deleted it leads nowhere.
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
  /// The first record of a session stays; a second is ignored.
  func append(_ record: SignOutRecord) throws
  /// The newest first.
  func signOuts(of holder: Session.Holder, most: Int) throws -> [SignOutRecord]
}
