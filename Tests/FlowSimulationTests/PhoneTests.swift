import Testing

/// The rows of the phone sign-in, each by the scripts that are named after it.
@Suite struct PhoneTests {
  @Test(
    "PHN-1: the login screen says why it is shown, and the first launch wipes what outlived the app"
  )
  func phn1() throws { try Shipped.shows("PHN-1", atLeast: 2) }

  @Test("PHN-2: the country is preselected from the region, and a picked one is kept")
  func phn2() throws { try Shipped.shows("PHN-2") }

  @Test("PHN-3: a number is validated, sent in E.164, and creates one record")
  func phn3() throws { try Shipped.shows("PHN-3", atLeast: 2) }

  @Test("PHN-4: the session is stored once the code is verified, and not before")
  func phn4() throws { try Shipped.shows("PHN-4") }

  @Test("PHN-5: the same device needs no code")
  func phn5() throws { try Shipped.shows("PHN-5") }

  @Test("PHN-6: services start in order, push is sent, the next screen is chosen")
  func phn6() throws { try Shipped.shows("PHN-6") }

  @Test("PHN-7: the push token is sent, sent again when it changes, and released at logout")
  func phn7() throws { try Shipped.shows("PHN-7") }

  @Test("PHN-8: a user without an address sets up a profile, one with an address lands")
  func phn8() throws { try Shipped.shows("PHN-8", atLeast: 2) }

  @Test("PHN-9: a code has tries and a countdown, and survives a kill without a second message")
  func phn9() throws { try Shipped.shows("PHN-9", atLeast: 2) }

  @Test("PHN-10: a recycled number requires a second proof or starts a new account")
  func phn10() throws { try Shipped.shows("PHN-10", atLeast: 2) }
}
