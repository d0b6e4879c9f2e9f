/// For whom credentials are made, and on which pages they may be used.
package struct RelyingParty: Hashable, Sendable {
  /// A domain, which no credential outlives.
  package let id: String
  /// Pages and apps, as `clientDataJSON` names them; compared letter by letter (RFC 6454 section 5). One whose domain is
  /// not below `id` is a related origin (WebAuthn section 5.11). Android apps are `android:apk-key-hash:…`.
  package let origins: Set<String>
  /// In development, pages at any port of this host by `http`; nil otherwise.
  package let developmentHost: String?

  package init(id: String, origins: Set<String>, developmentHost: String? = nil) {
    self.id = id
    self.origins = origins
    self.developmentHost = developmentHost
  }

  package func accepts(origin bytes: [UInt8]) -> Bool {
    guard let origin = String(validating: bytes, as: UTF8.self) else { return false }
    if origins.contains(origin) { return true }
    guard let developmentHost else { return false }
    let host = "http://" + developmentHost
    guard origin.hasPrefix(host) else { return false }
    let port = origin.utf8.dropFirst(host.utf8.count)
    return port.isEmpty
      || port.first == 58 && (2...6).contains(port.count)
        && port.dropFirst().allSatisfy { (48...57).contains($0) }
  }
}

/// The steps that both ceremonies share.
struct CeremonyCheck {
  let relyingParty: RelyingParty
  /// Base64url.
  let challenge: String
  let requiresVerification: Bool

  func check(_ client: ClientData, type: StaticString) throws(WebAuthnRefusal) {
    guard client.type == type.withUTF8Buffer({ Array($0) }) else { throw .wrongType }
    guard client.challenge == Array(challenge.utf8) else { throw .wrongChallenge }
    guard relyingParty.accepts(origin: client.origin) else { throw .wrongOrigin }
    // Our pages are never in a frame of others, so a `topOrigin` is one too many even if it is ours.
    guard !client.isCrossOrigin, client.topOrigin == nil else { throw .framed }
  }

  func check(
    _ data: AuthenticatorData, _ cryptography: some WebAuthnCryptography
  ) throws(WebAuthnRefusal) {
    guard data.relyingPartyHash == cryptography.sha256(Array(relyingParty.id.utf8)) else {
      throw .wrongRelyingParty
    }
    guard data.flags.contains(.userPresent) else { throw .userNotPresent }
    guard !requiresVerification || data.flags.contains(.userVerified) else {
      throw .userNotVerified
    }
    guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
      throw .wrongBackupState
    }
  }
}
