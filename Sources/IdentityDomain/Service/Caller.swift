/// The caller, as far as the transport knows it.
package struct Caller: Sendable {
  package var proof: PresentedProof
  /// Where the refresh token will be stored.
  package var storage: TokenStorage
  package var client: ClientDescription
  /// The address range of the caller, for limits: /24 of IPv4, /56 of IPv6.
  package var network: String
  /// CTR-7: ISO 3166-1 alpha-2, of the network, where the operator supplies it; affects no decision.
  package var country: String?
  /// A BCP 47 tag, for messages.
  package var language: String
  /// The `Idempotency-Key` and the body that came with it.
  package var idempotencyKey: String?
  package var body: Secret<RequestBody>

  package enum TokenStorage: Hashable, Sendable {
    case device
    case cookie
  }

  package init(
    proof: PresentedProof, storage: TokenStorage, client: ClientDescription, network: String,
    country: String? = nil,
    language: String, idempotencyKey: String? = nil, body: Secret<RequestBody> = Secret("")
  ) {
    self.proof = proof
    self.storage = storage
    self.client = client
    self.network = network
    self.country = country
    self.language = language
    self.idempotencyKey = idempotencyKey
    self.body = body
  }

  /// The kind of session that a sign-in of this caller opens; a caller with a device key never gets
  /// a compat token.
  package var sessionKind: SessionKind {
    guard let key = proof.key else { return .compat }
    return storage == .cookie ? .cookie(key) : .bound(key)
  }
}

extension Caller {
  /// The checks of every call before anything is stored.
  func checked(isCompatOn: Bool) throws(IdentityFailure) {
    if case .outdated = proof { throw .proofNonceRequired }
    if proof.key == nil {
      if storage == .cookie { throw .proofRequired }
      if !isCompatOn { throw .sessionKindOff }
    }
    if let key = idempotencyKey, !SecurityRules.idempotencyKeyBytes.contains(key.utf8.count) {
      throw .malformed(field: "Idempotency-Key")
    }
  }

  /// Remembers the `jti` of the call's proof.
  /// - Returns: the refusal, if it was seen before.
  func refusalOfProof(_ tables: Tables) throws -> IdentityFailure? {
    if case .duplicate = try proof.standing(tables) { return .proofDuplicate }
    return nil
  }
}
