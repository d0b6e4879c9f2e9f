/// An account at a provider that opens one of ours (FED-2).
package struct FederatedIdentity: Hashable, Sendable {
  package let subject: FederatedSubject
  package let account: ID<Account>
  /// Under which name the provider was configured when it was linked.
  package let provider: ProviderID
  package let linkedAt: Timestamp
  /// As the provider told it, for the owner's list. Nothing is looked up by it.
  package let email: EmailAddress?
  /// When the provider said that it may not be used any more (FED-9). A new sign-in there makes it usable
  /// again, since it takes a new consent.
  package var revokedAt: Timestamp?
  /// What ends the grant at the provider, sealed; nil where the provider has nothing to be told.
  package var refreshToken: [UInt8]?

  package init(
    subject: FederatedSubject, account: ID<Account>, provider: ProviderID, linkedAt: Timestamp,
    email: EmailAddress? = nil, revokedAt: Timestamp? = nil, refreshToken: [UInt8]? = nil
  ) {
    self.subject = subject
    self.account = account
    self.provider = provider
    self.linkedAt = linkedAt
    self.email = email
    self.revokedAt = revokedAt
    self.refreshToken = refreshToken
  }

  /// A name for addresses, which says nothing of who it is.
  package func reference(_ digests: some KeyedDigest) -> ID<FederatedIdentity>? {
    // Under the oldest key, so that the name in a list outlives a change of keys for as long as there is one.
    let key = digests.recentKeys.last ?? digests.currentKey
    let bytes = digests.digest(
      [subject.issuer, subject.subject], for: .federatedIdentity, under: key)
    return bytes.map { ID(Base64URL.text(Array($0.prefix(16)))) }
  }
}

extension FederatedSubject {
  /// One text for each: an issuer has no vertical bar.
  package var text: String { issuer + "|" + subject }

  /// - Parameter text: as `text` writes it.
  package init?(text: String) {
    guard let bar = text.firstIndex(of: "|") else { return nil }
    self.init(issuer: String(text[..<bar]), subject: String(text[text.index(after: bar)...]))
  }
}

package protocol FederatedIdentityTable {
  func federatedIdentity(_ subject: FederatedSubject) throws -> FederatedIdentity?
  /// The oldest first.
  func federatedIdentities(of account: ID<Account>) throws -> [FederatedIdentity]
  /// Inserts, or replaces that of the same subject.
  func put(_ identity: FederatedIdentity) throws
  func removeFederatedIdentity(_ subject: FederatedSubject) throws
}
