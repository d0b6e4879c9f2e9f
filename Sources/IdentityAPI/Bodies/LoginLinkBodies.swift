/// `POST /v1/login/link`: mails a link that signs in.
package struct LoginLinkBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var userName: String
  /// Absent where nobody can be led back to the app.
  package var returnURL: String?

  package init(userName: String, returnURL: String? = nil) {
    self.userName = userName
    self.returnURL = returnURL
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case userName = "user_name"
    case returnURL = "return_url"
  }
}

/// The same whether or not there is an account.
package struct LoginLinkSentBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var description: String
  /// Continues the sign-in, on this device only.
  package var session: String
  /// Returned by the link's page.
  package var state: String
  /// RFC 3339.
  package var resendAt: String
  package var expiresAt: String
  package var triesLeft: Int

  package init(
    description: String, session: String, state: String, resendAt: String, expiresAt: String,
    triesLeft: Int
  ) {
    self.description = description
    self.session = session
    self.state = state
    self.resendAt = resendAt
    self.expiresAt = expiresAt
    self.triesLeft = triesLeft
  }

  enum CodingKeys: String, CodingKey {
    case status, description, session, state
    case resendAt = "resend_at"
    case expiresAt = "expires_at"
    case triesLeft = "tries_left"
  }
}

/// `POST /v1/login/link/opening`: the button of the link's page was pressed.
package struct LoginLinkOpeningBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var linkToken: String
  /// `this` or `other`: whether the page is open on the device that asked for the link.
  package var device: String

  package init(linkToken: String, device: String) {
    self.linkToken = linkToken
    self.device = device
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case device
    case linkToken = "link_token"
  }
}

/// Where the page leads back to, or the code that it shows.
package struct LoginLinkOpenedBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var returnTo: String?
  package var verificationCode: String?
  /// RFC 3339; of the code.
  package var expiresAt: String?

  package init(
    returnTo: String? = nil, verificationCode: String? = nil, expiresAt: String? = nil
  ) {
    self.returnTo = returnTo
    self.verificationCode = verificationCode
    self.expiresAt = expiresAt
  }

  enum CodingKeys: String, CodingKey {
    case status
    case returnTo = "return_to"
    case verificationCode = "verification_code"
    case expiresAt = "expires_at"
  }
}

/// `POST /v1/login/link/completion`: what the return from the link's page brought.
package struct LoginLinkReturnBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var session: String
  package var state: String
  package var code: String

  package init(session: String, state: String, code: String) {
    self.session = session
    self.state = state
    self.code = code
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, state, code
  }
}
