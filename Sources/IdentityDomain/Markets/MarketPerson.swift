/// A user's role in the market.
package enum UserMode: String, Hashable, Sendable, CaseIterable {
  case worker
  case client
}

/// What `newUser` asks for in addition to address and password (facts, market sign-in).
package struct MarketPerson: Hashable, Sendable {
  package let firstName: String
  package let lastName: String
  /// A claim: it finds no account and proves nothing until its code is confirmed (SEC "No
  /// pre-hijacking").
  package let mobile: PhoneNumber
  package let mode: UserMode

  package init(firstName: String, lastName: String, mobile: PhoneNumber, mode: UserMode) {
    self.firstName = firstName
    self.lastName = lastName
    self.mobile = mobile
    self.mode = mode
  }

  package var fullName: String { firstName + " " + lastName }
}

/// How far a user is verified; with the mode it decides the home (MKT-10).
package enum VerificationStatus: String, Hashable, Sendable {
  /// The address is verified, since otherwise there would be no account; the number is only
  /// claimed.
  case unverified
  case verified

  /// Derived from the bindings, so it cannot contradict them: a number that leaves the account
  /// takes its verification along.
  package init(_ bindings: [IdentifierBinding]) {
    let kinds = bindings.map(\.identifier)
    let hasEmail = kinds.contains { if case .email = $0 { true } else { false } }
    let hasPhone = kinds.contains { if case .phone = $0 { true } else { false } }
    self = hasEmail && hasPhone ? .verified : .unverified
  }
}

/// What `getProfile` returns.
package struct MarketProfileAnswer: Sendable {
  package let profile: ProfileAnswer
  package let verification: VerificationStatus
  /// Of the session; nil if it was not opened in a market.
  package let market: MarketHandle?

  package var person: MarketPerson? { profile.account.profile.market }
}

extension MarketSignIn {
  /// `getProfile` (MKT-10).
  package func profile(_ call: SessionCall) async throws -> MarketProfileAnswer {
    try await sessions.reading("market.profile", call) { tables, session, account, _ in
      let bindings = try tables.bindings(of: account.id)
      return .success(
        MarketProfileAnswer(
          profile: ProfileAnswer(account, bindings), verification: VerificationStatus(bindings),
          market: session.market))
    }
  }
}
