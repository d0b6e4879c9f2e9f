import IdentityDomain
import IdentityTestSupport
import TestSupport
import Testing

@Suite("Markets of the configuration")
struct MarketsTests {
  private func entry(
    _ handle: String = "MX,CMX", name: String = "México,Ciudad de México",
    latitude: Double = 19.43, longitude: Double = -99.13, open: Bool = true
  ) -> MarketEntry {
    MarketEntry(
      handle: handle, name: name, latitude: latitude, longitude: longitude, open: open)
  }

  @Test("A name has a country and a state")
  func names() throws {
    let market = try #require(try Markets([entry(name: " México , Ciudad de México ")]).all.first)
    #expect(market.country == "México" && market.state == "Ciudad de México")
    #expect(market.handle.text == "MX,CMX" && market.isOpen)
  }

  @Test("An invalid entry is refused with its place, its field and a remedy")
  func flaws() throws {
    let wrongs: [(MarketEntry, String)] = [
      (entry("MX"), "handle"), (entry("mx,CMX"), "handle"), (entry("MX,"), "handle"),
      (entry("MX,CMXX"), "handle"), (entry("MX,CMX,A"), "handle"), (entry("MX, CM"), "handle"),
      (entry("МХ,CMX"), "handle"), (entry(name: "México"), "name"), (entry(name: "a,b,c"), "name"),
      (entry(name: " ,b"), "name"), (entry(name: "a,"), "name"), (entry(name: "a,b\u{0}"), "name"),
      (entry(name: "a," + String(repeating: "b", count: 300)), "name"),
      (entry(latitude: 90.5), "latitude"), (entry(latitude: .nan), "latitude"),
      (entry(latitude: -.infinity), "latitude"), (entry(longitude: 181), "longitude"),
      (entry(longitude: .nan), "longitude"), (entry(), "handle"),
    ]
    for (wrong, field) in wrongs {
      do {
        _ = try Markets([entry(), wrong])
        Issue.record("\(wrong) was taken")
      } catch {
        #expect(error.place == 2 && error.field == field, "\(wrong): \(error)")
        #expect(error.description.hasPrefix("market 2, \(field): "))
        #expect(error.advice.contains { $0 == " " })
      }
    }
    #expect(throws: MarketFlaw.self) {
      try Markets(Array(repeating: entry(), count: SecurityRules.mostMarkets + 1))
    }
  }

  @Test("MKT-5: the nearest market and the nearest open one are returned, over poles and date line")
  func nearest() throws {
    let markets = try Markets([
      entry("FJ,C", name: "Fiji,Central", latitude: -18.14, longitude: 178.44, open: false),
      entry("TO,04", name: "Tonga,Tongatapu", latitude: -21.14, longitude: -175.2),
      entry("NO,21", name: "Norge,Svalbard", latitude: 78.22, longitude: 15.63),
      entry("NO,XX", name: "Norge,Svalbard too", latitude: 78.22, longitude: 15.63),
    ])
    func seen(_ latitude: Double, _ longitude: Double) throws -> [String?] {
      let position = try #require(GeoPosition(latitude: latitude, longitude: longitude))
      let answer = markets.seen(from: position)
      #expect(answer.markets == markets.all)
      return [answer.nearest?.text, answer.preselected?.text]
    }
    #expect(try seen(-18, -179.9) == ["FJ,C", "TO,04"])
    #expect(try seen(-18, 179.9) == ["FJ,C", "TO,04"])
    #expect(try seen(-20, -176) == ["TO,04", "TO,04"])
    // Beyond the pole, Svalbard is nearer than the Pacific; of two in one place, the first.
    #expect(try seen(85, -164) == ["NO,21", "NO,21"])
    let unseen = markets.seen(from: nil)
    #expect(unseen.nearest == nil && unseen.preselected == nil && unseen.markets.count == 4)
    let closed = try Markets([entry(open: false)])
      .seen(from: GeoPosition(latitude: 0, longitude: 0))
    #expect(closed.nearest?.text == "MX,CMX" && closed.preselected == nil)
  }

  @Test("The nearest market matches a plain search, for random places")
  func search() throws {
    var random = SeededGenerator(announcing: "MarketsTests.search", seed: 42)
    for _ in 0..<50 {
      let entries = (0..<20).map { number in
        entry(
          "AA,\(number)", latitude: Double.random(in: -90...90, using: &random),
          longitude: Double.random(in: -180...180, using: &random), open: random.chance(50))
      }
      let markets = try Markets(entries)
      let here = try #require(
        GeoPosition(
          latitude: Double.random(in: -90...90, using: &random),
          longitude: Double.random(in: -180...180, using: &random)))
      let answer = markets.seen(from: here)
      for (found, among) in [
        (answer.nearest, markets.all), (answer.preselected, markets.all.filter(\.isOpen)),
      ] {
        let market = markets.all.first { $0.handle == found }
        #expect((market == nil) == among.isEmpty)
        for other in among {
          let way = try #require(market).position.distance(to: here)
          #expect(way <= other.position.distance(to: here))
        }
      }
    }
  }

  @Test("MKT-5: an open market can be entered; otherwise the reason is distinguished")
  func entered() throws {
    let markets = try Markets([entry(), entry("MX,JAL", name: "México,Jalisco", open: false)])
    #expect(try markets.entered("MX,CMX").get() == markets.all[0])
    #expect(markets.entered("MX,JAL") == .failure(.marketClosed))
    for unknown in ["MX,NLE", "mx,cmx", "", "MX,CMX ", "MX"] {
      #expect(markets.entered(unknown) == .failure(.marketUnknown), "\(unknown)")
    }
    #expect(Markets.none.entered("MX,CMX") == .failure(.marketUnknown))
  }
}
