/// Dummy passwords that unknown names are checked against while the store contains hashes made by
/// other systems (SEC "No enumeration").
///
/// Such a hash takes its own time until the owner's first login. If unknown names always took the
/// time of the dummy, a slow response would mean "imported". So some unknown names are as slow:
/// chosen by a keyed digest, always the same ones, in the proportion of the stored hashes that are.
package enum PasswordDecoys {
  package static let places = 64

  /// The account that represents an unknown name.
  static func account(
    for identifier: Identifier, _ digests: some KeyedDigest
  ) -> ID<Account> {
    let code =
      digests.digest(["decoy", identifier.text], for: .limitKey, under: digests.currentKey) ?? [0]
    return account(at: Int(code[0]) % places)
  }

  package static func account(at place: Int) -> ID<Account> { ID("nobody-\(place)") }

  package static func isDecoy(_ account: ID<Account>) -> Bool {
    account.text.hasPrefix("nobody-")
  }

  /// Distributes the slots so that each class has its share, and at least one slot.
  ///
  /// - Parameters:
  ///   - classes: how many stored hashes there are of each class with its own cost, by name.
  ///   - total: the number of all stored hashes.
  /// - Returns: the class of each slot; nil is the dummy.
  package static func shares(_ classes: [String: Int], of total: Int) -> [String?] {
    var result: [String?] = []
    for (name, count) in classes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      let share = max(1, (count * places + total / 2) / max(1, total))
      result += Array(repeating: name, count: share)
    }
    result = Array(result.prefix(places))
    return result + Array(repeating: nil, count: places - result.count)
  }
}
