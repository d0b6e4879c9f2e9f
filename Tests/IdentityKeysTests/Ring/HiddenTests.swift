import Foundation
import IdentityDomain
import IdentityKeys
import IdentityStoreContract
import Testing

@Suite("No description shows a key")
struct HiddenTests {
  /// The ways in which 32 times one byte would show.
  private func traces(_ byte: UInt8) -> [String] {
    let bytes = [UInt8](repeating: byte, count: 8)
    return [
      Hex.text(bytes), bytes.map { "\($0)" }.joined(separator: ", "),
      Base64URL.text(Array(bytes + [byte])), String(decoding: bytes, as: UTF8.self),
    ]
  }

  @Test("Neither the master key nor the ring, its keeper or its ports reveal one, even when dumped")
  func values() async throws {
    let house = KeyHouse()
    let masterKey = try MasterKey(environment: String(repeating: "4b4c", count: 16))
    let server = try await house.server(masterKey: masterKey, random: NumberedBytes())
    let values: [Any] = [
      masterKey, server, server.ring, ES256Tokens(server.ring), server.ring as any KeyedDigest,
      server.ring as any Sealing, [masterKey], Optional(server) as Any,
    ]
    // The digest key is 32 times 3, the sealing key 32 times 6.
    let wanted = traces(3) + traces(6) + ["4b4c4b4c", "75, 76", "KLKLKL", "S0xLTEt"]
    var count = 0
    for text in values.flatMap({ KeyHouse.texts(of: $0) }) {
      for trace in wanted { #expect(!text.contains(trace), "\(text)") }
      #expect(!text.contains("SymmetricKey") && !text.contains("PrivateKey"), "\(text)")
      count += 1
    }
    #expect(count == 3 * values.count)
  }

  @Test("Nothing in the store reveals one")
  func store() async throws {
    let house = KeyHouse()
    _ = try await house.server(random: NumberedBytes())
    let dump = await house.store.dump()
    for trace in traces(3).prefix(2) + traces(6).prefix(2) { #expect(!dump.contains(trace)) }
    // The ids and nonces are there, so the search would find the keys.
    #expect(dump.contains("AgICAgICAgIC") && dump.contains(traces(4)[1]))
  }

  @Test("A refused master key is not quoted")
  func failures() throws {
    for secret in ["CANARY-SECRET", String(repeating: "CANARY", count: 11)] {
      let failure = #expect(throws: MasterKeyFailure.self) { try MasterKey(environment: secret) }
      for text in KeyHouse.texts(of: failure as Any) { #expect(!text.contains("CANARY")) }
    }
  }
}
