import IdentityDomain

/// Tokens and proofs whose texts state their claims. They protect nothing, and are for tests only.
struct MadeUpTokens: TokenReading {
  static let settings = TokenSettings(issuer: "https://id", audience: "api", client: "app")

  /// `token~KEY~MILLISECONDS`, with an empty key for a compat session.
  static func token(key: String = "", expiresAt: Timestamp) -> String {
    "token~\(key)~\(expiresAt.milliseconds)"
  }

  /// `proof~KEY~JTI~METHOD~URL~NONCE~ATH`
  static func proof(
    key: String, id: String = "proof-0001", method: String, url: String, nonce: String?,
    token: String? = nil
  ) -> String {
    "proof~\(key)~\(id)~\(method)~\(url)~\(nonce ?? "")~\(token.map(digest) ?? "")"
  }

  func accessToken(_ text: Secret<AccessToken>) async -> AccessTokenClaims? {
    let parts = text.exposed.split(separator: "~", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "token", let end = Int64(parts[2]) else { return nil }
    let expiresAt = Timestamp(milliseconds: end)
    return AccessTokenClaims(
      issuer: Self.settings.issuer, audience: Self.settings.audience, subject: "somebody",
      clientID: "app", tokenID: "t", session: ID("session"), issuedAt: expiresAt - .minutes(10),
      expiresAt: expiresAt, authenticatedAt: expiresAt - .minutes(10), methods: [.password],
      scope: .full, boundKey: parts[1].isEmpty ? nil : KeyThumbprint(String(parts[1])))
  }

  func proof(_ text: String) async -> ProofClaims? {
    let parts = text.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 7, parts[0] == "proof" else { return nil }
    return ProofClaims(
      key: KeyThumbprint(parts[1]), proofID: parts[2], method: parts[3], url: parts[4],
      nonce: parts[5].isEmpty ? nil : parts[5],
      accessTokenDigest: parts[6].isEmpty ? nil : parts[6])
  }

  func digest(of token: Secret<AccessToken>) -> String { Self.digest(token.exposed) }

  func publicKeys() async -> [UInt8] { Array(#"{"keys":[]}"#.utf8) }

  private static func digest(_ token: String) -> String {
    Base64URL.text(Array(String(token.reversed()).utf8))
  }
}
