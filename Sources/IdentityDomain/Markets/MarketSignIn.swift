/// The way in to a market (MKT): by a password, a mailed temporary one, or the grant of a device.
package struct MarketSignIn: WayIn {
  package let parts: ServiceParts

  package static let authenticators: [AuthenticatorKind] = [.password, .email, .device]

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
