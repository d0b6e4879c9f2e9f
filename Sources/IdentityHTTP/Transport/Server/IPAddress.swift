import Foundation
package import NIOCore

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) is the IPv4 address.
package struct IPAddress: Hashable, Sendable {
  /// Four or sixteen.
  package let bytes: [UInt8]

  package var isVersion6: Bool { bytes.count == 16 }

  /// - Parameter text: without brackets; a zone (`%eth0`) is ignored.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 64 else { return nil }
    let address = text.prefix { $0 != "%" }
    guard let bytes = Self.version4(address) ?? Self.version6(address) else { return nil }
    self.init(bytes: bytes)
  }

  /// - Returns: nil for a Unix domain socket.
  package init?(_ socket: SocketAddress) {
    switch socket {
    case .v4(let address):
      self.init(bytes: withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
    case .v6(let address):
      self.init(bytes: withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
    case .unixDomainSocket: return nil
    }
  }

  private init(bytes: [UInt8]) {
    let isMapped =
      bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] & bytes[11] == 255
    self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
  }

  /// `127.0.0.0/8` and `::1`.
  package var isLoopback: Bool {
    isVersion6 ? bytes == [UInt8](repeating: 0, count: 15) + [1] : bytes[0] == 127
  }

  /// The range that shares limits: /24 of IPv4, /56 of IPv6.
  package var network: String {
    if isVersion6 {
      let groups = stride(from: 0, to: 8, by: 2).map { index in
        let low = index == 6 ? 0 : bytes[index + 1]
        return String(Int(bytes[index]) << 8 | Int(low), radix: 16)
      }
      return groups.joined(separator: ":") + "::/56"
    }
    return "\(bytes[0]).\(bytes[1]).\(bytes[2]).0/24"
  }

  private static func version4(_ text: some StringProtocol) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      // Some would read a leading zero as octal.
      guard let byte = UInt8(part), String(byte) == part else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func version6(_ text: some StringProtocol) -> [UInt8]? {
    let text = String(text)
    guard let gap = text.firstRange(of: "::") else {
      let bytes = groups(text[...], isEnd: true)
      return bytes?.count == 16 ? bytes : nil
    }
    guard let front = groups(text[..<gap.lowerBound], isEnd: false),
      let back = groups(text[gap.upperBound...], isEnd: true)
    else { return nil }
    let missing = 16 - front.count - back.count
    return missing < 2 ? nil : front + [UInt8](repeating: 0, count: missing) + back
  }

  /// - Parameter isEnd: whether the last group may be an IPv4 address.
  private static func groups(_ text: Substring, isEnd: Bool) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if isEnd, index == parts.count - 1, let tail = version4(part) { return bytes + tail }
      guard (1...4).contains(part.utf8.count), part.first != "+",
        let value = UInt16(part, radix: 16)
      else { return nil }
      bytes += [UInt8(value >> 8), UInt8(value & 255)]
    }
    return bytes
  }
}

/// Addresses with a common prefix, such as `10.0.0.0/8` (RFC 4632, RFC 4291 section 2.3).
package struct AddressRange: Hashable, Sendable {
  package let base: IPAddress
  package let bits: Int
  /// As written.
  package let text: String

  /// - Parameter text: an address, or an address with `/` and a prefix length.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let base = IPAddress(parts[0]) else { return nil }
    let most = base.bytes.count * 8
    guard let bits = parts.count == 1 ? most : Int(parts[1]), (0...most).contains(bits) else {
      return nil
    }
    self.base = base
    self.bits = bits
    self.text = text
  }

  /// Whether it contains many networks, and so strangers' hosts: shorter than /8 of IPv4 or /16 of
  /// IPv6. The unique local addresses of IPv6 (`fc00::/7`, RFC 4193) belong to one site, however
  /// many there are.
  package var holdsStrangers: Bool {
    guard base.isVersion6 else { return bits < 8 }
    return bits < 16 && !(bits >= 7 && base.bytes[0] & 0xFE == 0xFC)
  }

  package func contains(_ address: IPAddress) -> Bool {
    guard address.bytes.count == base.bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask = UInt8(128) >> UInt8(bit % 8)
      return address.bytes[bit / 8] & mask == base.bytes[bit / 8] & mask
    }
  }
}
