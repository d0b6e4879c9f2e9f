/// Of which accounts an operator requires a second factor (MFA-4).
///
/// It asks for one where a password signs in, since a code by SMS and an authenticator app are the
/// same factor (SEC "One decision"): whoever signs in without a password has none to add to.
package enum SecondFactorPolicy: Hashable, Sendable {
  case nobody
  case everybody
  /// Of those with one of these claims.
  case holders(of: Set<AccountClaim>)

  func applies(to account: Account) -> Bool {
    switch self {
    case .nobody: false
    case .everybody: true
    case .holders(let claims): claims.contains { $0.isHeld(by: account) }
    }
  }
}

/// What an account is, for rules of an operator.
package enum AccountClaim: String, Hashable, Sendable, CaseIterable {
  case superAdmin = "super_admin"
  case worker
  case client

  func isHeld(by account: Account) -> Bool {
    switch self {
    case .superAdmin: account.isSuperAdmin
    case .worker: account.profile.market?.mode == .worker
    case .client: account.profile.market?.mode == .client
    }
  }
}
