import Testing

/// The rows about proofs, as far as flows carry them; each by the scripts that are named after it.
@Suite struct DecisionTests {
  @Test("DEC-1: a code requested with the password leads where the password leads")
  func dec1() throws { try Shipped.shows("DEC-1", atLeast: 2) }

  @Test("DEC-3, MFA-5: changing an address or a number requires a fresh proof, then continues")
  func dec3() throws { try Shipped.shows("DEC-3", atLeast: 4) }

  @Test("DEC-7: a sign-in blocked by strangers continues with a code, or a mailed value")
  func dec7() throws { try Shipped.shows("DEC-7", atLeast: 5) }
}
