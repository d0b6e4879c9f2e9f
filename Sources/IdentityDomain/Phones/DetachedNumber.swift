/// Records that a number belonged to an account until someone else proved it (PHN-10). A device
/// known to the account still finds it by the number.
package struct DetachedNumber: Hashable, Sendable {
  package let number: PhoneNumber
  package let account: ID<Account>
  package let at: Timestamp

  package init(number: PhoneNumber, account: ID<Account>, at: Timestamp) {
    self.number = number
    self.account = account
    self.at = at
  }
}

package protocol DetachedNumberTable {
  /// Newest first.
  func detachments(of number: PhoneNumber) throws -> [DetachedNumber]
  /// Inserts, or replaces the row of the same number and account.
  func put(_ detachment: DetachedNumber) throws
  func removeDetachments(of account: ID<Account>) throws
}
