/// Sign-in with a password; changing it, and estimating its strength.
package struct PasswordSignIn: WayIn {
  package let parts: ServiceParts

  package static let authenticators: [AuthenticatorKind] = [.password]

  package static func proof(
    _ shown: ShownProof, of account: ID<Account>, _ tables: any IdentityTransaction
  ) throws -> Proof? {
    try tables.password(of: account).map { Proof(password: $0, at: shown.at) }
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
      .password, of: credential.account, shownAt: now, heldSince: credential.heldSince,
      recoveredBy: credential.recoveredBy)
  }
}
