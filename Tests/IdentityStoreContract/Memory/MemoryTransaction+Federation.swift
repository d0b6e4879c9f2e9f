import IdentityDomain

extension MemoryTransaction {
  func federatedIdentity(_ subject: FederatedSubject) -> FederatedIdentity? {
    note("federatedIdentity")
    return tables.federatedIdentities[subject]
  }
  func federatedIdentities(of account: ID<Account>) -> [FederatedIdentity] {
    note("federatedIdentities")
    return tables.federatedIdentities.values.filter { $0.account == account }
      .sorted {
        ($0.linkedAt, $0.subject.issuer, $0.subject.subject)
          < ($1.linkedAt, $1.subject.issuer, $1.subject.subject)
      }
  }
  func put(_ identity: FederatedIdentity) {
    note("put FederatedIdentity")
    tables.federatedIdentities[identity.subject] = identity
  }
  func removeFederatedIdentity(_ subject: FederatedSubject) {
    note("removeFederatedIdentity")
    tables.federatedIdentities[subject] = nil
  }

  func authorizationRequest(_ id: ID<AuthorizationRequest>) -> AuthorizationRequest? {
    note("authorizationRequest")
    return tables.authorizationRequests[id]
  }
  func put(_ request: AuthorizationRequest) {
    note("put AuthorizationRequest")
    tables.authorizationRequests[request.id] = request
  }
  func removeAuthorizationRequest(_ id: ID<AuthorizationRequest>) {
    note("removeAuthorizationRequest")
    tables.authorizationRequests[id] = nil
  }
}
