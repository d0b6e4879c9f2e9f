/// Held by whoever reads the mail, in the fragment of the link's address.
package enum LoginLinkToken {}
/// Comes back to the app with the return from the link's page.
package enum LoginLinkState {}

/// The link of a mail that signs in (CMP-11): the challenge that it belongs to, when it was mailed, and where
/// it leads back to.
///
/// It is never used up: the page that it opens changes nothing, and what its button does can be done
/// again. It ends with the sign-in, or with the lifetime of a code after its mail, whichever comes first.
package struct LoginLink: Hashable, Sendable {
  package let challenge: ID<Challenge>
  package let sentAt: Timestamp
  /// Not covered by the token's digest: it is compared with the configured addresses again.
  package let returnURL: String?

  package init(challenge: ID<Challenge>, sentAt: Timestamp, returnURL: String?) {
    self.challenge = challenge
    self.sentAt = sentAt
    self.returnURL = returnURL
  }

  package var expiresAt: Timestamp { sentAt + SecurityRules.codeLifetime }

  /// The token in the link. The store holds nothing that it could be made of.
  package func token(_ digests: some KeyedDigest) -> Secret<LoginLinkToken>? {
    let derived = DerivedToken(
      subject: challenge.text, generation: Int(sentAt.milliseconds), key: digests.currentKey)
    guard let text = derived.text(.loginLink, digests) else { return nil }
    guard let returnURL else { return Secret(text) }
    return Secret(text + Self.mark + Base64URL.text(Array(returnURL.utf8)))
  }

  /// - Returns: nil if this server did not make it.
  package static func read(
    _ token: Secret<LoginLinkToken>, _ digests: some KeyedDigest
  ) -> LoginLink? {
    let parts = token.exposed.split(separator: mark, omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2,
      let read = DerivedToken.read(String(first), .loginLink, digests)
    else { return nil }
    var returnURL: String?
    if parts.count == 2 {
      guard let bytes = Base64URL.bytes(parts[1]),
        let text = String(validating: bytes, as: UTF8.self)
      else { return nil }
      returnURL = text
    }
    return LoginLink(
      challenge: ID(read.subject), sentAt: Timestamp(milliseconds: Int64(read.generation)),
      returnURL: returnURL)
  }

  /// A character that neither part contains.
  private static let mark = "~"
}

/// What the button of a link's page does (CMP-11). Pure.
package enum LoginLinkRules {
  /// The device that the page is open on, as its reader says. No server can tell.
  package enum Place: String, Hashable, Sendable, CaseIterable {
    /// The one that asked for the link.
    case this
    case other
  }

  package enum Press: Hashable, Sendable {
    case refused
    /// Leads back to the app with a long code that nobody sees. Only a device that asked for the link, with its
    /// key and its challenge, can use it: on any other device it opens nothing.
    case leadBack(String)
    /// Shows a short code, to be typed on the device that asked.
    case showCode
  }

  /// - Parameters:
  ///   - challenge: that of the link, as it is stored.
  ///   - returns: where a sign-in may lead back to. The link's address is not covered by its digest, and the
  ///     configuration may have changed since it was mailed.
  package static func press(
    _ link: LoginLink, _ challenge: Challenge?, on place: Place, returns: ReturnAddresses,
    at now: Timestamp
  ) -> Press {
    guard let challenge, challenge.purpose == .loginLink, now < challenge.expiresAt,
      now < link.expiresAt
    else { return .refused }
    guard place == .this, let address = link.returnURL else { return .showCode }
    return returns.allow(address) ? .leadBack(address) : .showCode
  }

  /// Where a return leads: both values are made of letters, digits, dots, hyphens and underscores.
  package static func address(
    _ returnURL: String, state: Secret<LoginLinkState>, code: Secret<OneTimeCode>
  ) -> String {
    let mark = returnURL.contains("?") ? "&" : "?"
    return "\(returnURL)\(mark)state=\(state.exposed)&code=\(code.exposed)"
  }
}
