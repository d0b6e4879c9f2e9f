import Portico
import Testing

@Suite("The countries of a country field")
struct CountryListTests {
  private let names = [
    ("EG", "Ägypten"), ("DE", "Deutschland"), ("DK", "Dänemark"), ("US", "Vereinigte Staaten"),
  ]

  private func list(preferred: [String] = []) throws -> CountryList {
    try #require(
      CountryList(names: names.map { (region: $0.0, name: $0.1) }, preferred: preferred))
  }

  @Test("PHN-2: a country has its flag, its name and its calling code")
  func country() throws {
    let germany = try #require(try list()["DE"])
    #expect(germany.name == "Deutschland")
    #expect(germany.callingCode == "+49")
    #expect(germany.flag == "🇩🇪")
  }

  @Test("PHN-2: countries stand by initial letter, under the preferred ones")
  func sections() throws {
    let list = try list(preferred: ["US"])
    #expect(list.sections.prefix(3).map(\.title) == ["", "A", "D"])
    #expect(list.sections[0].countries.map(\.region) == ["US"])
    #expect(list.sections[2].countries.prefix(2).map(\.region) == ["DE", "DK"])
  }

  @Test("PHN-2: every region with a calling code is listed, also one without a name")
  func all() throws {
    let list = try list()
    #expect(Set(list.sections.flatMap(\.countries).map(\.region)) == Set(CountryList.regions))
    #expect(list["AC"]?.name == "AC")
    #expect(list["XX"] == nil)
  }

  @Test(
    "PHN-2: a search finds names, ISO codes and calling codes, whatever the accents",
    arguments: [("agypt", "EG"), ("dk", "DK"), ("+49", "DE"), ("STAATEN", "US")])
  func search(typed: String, region: String) throws {
    #expect(try list().countries(matching: typed).first?.region == region)
  }

  @Test("A search that finds nothing is empty, and an empty one finds all")
  func nothing() throws {
    let list = try list()
    #expect(list.countries(matching: "qqqq").isEmpty)
    #expect(list.countries(matching: " ").count == CountryList.regions.count)
  }
}
