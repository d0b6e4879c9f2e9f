/// A device on which someone has signed in, identified by its key.
package struct Device: Hashable, Sendable {
  package let key: KeyThumbprint
  package let account: ID<Account>
  package let firstSeenAt: Timestamp
  package var lastSeenAt: Timestamp
  package var client: ClientDescription
  /// Set if its user signed in to a market with a password on it.
  package var marketGrant: MarketGrant?
  /// When its user last showed a second factor on it and asked to skip the next ones (MFA-3).
  package var factorTrustedAt: Timestamp?

  package init(
    key: KeyThumbprint, account: ID<Account>, firstSeenAt: Timestamp, client: ClientDescription
  ) {
    self.key = key
    self.account = account
    self.firstSeenAt = firstSeenAt
    lastSeenAt = firstSeenAt
    self.client = client
  }

  /// MFA-3: 30 days long.
  package func skipsFactor(at now: Timestamp) -> Bool {
    factorTrustedAt.map { now < $0 + SecurityRules.factorTrust } ?? false
  }
}

/// Records that a user signed in to this market with a password on this device, so that the next
/// session opens without one (MKT-4). The device itself holds only its key.
package struct MarketGrant: Hashable, Sendable {
  package let market: MarketHandle
  package let grantedAt: Timestamp

  package init(market: MarketHandle, grantedAt: Timestamp) {
    self.market = market
    self.grantedAt = grantedAt
  }

  package func opens(_ market: MarketHandle, at now: Timestamp) -> Bool {
    self.market == market && now < grantedAt + SecurityRules.marketGrant
  }
}

/// Records that this device proved this number for this account with a code (PHN-5), so that the
/// next sign-in skips the code.
package struct DeviceTrust: Hashable, Sendable {
  package let account: ID<Account>
  package let number: PhoneNumber
  package let key: KeyThumbprint
  package let provedAt: Timestamp

  package init(
    account: ID<Account>, number: PhoneNumber, key: KeyThumbprint, provedAt: Timestamp
  ) {
    self.account = account
    self.number = number
    self.key = key
    self.provedAt = provedAt
  }

  /// Valid for one account, number and key, 90 days after the last code.
  package func skipsCode(
    account: ID<Account>, number: PhoneNumber, key: KeyThumbprint?, at now: Timestamp
  ) -> Bool {
    self.account == account && self.number.e164 == number.e164 && self.key == key
      && now < provedAt + SecurityRules.deviceTrust
  }
}

package protocol DeviceTable {
  func device(_ key: KeyThumbprint, of account: ID<Account>) throws -> Device?
  func devices(of account: ID<Account>) throws -> [Device]
  func put(_ device: Device) throws
  func removeDevice(_ key: KeyThumbprint, of account: ID<Account>) throws
}

package protocol DeviceTrustTable {
  /// A number is trusted on one device at most.
  func trust(in number: PhoneNumber) throws -> DeviceTrust?
  /// Inserts the trust, and ends that of another device.
  func put(_ trust: DeviceTrust) throws
  func removeTrust(in number: PhoneNumber) throws
  func removeTrusts(of account: ID<Account>) throws
}
