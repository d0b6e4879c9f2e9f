/// Sign-in to a market (MKT): with a password, a mailed temporary password, or a device's grant.
package struct MarketSignIn: WayIn {
  package let parts: ServiceParts

  /// It uses those of other ways: passwords, codes by mail, and trusted devices.
  package static let authenticators: [AuthenticatorKind] = []

  package static func forget(
    _ account: ID<Account>, _ identifiers: [Identifier], _ tables: any IdentityTransaction
  ) throws {
    for identifier in identifiers { try tables.removeTemporaryPassword(for: identifier) }
  }

  var passwords: PasswordSignIn { PasswordSignIn(parts: parts) }
  var recovery: Recovery { Recovery(parts: parts) }
  var registration: Registration { Registration(parts: parts) }
}

extension IdentityService {
  package var markets: MarketSignIn { MarketSignIn(parts: parts) }
}
