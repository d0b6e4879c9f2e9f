/// The path and query of a request (RFC 3986 sections 3.3 and 3.4).
package struct RequestTarget: Hashable, Sendable {
  /// As sent.
  package let path: String
  /// As sent, without the question mark.
  package let query: String?

  /// - Returns: nil if it does not begin with a slash, or contains what no client may send: a
  ///   fragment, a space, a control character, or bytes beyond ASCII that were not percent-encoded.
  package init?(_ text: String) {
    guard text.first == "/", text.utf8.allSatisfy({ (33...126).contains($0) && $0 != 35 }) else {
      return nil
    }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count > 1 ? String(parts[1]) : nil
  }

  /// The pairs of the query, decoded; for a duplicate name the first.
  /// - Returns: nil if one is badly encoded, or there are more than `most`.
  package func pairs(most: Int) -> [String: String]? {
    Self.pairs(of: query ?? "", most: most)
  }

  /// The same for a form (`application/x-www-form-urlencoded`).
  package static func pairs(of text: String, most: Int) -> [String: String]? {
    var pairs: [String: String] = [:]
    guard !text.isEmpty else { return pairs }
    let parts = text.split(separator: "&", maxSplits: most, omittingEmptySubsequences: false)
    guard parts.count <= most else { return nil }
    for part in parts where !part.isEmpty {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(sides[0], plusIsSpace: true),
        let value = PercentEncoding.decode(sides.count > 1 ? sides[1] : "", plusIsSpace: true)
      else { return nil }
      if pairs[name] == nil { pairs[name] = value }
    }
    return pairs
  }
}

/// RFC 3986 section 2.1.
package enum PercentEncoding {
  /// - Parameter plusIsSpace: for queries as forms write them.
  /// - Returns: nil for a `%` without two digits after it, or bytes that are not UTF-8.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 37:
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { return nil }
        bytes.append(high << 4 | low)
      case 43 where plusIsSpace: bytes.append(32)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}
