/// What a DPoP proof says (RFC 9449 section 4.2); its signature by `key` and its header
/// (`typ: dpop+jwt`, an asymmetric `alg`, a public `jwk`) were checked before.
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

/// The call that a proof has to be for.
package struct ProofTarget: Hashable, Sendable {
  package var method: String
  /// The public URL of the endpoint, without query and fragment.
  package var url: String
  /// The digest of the access token that came with the call, if one did.
  package var accessTokenDigest: String?

  package init(method: String, url: String, accessTokenDigest: String?) {
    self.method = method
    self.url = url
    self.accessTokenDigest = accessTokenDigest
  }
}

package enum ProofVerdict: Hashable, Sendable {
  case good(VerifiedProof)
  /// Right but for its nonce: the answer carries a new one, the client tries once more.
  case outdated(KeyThumbprint)
  case refused(ProofRefusal)
}

package enum ProofRefusal: String, Hashable, Sendable {
  case otherMethod
  case otherURL
  case otherAccessToken
  case badProofID
}

/// A proof that was checked against its call. Whether it is a duplicate is decided where its
/// `jti` is stored, in the transaction of the call.
package struct VerifiedProof: Hashable, Sendable {
  package let key: KeyThumbprint
  package let proofID: String
  package let forgettableAt: Timestamp

  /// RFC 9449 section 4.3, items 5 and 8 to 12. `iat` is not looked at: the nonce says how old a
  /// proof is, whatever the device's clock does.
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

/// The memory of proofs that were used (RFC 9449 section 11.1).
package protocol ProofTable {
  /// - Parameter forgettableAt: when the row may go.
  /// - Returns: whether this is the first time that the key's `jti` comes.
  func rememberProof(
    _ proofID: String, by key: KeyThumbprint, until forgettableAt: Timestamp
  ) throws -> Bool
}

/// What the transport knows of the proof of a call, before anything is stored.
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

  /// Remembers the `jti` and says how the proof stands. Part of the transaction of the call.
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
