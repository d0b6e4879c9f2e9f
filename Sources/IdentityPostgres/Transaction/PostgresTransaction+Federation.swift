import IdentityDomain

extension PostgresTransaction {
  private static let identity = RowLookup<FederatedIdentity>(
    by: "issuer", "subject", isOftenAbsent: true)
  private static let identities = RowLookup<FederatedIdentity>(
    by: "account", and: "ORDER BY linked_at, issuer, subject")
  private static let identityWrite = RowWrite<FederatedIdentity>(.changes)

  func federatedIdentity(_ subject: FederatedSubject) throws -> FederatedIdentity? {
    try one(Self.identity, [.text(subject.issuer), .text(subject.subject)])
  }
  func federatedIdentities(of account: ID<Account>) throws -> [FederatedIdentity] {
    try all(Self.identities, [.id(account)])
  }
  func put(_ identity: FederatedIdentity) throws { try put(identity, Self.identityWrite) }
  func removeFederatedIdentity(_ subject: FederatedSubject) throws {
    try remove(
      FederatedIdentity.self, by: "issuer", "subject",
      being: [.text(subject.issuer), .text(subject.subject)])
  }

  private static let request = RowLookup<AuthorizationRequest>(by: "id", isOftenAbsent: true)
  private static let requestWrite = RowWrite<AuthorizationRequest>(.changes)

  func authorizationRequest(_ id: ID<AuthorizationRequest>) throws -> AuthorizationRequest? {
    try one(Self.request, [.id(id)])
  }
  func put(_ request: AuthorizationRequest) throws { try put(request, Self.requestWrite) }
  func removeAuthorizationRequest(_ id: ID<AuthorizationRequest>) throws {
    try remove(AuthorizationRequest.self, by: "id", being: [.id(id)])
  }
}
