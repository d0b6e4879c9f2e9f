import IdentityHTTP
import Testing

@Suite("The countries of networks")
struct NetworkCountriesTests {
  private func table() throws -> NetworkCountries {
    var table = NetworkCountries()
    for (range, country) in [
      ("203.0.113.0/24", "DE"), ("203.0.113.128/25", "MX"), ("203.0.113.200", "AR"),
      ("2001:db8::/32", "FR"), ("2001:db8:1::/48", "ES"), ("0.0.0.0/1", "US"),
    ] {
      table.set(try #require(AddressRange(range)), country)
    }
    return table
  }

  @Test(
    "CTR-7: the smallest network that contains an address says its country",
    arguments: [
      ("203.0.113.1", "DE"), ("203.0.113.127", "DE"), ("203.0.113.128", "MX"),
      ("203.0.113.200", "AR"), ("203.0.113.201", "MX"), ("203.0.114.1", nil), ("9.9.9.9", "US"),
      ("::ffff:203.0.113.1", "DE"), ("2001:db8::1", "FR"), ("2001:db8:1::1", "ES"),
      ("2001:db8:2::1", "FR"), ("2001:db9::1", nil), ("::1", nil),
    ] as [(String, String?)])
  func smallest(address: String, country: String?) throws {
    #expect(try table().country(of: try #require(IPAddress(address))) == country)
  }

  @Test("Without a table no address has a country; a range that comes twice has the later one")
  func edges() throws {
    let address = try #require(IPAddress("203.0.113.1"))
    #expect(NetworkCountries().country(of: address) == nil)
    var table = try table()
    table.set(try #require(AddressRange("203.0.113.77/24")), "CH")
    #expect(table.country(of: address) == "CH")
    table.set(try #require(AddressRange("0.0.0.0/0")), "ZA")
    #expect(table.country(of: try #require(IPAddress("203.0.114.1"))) == "ZA")
  }
}
