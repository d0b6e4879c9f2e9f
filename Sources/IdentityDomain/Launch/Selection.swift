/// A choice made in the app (`rSubmitSelection`), stored under the flow's own key. The latest
/// counts.
package struct Selection: Hashable, Sendable {
  package let holder: Session.Holder
  package let key: String
  package let value: String
  package let at: Timestamp

  package init(holder: Session.Holder, key: String, value: String, at: Timestamp) {
    self.holder = holder
    self.key = key
    self.value = value
    self.at = at
  }
}

package protocol SelectionTable {
  /// Ordered by key.
  func selections(of holder: Session.Holder) throws -> [Selection]
  /// Inserts or replaces by holder and key.
  func put(_ selection: Selection) throws
  func removeSelections(of holder: Session.Holder) throws
}
