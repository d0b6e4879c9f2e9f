import Testing

/// The rows of the account sign-in, each by the scripts that are named after it.
@Suite struct AccountTests {
  @Test("ACC-1: a registration is confirmed by a code and signs in")
  func acc1() throws { try Shipped.shows("ACC-1") }

  @Test("ACC-2: the login distinguishes its refusals, and a lost response signs in once")
  func acc2() throws { try Shipped.shows("ACC-2", atLeast: 2) }

  @Test("ACC-3: the profile is fetched after the login, and again after a failure")
  func acc3() throws { try Shipped.shows("ACC-3") }

  @Test("ACC-5: a forgotten password is reset with a code")
  func acc5() throws { try Shipped.shows("ACC-5") }

  @Test("ACC-6: the footer has documentation, privacy, terms and version")
  func acc6() throws { try Shipped.shows("ACC-6") }

  @Test("ACC-7: a session is extended when necessary, and without one the sign-in is shown")
  func acc7() throws { try Shipped.shows("ACC-7", atLeast: 2) }

  @Test("ACC-8: the profile is stored as received")
  func acc8() throws { try Shipped.shows("ACC-8") }

  @Test("ACC-9: the account is deleted with a code, and an unknown outcome is put to the user")
  func acc9() throws { try Shipped.shows("ACC-9", atLeast: 2) }
}
