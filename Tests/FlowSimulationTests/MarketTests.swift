import Testing

/// The rows of the market sign-in, each by the scripts that are named after it.
@Suite struct MarketTests {
  @Test(
    "MKT-1: location is requested at the highest level, and a lower or denied grant is not enough")
  func mkt1() throws { try Shipped.shows("MKT-1") }

  @Test("MKT-2: without coordinates an alert asks again, and nothing later is reachable")
  func mkt2() throws { try Shipped.shows("MKT-2", atLeast: 2) }

  @Test("MKT-3: device id and push are requested, and the flow continues without them")
  func mkt3() throws { try Shipped.shows("MKT-3", atLeast: 2) }

  @Test("MKT-4: automatic login comes before the form, and a network failure destroys nothing")
  func mkt4() throws { try Shipped.shows("MKT-4", atLeast: 2) }

  @Test(
    "MKT-5: the form lists the markets, preselects the nearest open one, and a closed one invites")
  func mkt5() throws { try Shipped.shows("MKT-5") }

  @Test("MKT-6: a refused registration keeps the form, a successful one leads to the login form")
  func mkt6() throws { try Shipped.shows("MKT-6") }

  @Test("MKT-7: a registration's password is kept for the first login or 15 minutes")
  func mkt7() throws { try Shipped.shows("MKT-7", atLeast: 2) }

  @Test("MKT-8: the next launch signs in without input")
  func mkt8() throws { try Shipped.shows("MKT-8") }

  @Test("MKT-9: a mailed value signs in to set a new password, then home shows")
  func mkt9() throws { try Shipped.shows("MKT-9") }

  @Test("MKT-10: the profile decides the home, and an unknown value leads to the safe one")
  func mkt10() throws { try Shipped.shows("MKT-10") }
}
