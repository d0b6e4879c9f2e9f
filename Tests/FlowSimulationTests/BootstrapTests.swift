import Testing

/// The rows of the bootstrap, each by the scripts that are named after it.
@Suite struct BootstrapTests {
  @Test("BOOT-1: nothing starts before the launch, then each part starts once")
  func boot1() throws { try Shipped.shows("BOOT-1") }

  @Test("BOOT-2: the reset is decided first, and without a reason nothing is changed")
  func boot2() throws { try Shipped.shows("BOOT-2") }

  @Test("BOOT-3: the login is presented as a modal over the root")
  func boot3() throws { try Shipped.shows("BOOT-3") }

  @Test("BOOT-4: stored session information leads to the crumb, otherwise to first-time use")
  func boot4() throws { try Shipped.shows("BOOT-4") }

  @Test("BOOT-5: one step asks for the crumb")
  func boot5() throws { try Shipped.shows("BOOT-5") }

  @Test("BOOT-6: crumb, then root, then the decision; a failed crumb shows stored content")
  func boot6() throws { try Shipped.shows("BOOT-6", atLeast: 2) }

  @Test("BOOT-7: the root loads no content during first-time use")
  func boot7() throws { try Shipped.shows("BOOT-7") }

  @Test("BOOT-8: the registration flag has three values")
  func boot8() throws { try Shipped.shows("BOOT-8", atLeast: 2) }

  @Test("BOOT-9: push is registered after a login, not on a restored session")
  func boot9() throws { try Shipped.shows("BOOT-9", atLeast: 2) }

  @Test("BOOT-10: a reset that was selected works")
  func boot10() throws { try Shipped.shows("BOOT-10", atLeast: 2) }

  @Test("BOOT-11: a registration that was not completed resets")
  func boot11() throws { try Shipped.shows("BOOT-11") }

  @Test("BOOT-12: without either, the reset does nothing")
  func boot12() throws { try Shipped.shows("BOOT-12") }

  @Test("BOOT-13: the root is set before the login is presented")
  func boot13() throws { try Shipped.shows("BOOT-13") }

  @Test("BOOT-14: the root is set once crumbs are received")
  func boot14() throws { try Shipped.shows("BOOT-14") }

  @Test("BOOT-15: first-time use is launched if no user exists")
  func boot15() throws { try Shipped.shows("BOOT-15") }

  @Test("BOOT-16: the flag is complete after the profile is dismissed")
  func boot16() throws { try Shipped.shows("BOOT-16") }

  @Test("BOOT-17: the flag is begun before registration begins")
  func boot17() throws { try Shipped.shows("BOOT-17") }

  @Test("BOOT-18: in first-time use crumbs are requested after the user logs in")
  func boot18() throws { try Shipped.shows("BOOT-18") }
}
