/// Where a call comes from: according to the peer's socket, or to a trusted proxy.
package struct ClientAddress: Hashable, Sendable {
  /// Nil for a Unix domain socket, or if no proxy knew it.
  package let address: IPAddress?
  /// Whether there is a proxy in between.
  package let isForwarded: Bool

  /// - Parameters:
  ///   - peer: that of the connection.
  ///   - lines: the values of the header that the proxies write, in their order.
  package init(
    peer: IPAddress?, lines: [String], header: HTTPSettings.ProxyHeader, trusted: [AddressRange]
  ) {
    func isTrusted(_ address: IPAddress) -> Bool { trusted.contains { $0.contains(address) } }
    guard let peer, isTrusted(peer) else {
      address = peer
      isForwarded = false
      return
    }
    // Each proxy appends the address of its own peer. Anything before the last address that is not
    // a proxy of ours can be forged.
    var known = peer
    let hops = lines.flatMap { header == .forwarded ? $0.split(unquoted: ",") : $0.split(at: ",") }
    for hop in hops.suffix(32).reversed() {
      guard let next = Self.address(in: hop, header) else { break }
      known = next
      if !isTrusted(next) { break }
    }
    address = known
    isForwarded = known != peer
  }

  /// The unit for which limits are counted.
  package var network: String { address?.network ?? "local" }

  private static func address(in hop: Substring, _ header: HTTPSettings.ProxyHeader) -> IPAddress? {
    switch header {
    case .forwardedFor: return node(hop.trimmed)
    case .forwarded:
      let pair = hop.split(unquoted: ";").map(\.trimmed).first {
        $0.lowercased().hasPrefix("for=")
      }
      guard var value = pair?.dropFirst(4) else { return nil }
      if value.count >= 2, value.first == "\"", value.last == "\"" {
        value = value.dropFirst().dropLast()
      }
      return node(value)
    }
  }

  /// An address with an optional port (RFC 7239 section 6).
  private static func node(_ text: Substring) -> IPAddress? {
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      return IPAddress(text[text.index(after: text.startIndex)..<end])
    }
    if let address = IPAddress(text) { return address }
    guard let colon = text.lastIndex(of: ":") else { return nil }
    return IPAddress(text[..<colon])
  }
}

extension Substring {
  /// Without leading and trailing spaces and tabs.
  var trimmed: Substring {
    var text = self.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The pieces between the separators, also the empty ones.
  fileprivate func split(at separator: Character) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }

  /// The same, but a separator in a quoted string separates nothing (RFC 9110 section 5.6.4): proxies quote what
  /// clients chose, such as `host`.
  ///
  /// Read from the right, where the nearest proxy wrote: a quote that a client left open on its side hides nothing.
  fileprivate func split(unquoted separator: Character) -> [Substring] {
    var pieces: [Substring] = []
    var (end, place) = (endIndex, endIndex)
    var isQuoted = false
    while place > startIndex {
      place = index(before: place)
      switch self[place] {
      case "\"" where !isEscaped(place): isQuoted.toggle()
      case separator where !isQuoted:
        pieces.append(self[index(after: place)..<end])
        end = place
      default: break
      }
    }
    return (pieces + [self[..<end]]).reversed()
  }

  private func isEscaped(_ place: Index) -> Bool {
    self[..<place].reversed().prefix { $0 == "\\" }.count % 2 == 1
  }
}
