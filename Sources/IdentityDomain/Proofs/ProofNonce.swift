/// The server's nonce for proofs (RFC 9449 section 8), made without storing anything.
///
/// Time is divided into spans; a nonce names its span and carries a MAC of it. It is valid in its
/// own span and the next, so a client whose clock is wrong needs at most one retry, and every node
/// accepts the nonces of the others.
package enum ProofNonce {
  package static func current(at now: Timestamp, _ digests: some KeyedDigest) -> String? {
    DerivedToken(subject: "n", generation: span(of: now), key: digests.currentKey)
      .text(.proofNonce, digests)
  }

  package static func isGood(
    _ nonce: String?, at now: Timestamp, _ digests: some KeyedDigest
  ) -> Bool {
    guard let nonce, let token = DerivedToken.read(nonce, .proofNonce, digests) else {
      return false
    }
    let age = span(of: now) - token.generation
    return token.subject == "n" && (age == 0 || age == 1)
  }

  /// When every proof that is valid now has expired; its `jti` is kept until then.
  package static func forgettableAt(_ now: Timestamp) -> Timestamp {
    let length = SecurityRules.proofNonceSpan.wholeMilliseconds
    return Timestamp(milliseconds: Int64(span(of: now) + 2) * length)
  }

  private static func span(of now: Timestamp) -> Int {
    Int(max(0, now.milliseconds) / SecurityRules.proofNonceSpan.wholeMilliseconds)
  }
}
