import ClientMachine
package import SessionMachine
import WireText

// The session for an app's own calls, which flows never see.

/// An access token, and the session that it belongs to.
package struct SessionAccess: Sendable, Equatable, CustomStringConvertible {
  package var token: Bytes
  package var family: Bytes

  package init(token: Bytes, family: Bytes) {
    self.token = token
    self.family = family
  }

  /// Omits the token.
  package var description: String { String(decoding: family, as: UTF8.self) }
}

extension IdentityClient {
  /// A usable access token. All callers that need a newer one wait for the same renewal.
  ///
  /// - Parameter refused: the access that a service refused. Nobody gets a token of another session for it: the call may
  ///   be another user's.
  package func access(after refused: SessionAccess? = nil) async throws(IdentityError)
    -> SessionAccess
  {
    let answer = await perform("extendSession", refused: refused?.token)
    if let failure = answer.failure { throw failure }
    guard case .received(_, let body) = answer, let family = JSON(body)?.root.text("sessionId"),
      let record = process.record, record.family == family,
      refused == nil || refused?.family == family
    else {
      throw IdentityError(code: IdentityError.sessionChanged, message: "Someone else signed in.")
    }
    return SessionAccess(token: record.accessToken, family: record.family)
  }

  /// A proof of possession for one call to any service that checks our tokens.
  ///
  /// - Parameters:
  ///   - url: without query and fragment.
  ///   - nonce: the service's, if it names one (RFC 9449 section 9).
  package func proof(
    method: String, url: String, access: SessionAccess, nonce: String = ""
  ) throws(IdentityError) -> String {
    let proof = ProofOfPossession(
      method: method, url: url, proofID: Base64.name(by: ports.entropy),
      issuedAt: ports.clock.now().wall / 1000, nonce: Array(nonce.utf8), accessToken: access.token)
    do {
      return try proof.signed(by: deviceKey())
    } catch {
      throw IdentityError(code: "interrupted", message: "The device key cannot be used now.")
    }
  }

  /// What is known of the session now: looks are numbered, so that who has taken a later one leaves an earlier one alone.
  package func look() -> (number: UInt64, status: SessionStatus?, identityToken: Bytes?) {
    looks += 1
    return (looks, status, process.record?.idToken)
  }
}
