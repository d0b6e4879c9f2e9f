/// Sign-in with a password; changing it, and estimating its strength.
package struct PasswordSignIn: WayIn {
  package let parts: ServiceParts

  package static let authenticators: [AuthenticatorKind] = [.password]

  package static func proof(
    _ shown: ShownProof, of account: ID<Account>, _ tables: any IdentityTransaction
  ) throws -> Proof? {
    // One that was changed, reset or undone since is another authenticator. Records from before the version was kept
    // name none.
    guard let password = try tables.password(of: account),
      shown.identifier == nil || shown.identifier == String(password.version)
    else { return nil }
    return Proof(password: password, at: shown.at)
  }

  package static func forget(
    _ account: ID<Account>, _ identifiers: [Identifier], _ tables: any IdentityTransaction
  ) throws {
    try tables.removePassword(of: account)
  }

  var registration: Registration { Registration(parts: parts) }
}

extension IdentityService {
  package var passwords: PasswordSignIn { PasswordSignIn(parts: parts) }
}

extension AuthenticatorKind {
  package static let password = AuthenticatorKind(
    name: "password", factor: .knowledge, method: .password)
}

extension Proof {
  /// The proof of a correct password.
  init(password credential: PasswordCredential, at now: Timestamp) {
    self.init(
      .password, of: credential.account, reference: String(credential.version), shownAt: now,
      heldSince: credential.heldSince, recoveredBy: credential.recoveredBy)
  }
}
