import Testing

/// The rows about proofs, as far as flows carry them; each by the scripts that are named after it.
@Suite struct DecisionTests {
  @Test("DEC-1: a code that is asked for beside the password leads where the password leads")
  func dec1() throws { try Shipped.shows("DEC-1", atLeast: 2) }

  @Test("DEC-3, MFA-5: who changes an address or a number proves who they are, and it goes on")
  func dec3() throws { try Shipped.shows("DEC-3", atLeast: 4) }

  @Test("DEC-7: a sign-in that strangers spoiled goes on with a code, or with what was mailed")
  func dec7() throws { try Shipped.shows("DEC-7", atLeast: 5) }
}
