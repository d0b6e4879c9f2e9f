package import HTTPTypes
package import IdentityDomain

/// The credentials of a call as sent: parsed, with only their form checked.
package struct PresentedCredentials: Sendable {
  package let accessToken: (text: Secret<AccessToken>, scheme: AuthorizationScheme)?
  package let proof: String?
  package let cookie: Secret<RefreshToken>?
  package let crumb: Secret<CrumbValue>?

  /// - Parameter cookieIsReplaced: the call is authorized by an access token, and the response sets
  ///   a new cookie: the existing one is ignored.
  /// - Throws: for a duplicate field, and for a cookie together with `Authorization`: which one
  ///   counts would be the sender's choice (SEC "Three kinds of session").
  package init(
    _ fields: HTTPFields, cookieIsReplaced: Bool = false
  ) throws(RequestProblem) {
    func single(_ name: HTTPField.Name) throws(RequestProblem) -> String? {
      let values = fields[values: name]
      guard values.count <= 1 else { throw .malformed(field: name.rawName) }
      return values.first
    }
    accessToken = try single(.authorization).map { Self.authorization($0) }
    proof = try single(.dpop)
    crumb = try single(.crumb).map { Secret($0) }
    let sent = try SessionCookie.read(fields[.cookie])
    cookie = cookieIsReplaced && accessToken != nil ? nil : sent
    if cookie != nil, accessToken != nil { throw .ambiguousCredentials }
  }

  /// RFC 9110 section 11.4: the scheme is case-insensitive. Without one, the whole value is the
  /// token, as public clients of the account API send it.
  private static func authorization(
    _ value: String
  ) -> (text: Secret<AccessToken>, scheme: AuthorizationScheme) {
    // By bytes: a bare token contains no space.
    let trimmed = value.utf8.drop { $0 == UInt8(ascii: " ") }
    guard let space = trimmed.firstIndex(of: UInt8(ascii: " ")) else {
      return scheme(of: value[trimmed.startIndex...]).map { (Secret(""), $0) } ?? (
        Secret(value), .bare
      )
    }
    guard let scheme = scheme(of: value[trimmed.startIndex..<space]) else {
      return (Secret(value), .bare)
    }
    return (Secret(String(value[space...].trimmed)), scheme)
  }

  private static func scheme(of name: Substring) -> AuthorizationScheme? {
    guard name.utf8.count <= 6 else { return nil }
    switch name.lowercased() {
    case "bearer": return .bearer
    case "dpop": return .proofOfPossession
    default: return nil
    }
  }
}

/// Checks a call's credentials against the call itself and the server's keys.
package struct CredentialCheck: Sendable {
  package let reading: any TokenReading
  package let digests: any KeyedDigest
  package let clock: any WallClock
  package let tokens: TokenSettings

  package init(
    reading: any TokenReading, digests: any KeyedDigest, clock: any WallClock,
    tokens: TokenSettings
  ) {
    self.reading = reading
    self.digests = digests
    self.clock = clock
    self.tokens = tokens
  }

  /// - Parameters:
  ///   - url: the public URL that was called, without the query.
  ///   - tokenUse: what the operation does with an access token.
  package func check(
    _ shown: PresentedCredentials, method: String, url: @autoclosure () -> String,
    tokenUse: TokenUse
  ) async throws(RequestProblem) -> (proof: PresentedProof, accessToken: AccessTokenClaims?) {
    var proof = PresentedProof.absent
    if let text = shown.proof {
      guard text.utf8.count <= 8192, let claims = await reading.proof(text) else {
        throw .badProof(.unreadable)
      }
      // The proof may name a token that the operation does not need, but no other than the one
      // presented.
      let digest = shown.accessToken.map { reading.digest(of: $0.text) }
      let named = tokenUse == .ignored && claims.accessTokenDigest == nil ? nil : digest
      let target = ProofTarget(method: method, url: url(), accessTokenDigest: named)
      switch VerifiedProof.check(claims, for: target, at: clock.now(), digests) {
      case .good(let verified): proof = .verified(verified)
      case .outdated(let key): proof = .outdated(key)
      case .refused(let refusal): throw .badProof(refusal.problem)
      }
    }
    guard tokenUse != .ignored, let (text, scheme) = shown.accessToken else { return (proof, nil) }
    guard text.exposed.utf8.count <= 8192, let claims = await reading.accessToken(text),
      claims.refusal(scheme: scheme, proofKey: proof.key, settings: tokens, at: clock.now()) == nil
    else {
      if tokenUse == .optional { return (proof, nil) }
      throw .badAccessToken(wasPresented: true)
    }
    return (proof, claims)
  }

  /// What an operation does with an access token.
  package enum TokenUse: Sendable {
    /// A token that is sent along is ignored: clients send the one they have, valid or not.
    case ignored
    /// If it is invalid, something else in the call may be valid.
    case optional
    case required
  }

  /// For `DPoP-Nonce`.
  package var nonce: String? { ProofNonce.current(at: clock.now(), digests) }
}

extension ProofRefusal {
  var problem: RequestProblem.ProofProblem {
    switch self {
    case .otherMethod: .otherMethod
    case .otherURL: .otherURL
    case .otherAccessToken: .otherAccessToken
    case .badProofID: .badProofID
    }
  }
}
