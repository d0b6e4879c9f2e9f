/// Passwords of nobody, which names without an account are checked against while the store holds
/// hashes that other systems made (SEC "No enumeration").
///
/// Such a hash takes its own time until the person's first login. If unknown names always took the
/// time of the dummy, a slow answer would say "imported". So some unknown names are as slow: by a
/// keyed digest, always the same ones, in the share of the stored hashes that are.
package enum PasswordDecoys {
  package static let places = 64

  /// The account that stands for a name that nobody has.
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

  /// How the places are given out, so that each class has its share, and at least one place.
  ///
  /// - Parameters:
  ///   - classes: how many stored hashes are of each class that takes its own time, by a name.
  ///   - total: of all stored hashes.
  /// - Returns: the class of each place; nil is the dummy.
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
