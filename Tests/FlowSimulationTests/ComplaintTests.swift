import Testing

/// What users of comparable systems complain about, where a flow shows it, each by the scripts that are named after it.
@Suite struct ComplaintTests {
  @Test("CMP-1: a refresh whose answer was lost signs nobody out")
  func cmp1() throws { try Shipped.shows("CMP-1") }

  @Test("CMP-3: a late answer after sign-out brings nobody back")
  func cmp3() throws { try Shipped.shows("CMP-3") }

  @Test("CMP-4: storage that cannot be read yet is not signed out")
  func cmp4() throws { try Shipped.shows("CMP-4", atLeast: 2) }

  @Test("CMP-5: errors of network and storage are no cause of a sign-out")
  func cmp5() throws { try Shipped.shows("CMP-5") }

  @Test("CMP-6: a launch without network neither signs out nor hangs")
  func cmp6() throws { try Shipped.shows("CMP-6") }

  @Test("CMP-9: timers go on over a kill, and neither begin again nor end at once")
  func cmp9() throws { try Shipped.shows("CMP-9") }

  @Test("CMP-14: the location permission is asked for and watched")
  func cmp14() throws { try Shipped.shows("CMP-14") }

  @Test("CMP-15: the sign-in runs without network, mailbox and phone")
  func cmp15() throws { try Shipped.shows("CMP-15") }

  @Test("CMP-8: a registration goes on after a kill, without a second code")
  func cmp8() throws { try Shipped.shows("CMP-8") }
}
