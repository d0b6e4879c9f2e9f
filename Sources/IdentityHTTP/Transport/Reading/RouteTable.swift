package import HTTPTypes

/// Where calls go: by path, then by method.
///
/// A path is matched as sent: `/v1/user/` and `//v1/user` are different from `/v1/user`, because a
/// proof names the path too, and two names for one thing would be two targets of proofs.
package struct RouteTable<Target: Sendable>: Sendable {
  private var plain: [String: [HTTPRequest.Method: Target]] = [:]
  private var patterns: [Pattern] = []

  private struct Pattern: Sendable {
    let segments: [Segment]
    var targets: [HTTPRequest.Method: Target]
  }

  private enum Segment: Hashable, Sendable {
    case literal(String)
    case value(String)
  }

  package struct Match: Sendable {
    package let targets: [HTTPRequest.Method: Target]
    /// The values of `{…}`, as sent.
    package let values: [String: String]

    /// The `Allow` header for a wrong method (RFC 9110 section 10.2.1). A `GET` also answers
    /// `HEAD`.
    package var allowed: [HTTPRequest.Method] {
      let own = Set(targets.keys)
      let all = own.union([.options]).union(own.contains(.get) ? [.head] : [])
      return all.sorted { $0.rawValue < $1.rawValue }
    }
  }

  package init() {}

  /// - Parameter path: with `{…}` as a whole segment in place of a value.
  package mutating func add(_ path: String, _ method: HTTPRequest.Method, _ target: Target) {
    guard path.contains("{") else {
      plain[path, default: [:]][method] = target
      return
    }
    let segments = Self.split(path).map { segment in
      segment.hasPrefix("{") && segment.hasSuffix("}")
        ? Segment.value(String(segment.dropFirst().dropLast())) : .literal(String(segment))
    }
    if let index = patterns.firstIndex(where: { $0.segments == segments }) {
      patterns[index].targets[method] = target
    } else {
      patterns.append(Pattern(segments: segments, targets: [method: target]))
    }
  }

  /// - Parameter path: as sent, without the query.
  package func match(_ path: String) -> Match? {
    if let targets = plain[path] { return Match(targets: targets, values: [:]) }
    let segments = Self.split(path)
    for pattern in patterns where pattern.segments.count == segments.count {
      if let values = Self.values(of: segments, in: pattern.segments) {
        return Match(targets: pattern.targets, values: values)
      }
    }
    return nil
  }

  private static func values(of sent: [Substring], in segments: [Segment]) -> [String: String]? {
    var values: [String: String] = [:]
    for (text, segment) in zip(sent, segments) {
      switch segment {
      case .literal(let literal): guard literal == text else { return nil }
      case .value(let name):
        guard !text.isEmpty else { return nil }
        values[name] = String(text)
      }
    }
    return values
  }

  private static func split(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }
}
