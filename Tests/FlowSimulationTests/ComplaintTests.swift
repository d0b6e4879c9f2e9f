import Testing

/// What users of comparable systems complain about, where a flow shows it, each by the scripts that are named after it.
@Suite struct ComplaintTests {
  @Test("CMP-1: a refresh whose response was lost signs no one out")
  func cmp1() throws { try Shipped.shows("CMP-1") }

  @Test("CMP-3: a late response after sign-out revives no session")
  func cmp3() throws { try Shipped.shows("CMP-3") }

  @Test("CMP-4: storage that cannot be read yet does not mean signed out")
  func cmp4() throws { try Shipped.shows("CMP-4", atLeast: 2) }

  @Test("CMP-5: network and storage errors never sign a user out")
  func cmp5() throws { try Shipped.shows("CMP-5") }

  @Test("CMP-6: a launch without network neither signs out nor hangs")
  func cmp6() throws { try Shipped.shows("CMP-6") }

  @Test("CMP-9: timers continue over a kill, and neither restart nor end at once")
  func cmp9() throws { try Shipped.shows("CMP-9") }

  @Test("CMP-14: the location permission is requested and observed")
  func cmp14() throws { try Shipped.shows("CMP-14") }

  @Test("CMP-15: the sign-in runs without network, mailbox and phone")
  func cmp15() throws { try Shipped.shows("CMP-15") }

  @Test("CMP-8: a registration continues after a kill, without a second code")
  func cmp8() throws { try Shipped.shows("CMP-8") }
}
