import FlowDefinition

/// What somebody may have meant by a word that names nothing: the one form in which the commands of
/// flows and of the server tell it.
package enum Spelling {
  /// - Returns: the one known word that begins so or is a few slips of the fingers away; nil where none is
  ///   near, or two are as near.
  package static func meant(by typed: String, among known: [String]) -> String? {
    let typed = typed.lowercased()
    // More slips than that make another word.
    let most = max(1, min(3, typed.count / 3))
    let near = Set(known).map {
      ($0, Suggestion.distance(Array(typed.utf8), Array($0.lowercased().utf8)))
    }
    .filter { $0.1 <= most }
    .sorted { $0.1 < $1.1 }
    guard let first = near.first else { return abbreviated(by: typed, among: known) }
    return near.count < 2 || near[1].1 > first.1 ? first.0 : nil
  }

  private static func abbreviated(by typed: String, among known: [String]) -> String? {
    guard typed.count >= 3 else { return nil }
    let longer = Set(known.filter { $0.lowercased().hasPrefix(typed) })
    return longer.count == 1 ? longer.first : nil
  }

  /// One line that says that a word is unknown, and what was meant by it.
  ///
  /// - Parameters:
  ///   - problem: such as `unknown command`.
  ///   - prefix: what stands before the word, such as `users `.
  ///   - otherwise: what to do where no word is near.
  package static func complaint(
    _ problem: String, _ typed: String, among known: [String], within prefix: String = "",
    otherwise: String
  ) -> String {
    let meant = meant(by: typed, among: known).map { "did you mean '\(prefix)\($0)'?" }
    return "\(problem) '\(prefix)\(typed)'; \(meant ?? otherwise)"
  }
}
