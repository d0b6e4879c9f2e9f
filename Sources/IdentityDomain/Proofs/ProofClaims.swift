/// The claims of a DPoP proof (RFC 9449 section 4.2). Its signature by `key` and its header (`typ:
/// dpop+jwt`, an asymmetric `alg`, a public `jwk`) have been checked.
package struct ProofClaims: Hashable, Sendable {
  package var key: KeyThumbprint
  package var proofID: String
  package var method: String
  /// Without query and fragment.
  package var url: String
  package var nonce: String?
  /// `ath`: base64url of the SHA-256 of the access token.
  package var accessTokenDigest: String?

  package init(
    key: KeyThumbprint, proofID: String, method: String, url: String, nonce: String?,
    accessTokenDigest: String?
  ) {
    self.key = key
    self.proofID = proofID
    self.method = method
    self.url = url
    self.nonce = nonce
    self.accessTokenDigest = accessTokenDigest
  }
}

/// The call that a proof must be for.
package struct ProofTarget: Hashable, Sendable {
  package var method: String
  /// The public URL of the endpoint, without query and fragment.
  package var url: String
  /// The digest of the access token presented with the call, if any.
  package var accessTokenDigest: String?

  package init(method: String, url: String, accessTokenDigest: String?) {
    self.method = method
    self.url = url
    self.accessTokenDigest = accessTokenDigest
  }
}

package enum ProofVerdict: Hashable, Sendable {
  case good(VerifiedProof)
  /// Valid except for its nonce: the response carries a new one, and the client retries once.
  case outdated(KeyThumbprint)
  case refused(ProofRefusal)
}

package enum ProofRefusal: String, Hashable, Sendable {
  case otherMethod
  case otherURL
  case otherAccessToken
  case badProofID
}

/// A proof that was checked against its call. Whether it is a duplicate is decided where its `jti`
/// is stored, in the transaction of the call.
package struct VerifiedProof: Hashable, Sendable {
  package let key: KeyThumbprint
  package let proofID: String
  package let forgettableAt: Timestamp

  /// RFC 9449 section 4.3, items 5 and 8 to 12. `iat` is ignored: the nonce limits the age of a
  /// proof, whatever the device's clock says.
  package static func check(
    _ claims: ProofClaims, for target: ProofTarget, at now: Timestamp,
    _ digests: some KeyedDigest
  ) -> ProofVerdict {
    guard claims.method == target.method else { return .refused(.otherMethod) }
    guard claims.url == target.url else { return .refused(.otherURL) }
    guard claims.accessTokenDigest == target.accessTokenDigest else {
      return .refused(.otherAccessToken)
    }
    guard SecurityRules.proofIDBytes.contains(claims.proofID.utf8.count) else {
      return .refused(.badProofID)
    }
    guard ProofNonce.isGood(claims.nonce, at: now, digests) else { return .outdated(claims.key) }
    return .good(
      VerifiedProof(
        key: claims.key, proofID: claims.proofID, forgettableAt: ProofNonce.forgettableAt(now)))
  }
}

/// The used proofs (RFC 9449 section 11.1).
package protocol ProofTable {
  /// - Parameter forgettableAt: when the row may be deleted.
  /// - Returns: whether this is the first use of the key's `jti`.
  func rememberProof(
    _ proofID: String, by key: KeyThumbprint, until forgettableAt: Timestamp
  ) throws -> Bool
}

/// What the transport knows about a call's proof, before anything is stored.
package enum PresentedProof: Hashable, Sendable {
  case absent
  case outdated(KeyThumbprint)
  case verified(VerifiedProof)

  package var key: KeyThumbprint? {
    switch self {
    case .absent: nil
    case .outdated(let key): key
    case .verified(let proof): proof.key
    }
  }

  /// Remembers the `jti` and returns the status of the proof. Part of the call's transaction.
  package func standing(_ proofs: some ProofTable) throws -> ProofStanding {
    switch self {
    case .absent: .absent
    case .outdated(let key): .outdated(key)
    case .verified(let proof):
      try proofs.rememberProof(proof.proofID, by: proof.key, until: proof.forgettableAt)
        ? .fresh(proof.key) : .duplicate(proof.key)
    }
  }
}
