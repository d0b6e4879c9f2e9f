import IdentityDomain

/// The languages in which messages are written, and the choice for a client.
package struct LanguageOffer: Hashable, Sendable {
  /// BCP 47 tags in lower case; the first is the fallback.
  private let tags: [String]

  package init(_ tags: [String]) { self.tags = tags.map { $0.lowercased() } }

  private static let most = (bytes: 256, ranges: 16)

  /// A part of `Accept-Language` (RFC 9110 section 12.5.4), in lower case.
  private struct Range {
    let text: String
    /// As sent.
    let written: String
    /// Thousandths.
    let quality: Int
  }

  /// The client's preferred range among those that lead to an offered language, by lookup (RFC 4647
  /// section 3.4): for `fr-FR, de-AT;q=0.5` this is `de-AT` if `de` is offered. It keeps its
  /// region, which is used for other purposes than messages; the messages look it up again.
  ///
  /// If no range leads to an offered language, the preferred one of all, so that the user's
  /// language is still known.
  package func tag(for accept: String?) -> String {
    let standard = tags.first ?? "en"
    guard let accept, accept.utf8.count <= Self.most.bytes else { return standard }
    let ranges = Self.ranges(accept)
    let liked = ranges.enumerated().filter { $0.element.quality > 0 }
      .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
      .map(\.element)
    let excluded = ranges.filter { $0.quality == 0 }
    for range in liked {
      if range.text == "*" {
        // It stands for whatever no other range names.
        let named = Set(ranges.compactMap { offered(for: $0.text) })
        if let other = tags.first(where: { !named.contains($0) && !isExcluded($0, excluded) }) {
          return other
        }
      } else if let tag = offered(for: range.text), !isExcluded(tag, excluded) {
        return range.written
      }
    }
    return liked.first { $0.text != "*" }?.written ?? standard
  }

  /// The longest prefix of a range that is offered.
  private func offered(for range: String) -> String? {
    var parts = range.split(separator: "-")
    while !parts.isEmpty {
      let tag = parts.joined(separator: "-")
      if tags.contains(tag) { return tag }
      parts.removeLast()
      // A single letter introduces an extension and means nothing by itself.
      if parts.last?.count == 1 { parts.removeLast() }
    }
    return nil
  }

  /// A range with quality 0 excludes the languages that begin with it (RFC 4647 section 3.3.1).
  private func isExcluded(_ tag: String, _ excluded: [Range]) -> Bool {
    excluded.contains { tag == $0.text || tag.hasPrefix($0.text + "-") }
  }

  /// Invalid ranges and qualities are skipped.
  private static func ranges(_ accept: String) -> [Range] {
    accept.split(separator: ",").prefix(most.ranges).compactMap { item in
      let parts = item.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
      let written = String(parts[0])
      guard written == "*" || isTag(written) else { return nil }
      var quality: Int? = 1_000
      for parameter in parts.dropFirst() where parameter.lowercased().hasPrefix("q=") {
        quality = thousandths(parameter.dropFirst(2))
      }
      return quality.map { Range(text: written.lowercased(), written: written, quality: $0) }
    }
  }

  /// A weight (RFC 9110 section 12.4.2): 0 to 1, with at most three decimal places.
  private static func thousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.count > 1 ? parts[1] : ""
    guard parts[0] == "0" || parts[0] == "1", digits.utf8.count <= 3,
      digits.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    let padded = digits + String(repeating: "0", count: 3 - digits.utf8.count)
    guard let fraction = Int(padded) else { return nil }
    let value = (parts[0] == "1" ? 1_000 : 0) + fraction
    return value <= 1_000 ? value : nil
  }

  /// The form of a BCP 47 tag: letters, then subtags of letters and digits, of at most eight each.
  private static func isTag(_ text: String) -> Bool {
    guard (2...SecurityRules.languageTagBytes).contains(text.utf8.count) else { return false }
    let parts = text.utf8.split(separator: 45, omittingEmptySubsequences: false)
    return parts.enumerated().allSatisfy { index, part in
      (1...8).contains(part.count)
        && part.allSatisfy { byte in
          (65...90).contains(byte) || (97...122).contains(byte)
            || (index > 0 && (48...57).contains(byte))
        }
    }
  }
}
