/// The URL of a call with `http`, taken apart into what an OpenAPI description speaks of.
struct RequestURL {
  /// What stands between the slashes of its path.
  private(set) var path: [[TemplateParser.Segment]] = []
  /// What stands in its query. The name is nil if a fact is part of it.
  private(set) var query: [(name: String?, value: [TemplateParser.Segment])] = []

  private enum Place { case path, queryName, queryValue }

  /// - Parameter parts: the template of a URL that begins with an origin or with a fact that holds one.
  init(_ parts: [TemplateParser.Segment]) {
    var place = Place.path
    for (index, part) in parts.enumerated() {
      guard case .literal(let text) = part else {
        if index > 0 { append(part, at: place) }
        continue
      }
      var word = ""
      for character in index == 0 ? Self.behindOrigin(text) : text[...] {
        switch (place, character) {
        case (_, "#"):
          append(word, at: place)
          return
        case (.path, "/"), (.path, "?"), (.queryName, "="), (.queryName, "&"), (.queryValue, "&"):
          append(word, at: place)
          word = ""
          place = begin(character)
        default: word.append(character)
        }
      }
      append(word, at: place)
    }
  }

  fileprivate static func behindOrigin(_ url: String) -> Substring {
    guard let rest = url.after("https://") ?? url.after("http://") else { return url[...] }
    return rest[(rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex)...]
  }

  private mutating func begin(_ separator: Character) -> Place {
    switch separator {
    case "/":
      path.append([])
      return .path
    case "=": return .queryValue
    default:
      query.append(("", []))
      return .queryName
    }
  }

  private mutating func append(_ text: String, at place: Place) {
    guard !text.isEmpty else { return }
    if place == .queryName {
      query[query.count - 1].name? += Self.decoded(text, isQuery: true)
    } else {
      append(.literal(Self.decoded(text, isQuery: place == .queryValue)), at: place)
    }
  }

  private mutating func append(_ part: TemplateParser.Segment, at place: Place) {
    switch place {
    case .path:
      if path.isEmpty { path.append([]) }
      path[path.count - 1].append(part)
    case .queryName: query[query.count - 1].name = nil
    case .queryValue: query[query.count - 1].value.append(part)
    }
  }

  /// A text without its percent-encoding (RFC 3986, section 2.1); in a query a plus is a space.
  private static func decoded(_ text: String, isQuery: Bool) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(isQuery && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension RequestURL {
  /// Which operation a call is, and what of the path are its parameters.
  struct Match {
    var operation: OperationContract
    var parameters: [(name: String, value: [TemplateParser.Segment])]
    /// How many parts of the path the description writes out.
    var literalCount: Int
  }

  /// The operation of a description that a call reaches: of several the one that writes out most of its path
  /// (OpenAPI, "Paths Object").
  ///
  /// - Parameters:
  ///   - method: in capital letters; nil for any.
  ///   - origin: nil if it is known only when the app runs.
  func match(_ method: String?, at origin: String?, in contract: Contract) -> Match? {
    contract.names.compactMap { contract[$0] }
      .filter { method == nil || $0.method == method }
      .compactMap { match($0, at: origin) }
      .reduce(nil) { best, next in
        best.map { $0.literalCount >= next.literalCount ? $0 : next } ?? next
      }
  }

  private func match(_ operation: OperationContract, at origin: String?) -> Match? {
    let template = DescribedServer.segments(operation.path)
    return operation.describedServers.lazy
      .filter { origin == nil || $0.origin == nil || $0.origin == origin }
      // A configured origin may hold the path of the server.
      .flatMap { origin == nil ? [$0.path, []] : [$0.path] }
      .compactMap { match($0 + template, operation) }.first
  }

  private func match(_ template: [String], _ operation: OperationContract) -> Match? {
    guard template.count == path.count else { return nil }
    var match = Match(operation: operation, parameters: [], literalCount: 0)
    for (wanted, given) in zip(template, path) {
      if !wanted.contains("{") {
        guard given == (wanted.isEmpty ? [] : [.literal(wanted)]) else { return nil }
        match.literalCount += 1
      } else {
        guard !given.isEmpty else { return nil }
        let names = wanted.split(separator: "{").compactMap { part in
          part.firstIndex(of: "}").map { String(part[..<$0]) }
        }
        // Where one parameter ends and the next begins is known only when the app runs.
        let isAlone = names.count == 1 && wanted == "{\(names[0])}"
        match.parameters += names.map { ($0, isAlone ? given : []) }
      }
    }
    return match
  }

  /// The path with `{…}` for what facts hold, as descriptions write it.
  var spelledPath: String {
    path.map { "/" + TemplateParser.source(of: $0) }.joined()
  }
}

/// A server of a description: its origin, and the path before those of the operations.
struct DescribedServer {
  /// Nil if the description leaves it open: the URL is relative or has variables.
  var origin: String?
  var path: [String]

  init(_ url: String) {
    let isAbsolute = url.after("https://") != nil || url.after("http://") != nil
    origin = isAbsolute ? Origin.normal(url).flatMap { $0.contains("{") ? nil : $0 } : nil
    path = Self.segments(isAbsolute ? String(RequestURL.behindOrigin(url)) : url)
    if path.last == "" { path.removeLast() }
  }

  func spelledPath(of operation: OperationContract) -> String {
    path.map { "/" + $0 }.joined() + operation.path
  }

  /// What follows each slash.
  static func segments(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
  }
}

extension OperationContract {
  /// Where the operation is; a description that does not say it means any place.
  var describedServers: [DescribedServer] {
    (servers.isEmpty ? ["/"] : servers).map { DescribedServer($0) }
  }
}

extension Contract {
  var servers: [DescribedServer] { operations.values.flatMap(\.describedServers) }
}
