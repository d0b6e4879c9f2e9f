import Foundation
import HTTPTypes
import Hummingbird
import IdentityDomain
import IdentityHTTP
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct AddressTests {
  /// The address as `inet_pton` of the C library reads it; as IPv4 if it is mapped.
  private func oracle(_ text: String) -> [UInt8]? {
    var four = [UInt8](repeating: 0, count: 4)
    if inet_pton(AF_INET, text, &four) == 1 { return four }
    var sixteen = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
    let mapped = [UInt8](repeating: 0, count: 10) + [255, 255]
    return Array(sixteen.prefix(12)) == mapped ? Array(sixteen.suffix(4)) : sixteen
  }

  @Test("An address is read as the C library reads it, and refused where the C library refuses it")
  func likeTheLibrary() {
    var random = SeededGenerator(announcing: "AddressTests", seed: 11)
    let pieces = [
      "0", "1", "ff", "2001", "db8", ":", "::", ".", "255", "256", "01", "g", "ffff", "127",
    ]
    var good = 0
    for _ in 0..<60_000 {
      let count = Int.random(in: 1...17, using: &random)
      let text =
        Bool.random(using: &random)
        ? (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        : address(&random)
      #expect(IPAddress(text)?.bytes == oracle(text), "\(text)")
      if oracle(text) != nil { good += 1 }
    }
    #expect(good > 10_000)
  }

  /// An address in one of the usual spellings, sometimes with a number that is too large.
  private func address(_ random: inout SeededGenerator) -> String {
    func group(_ most: Int, _ radix: Int) -> String {
      String(Int.random(in: 0...most, using: &random), radix: radix)
    }
    let four = (0..<4).map { _ in group(260, 10) }.joined(separator: ".")
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return four
    case 1: return "::ffff:" + four
    default:
      var groups = (0..<8).map { _ in group(0x10008, 16) }
      if Bool.random(using: &random) {
        let first = Int.random(in: 0..<8, using: &random)
        let last = Int.random(in: first..<8, using: &random)
        groups.replaceSubrange(first...last, with: [first == 0 ? ":" : ""])
        if last == 7 { groups.append("") }
        if first == 0, last == 7 { return "::" }
      }
      let text = groups.joined(separator: ":")
      return text.hasPrefix(":::") ? String(text.dropFirst()) : text
    }
  }

  @Test(
    "Limits apply to a /24 of IPv4 or a /56 of IPv6, and an IPv4-mapped address counts as IPv4",
    arguments: [
      ("192.0.2.77", "192.0.2.0/24"), ("::ffff:192.0.2.77", "192.0.2.0/24"),
      ("2001:db8:1:22ff::1", "2001:db8:1:2200::/56"), ("::1", "0:0:0:0::/56"),
      ("fe80::1%eth0", "fe80:0:0:0::/56"),
    ])
  func networks(text: String, network: String) throws {
    #expect(try #require(IPAddress(text)).network == network)
  }

  @Test("A range contains the addresses with its prefix, and none of the other IP version")
  func ranges() throws {
    let range = try #require(AddressRange("10.16.0.0/12"))
    #expect(range.contains(try #require(IPAddress("10.31.255.255"))))
    #expect(!range.contains(try #require(IPAddress("10.32.0.0"))))
    #expect(!range.contains(try #require(IPAddress("::"))))
    let all = try #require(AddressRange("::/0"))
    #expect(all.contains(try #require(IPAddress("2001:db8::1"))))
    #expect(!all.contains(try #require(IPAddress("10.0.0.1"))))
  }

  @Test("A range with a bad address or prefix length is refused")
  func badRanges() {
    for bad in ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0/8", "::/129", "a/1"] {
      #expect(AddressRange(bad) == nil, "\(bad)")
    }
  }

  /// The client's address as decimal bytes, where `10.0.0.0/8` and `2001:db8::/32` are trusted proxies.
  private func client(
    _ peer: String, _ lines: [String], _ header: HTTPSettings.ProxyHeader = .forwardedFor
  ) -> String? {
    ClientAddress(
      peer: IPAddress(peer), lines: lines, header: header,
      trusted: ["10.0.0.0/8", "2001:db8::/32"].compactMap { AddressRange($0) }
    ).address.map { $0.bytes.map(String.init).joined(separator: ".") }
  }

  @Test(
    "The client's address is read from the header only behind a trusted proxy, and from right to left"
  )
  func proxies() {
    #expect(client("192.0.2.1", ["198.51.100.1"]) == "192.0.2.1")
    #expect(client("10.0.0.1", ["198.51.100.1"]) == "198.51.100.1")
    #expect(client("10.0.0.1", ["1.1.1.1, 198.51.100.1"]) == "198.51.100.1")
    #expect(client("10.0.0.1", ["1.1.1.1", "198.51.100.1, 10.0.0.2"]) == "198.51.100.1")
    #expect(client("2001:db8::1", ["198.51.100.1"]) == "198.51.100.1")
    #expect(client("10.0.0.1", []) == "10.0.0.1")
    #expect(client("10.0.0.1", ["nonsense"]) == "10.0.0.1")
    #expect(client("10.0.0.1", ["1.1.1.1, unknown, 10.0.0.2"]) == "10.0.0.2")
    #expect(client("10.0.0.1", ["10.0.0.3, 10.0.0.2"]) == "10.0.0.3")
    #expect(client("10.0.0.1", ["198.51.100.1:4711"]) == "198.51.100.1")
  }

  @Test(
    "RFC 7239: `Forwarded` is read with quotes, brackets and ports, up to a hop without an address")
  func forwarded() {
    #expect(client("10.0.0.1", ["for=198.51.100.1;proto=https"], .forwarded) == "198.51.100.1")
    #expect(
      client("10.0.0.1", ["for=1.1.1.1", "proto=https; For=\"198.51.100.1:80\""], .forwarded)
        == "198.51.100.1")
    #expect(
      client("10.0.0.1", ["for=1.1.1.1, for=\"[::ffff:198.51.100.9]:4711\""], .forwarded)
        == "198.51.100.9")
    #expect(client("10.0.0.1", ["for=1.1.1.1, for=_hidden"], .forwarded) == "10.0.0.1")
    #expect(client("10.0.0.1", ["for=1.1.1.1, by=2.2.2.2"], .forwarded) == "10.0.0.1")
  }

  @Test(
    "RFC 7239: `for=` in a quoted string names no address, and an open quote neither hides nor forges one"
  )
  func quoted() {
    // `,`, `;` and `=` may stand in the name of a host (RFC 3986 section 3.2.2), and so in `Host`.
    let chosen = "host=\"a,for=1.1.1.1;x=\";proto=http;for=198.51.100.1"
    #expect(client("10.0.0.1", [chosen], .forwarded) == "198.51.100.1")
    #expect(
      client("10.0.0.1", ["for=198.51.100.1;host=\"a,for=1.1.1.1\""], .forwarded) == "198.51.100.1")
    #expect(
      client("10.0.0.1", [#"for=198.51.100.1;host="a\",for=1.1.1.1;x=\\""#], .forwarded)
        == "198.51.100.1")
    #expect(client("10.0.0.1", ["for=\"1.1.1.1, for=198.51.100.1"], .forwarded) == "198.51.100.1")
    #expect(client("10.0.0.1", ["for=1.1.1.1, for=\"198.51.100.1"], .forwarded) == "10.0.0.1")
  }

  @Test("A header that the trusted proxies do not write is ignored")
  func otherHeader() async throws {
    let door = Door { $0.trustedProxies = [AddressRange("192.0.2.0/24")].compactMap { $0 } }
    _ = try await door.send(
      .get, "/apiversions", [.forwarded: "for=1.1.1.1", .forwardedFor: "198.51.100.1"])
    #expect(door.calls.all.first?.caller.network == "198.51.100.0/24")
    _ = try await door.send(.get, "/apiversions", [.forwarded: "for=1.1.1.1"], peer: "192.0.2.7")
    #expect(door.calls.all.last?.caller.network == "192.0.2.0/24")
  }

  @Test("A proxy that is not listed is warned of once, without an address; a listed one is not")
  func unlistedProxy() async throws {
    for (trusted, warnings) in [([], 1), (["192.0.2.0/24"], 0)] as [([String], Int)] {
      let door = Door { $0.trustedProxies = trusted.compactMap { AddressRange($0) } }
      let responder = door.responder
      for _ in 0..<3 {
        let head = HTTPRequest(
          method: .get, scheme: "http", authority: "id.example.com", path: "/apiversions",
          headerFields: [.forwardedFor: "198.51.100.1"])
        _ = await responder.respond(
          to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
          peer: IPAddress("192.0.2.7"))
      }
      let told = door.log.all.filter { $0.contains("not in trusted_proxies") }
      #expect(told.count == warnings)
      #expect(!told.joined().contains("192.0.2.7"))
    }
  }

  @Test("All calls over a Unix domain socket share one limit")
  func socketFile() async throws {
    let door = Door()
    _ = try await door.send(.get, "/apiversions", peer: nil)
    #expect(door.calls.all.last?.caller.network == "local")
  }
}
