/// Sign-in with a phone number (PHN): by SMS code, or silently on a trusted device.
package struct PhoneSignIn: WayIn {
  package let parts: ServiceParts

  package static let authenticators: [AuthenticatorKind] = [.device]

  package static func trusts(
    _ key: KeyThumbprint, for account: ID<Account>, at now: Timestamp,
    _ tables: any IdentityTransaction
  ) throws -> Bool {
    try tables.bindings(of: account).contains { binding in
      guard case .phone(let number) = binding.identifier else { return false }
      return try tables.trust(in: number)?
        .skipsCode(account: account, number: number, key: key, at: now) ?? false
    }
  }

  package static func forget(
    _ account: ID<Account>, _ identifiers: [Identifier], _ tables: any IdentityTransaction
  ) throws {
    try tables.removeTrusts(of: account)
    try tables.removeDetachments(of: account)
  }
}

extension IdentityService {
  package var phones: PhoneSignIn { PhoneSignIn(parts: parts) }
}

extension ChallengePurpose {
  package static let phoneSignIn = ChallengePurpose("phone_sign_in")
  /// The second proof that a recycled number requires (PHN-10).
  package static let secondProof = ChallengePurpose("second_proof")
}

extension AuthenticatorKind {
  /// The key of a device that is trusted for a number (PHN-5) or holds the grant of a market
  /// (MKT-4).
  package static let device = AuthenticatorKind(
    name: "device", factor: .possession, isInteractive: false, method: nil)
}
