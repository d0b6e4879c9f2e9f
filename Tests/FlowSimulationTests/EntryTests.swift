import Testing

/// The rows of the entry, each by the scripts that are named after it.
@Suite struct EntryTests {
  @Test("ENT-1: the parts in order, each enabled by the configuration")
  func ent1() throws { try Shipped.shows("ENT-1", atLeast: 3) }

  @Test("ENT-2: home after one round trip, and after none with a valid session")
  func ent2() throws { try Shipped.shows("ENT-2", atLeast: 2) }

  @Test("ENT-3: killed in the middle, the user continues in the same place")
  func ent3() throws { try Shipped.shows("ENT-3") }

  @Test("ENT-4: a failing launch call leads to a declared screen")
  func ent4() throws { try Shipped.shows("ENT-4") }

  @Test("ENT-5: logout and expiry clear what belongs to the user")
  func ent5() throws { try Shipped.shows("ENT-5", atLeast: 2) }

  @Test("ENT-6: a link opens once, after the entry")
  func ent6() throws { try Shipped.shows("ENT-6") }

  @Test("ENT-7: a version that is too old is blocked")
  func ent7() throws { try Shipped.shows("ENT-7", atLeast: 2) }

  @Test("ENT-8: offline, home is shown, or a screen that retries by itself")
  func ent8() throws { try Shipped.shows("ENT-8", atLeast: 2) }

  @Test("ENT-9: an update keeps facts and place")
  func ent9() throws { try Shipped.shows("ENT-9") }

  @Test("ENT-10: every sign-out has a cause in words")
  func ent10() throws { try Shipped.shows("ENT-10") }
}
