import IdentityHTTP
import Testing

@testable import ServerCommands

@Suite("The file of networks")
struct NetworksFileTests {
  private func read(_ text: String) throws -> NetworkCountries {
    try NetworksFile.read(ReadableFile(path: "networks.txt", bytes: Array(text.utf8)))
  }

  @Test("CTR-7: a network and a country on each line, by spaces or a comma")
  func reads() throws {
    let found = try read("# ours\r\n\r\n203.0.113.0/24 DE\r\n2001:db8::/32,MX\n198.51.100.7\tAR")
    for (address, country) in [
      ("203.0.113.9", "DE"), ("2001:db8::1", "MX"), ("198.51.100.7", "AR"), ("198.51.100.8", nil),
    ] as [(String, String?)] {
      #expect(found.country(of: try #require(IPAddress(address))) == country)
    }
  }

  @Test(
    "A line that is not a network and its country is refused, with what to write",
    arguments: [
      "203.0.113.0/33 DE", "203.0.113 DE", "203.0.113.0/24", "203.0.113.0/24 de",
      "203.0.113.0/24 DEU", "203.0.113.0/24 DE MX", "start_ip,end_ip,country", "DE 203.0.113.0/24",
    ])
  func refused(line: String) throws {
    let refusals = try #require(throws: ServeRefusals.self) {
      try read("203.0.113.0/24 DE\n\(line)\n")
    }
    #expect(refusals.refusals.map(\.setting) == [.networks])
    #expect(refusals.description.hasPrefix("networks.txt:2: "))
    #expect(refusals.description.contains("203.0.113.0/24 DE"))
  }

  @Test("A file of something else is refused in at most 20 lines")
  func bounded() throws {
    let refusals = try #require(throws: ServeRefusals.self) {
      try read(String(repeating: "nothing\n", count: 1_000))
    }
    #expect(refusals.refusals.count == 20)
  }
}
