/// A version of an app: numbers between dots, compared number by number (ENT-7).
package struct AppVersion: Hashable, Sendable, Comparable {
  package let numbers: [Int]

  /// - Returns: nil unless the text is 1 to 4 numbers of at most nine digits; anything after a `-`
  ///   or `+` (a build) is ignored.
  package init?(_ text: String) {
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let parts = core.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count),
      parts.allSatisfy({ (1...9).contains($0.utf8.count) && $0.utf8.allSatisfy { 48...57 ~= $0 } })
    else { return nil }
    numbers = parts.compactMap { Int($0) }
  }

  package static func < (left: AppVersion, right: AppVersion) -> Bool {
    for place in 0..<max(left.numbers.count, right.numbers.count) {
      let first = place < left.numbers.count ? left.numbers[place] : 0
      let second = place < right.numbers.count ? right.numbers[place] : 0
      if first != second { return first < second }
    }
    return false
  }
}

/// Which versions of an app are still supported, by platform.
package struct VersionPolicy: Hashable, Sendable {
  package struct Rule: Hashable, Sendable {
    /// Earlier versions must update.
    package let least: AppVersion
    /// Earlier versions are told that an update is available.
    package let newest: AppVersion

    package init(least: AppVersion, newest: AppVersion) {
      self.least = least
      self.newest = newest
    }
  }

  package enum Verdict: String, Hashable, Sendable {
    case current
    case updateAvailable = "update_available"
    case updateRequired = "update_required"
  }

  package let rules: [String: Rule]

  package init(rules: [String: Rule]) { self.rules = rules }

  /// A platform without a rule and a version that cannot be parsed count as current: a mistake in
  /// the settings or a test build must not lock anyone out.
  package func verdict(platform: String, version: String) -> Verdict {
    guard let rule = rules[platform], let version = AppVersion(version) else { return .current }
    if version < rule.least { return .updateRequired }
    return version < rule.newest ? .updateAvailable : .current
  }
}
