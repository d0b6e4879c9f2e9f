import IdentityDomain

extension SQLiteTransaction {
  private static let identity = RowQuery<FederatedIdentity>("WHERE issuer = ? AND subject = ?")
  private static let identities = RowQuery<FederatedIdentity>(
    "WHERE account = ? ORDER BY linked_at, issuer, subject")
  private static let identityWrite = RowWrite<FederatedIdentity>(.changes)

  func federatedIdentity(_ subject: FederatedSubject) throws -> FederatedIdentity? {
    try one(Self.identity, [.text(subject.issuer), .text(subject.subject)])
  }
  func federatedIdentities(of account: ID<Account>) throws -> [FederatedIdentity] {
    try all(Self.identities, [.id(account)])
  }
  func put(_ identity: FederatedIdentity) throws { try write(identity, Self.identityWrite) }
  func removeFederatedIdentity(_ subject: FederatedSubject) throws {
    try write(
      "DELETE FROM federated_identity WHERE issuer = ? AND subject = ?",
      [.text(subject.issuer), .text(subject.subject)])
  }

  private static let request = RowQuery<AuthorizationRequest>("WHERE id = ?")
  private static let requestWrite = RowWrite<AuthorizationRequest>(.changes)

  func authorizationRequest(_ id: ID<AuthorizationRequest>) throws -> AuthorizationRequest? {
    try one(Self.request, [.id(id)])
  }
  func put(_ request: AuthorizationRequest) throws { try write(request, Self.requestWrite) }
  func removeAuthorizationRequest(_ id: ID<AuthorizationRequest>) throws {
    try write("DELETE FROM authorization_request WHERE id = ?", [.id(id)])
  }
}
