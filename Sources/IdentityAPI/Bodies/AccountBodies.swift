/// `PUT /v1/password`: changes `password`, the current one, to `newPassword`.
///
/// Without `password` it sets the first password of an account that has none (CTR-4); the other
/// fields can then be a fresh proof, as in `ShownBody`.
package struct PasswordBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var password: String?
  package var newPassword: String
  package var token: String?
  package var verificationCode: String?
  package var factorCode: String?

  package init(
    password: String? = nil, newPassword: String, token: String? = nil,
    verificationCode: String? = nil, factorCode: String? = nil
  ) {
    self.password = password
    self.newPassword = newPassword
    self.token = token
    self.verificationCode = verificationCode
    self.factorCode = factorCode
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case password, token
    case newPassword = "newpassword"
    case verificationCode = "verification_code"
    case factorCode = "factor_code"
  }
}

/// `PUT /v1/user`. A field that is absent or `null` stays unchanged.
package struct ProfileBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var name: String?
  /// Claimed, not verified.
  package var email: String?
  /// `https`, with the name of a public host.
  package var pictureURL: String?
  /// A BCP 47 tag in lower case: one of the languages in which the server writes messages.
  package var language: String?

  package init(
    name: String? = nil, email: String? = nil, pictureURL: String? = nil, language: String? = nil
  ) {
    self.name = name
    self.email = email
    self.pictureURL = pictureURL
    self.language = language
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, email, language
    case pictureURL = "picture_url"
  }
}

/// The refresh token of `POST /v1/logout`, whose body may be missing, and of the calls that refresh
/// or clear a session. Absent if it is in a cookie.
package struct LogoutBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var refreshToken: String?
  package init(refreshToken: String? = nil) { self.refreshToken = refreshToken }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case refreshToken = "refreshtoken"
  }
}

/// `POST /v1/user/push_notification/mobile_platform_endpoint`.
package struct PushEndpointBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  /// 1 to 32 bytes. Pushes are delivered only to platforms that the server knows: `apns` or `ios`,
  /// and `fcm`, `gcm` or `android`, in any case.
  package var platform: String
  /// The push token that the platform gave the app.
  package var mobileDeviceToken: String

  package init(platform: String, mobileDeviceToken: String) {
    self.platform = platform
    self.mobileDeviceToken = mobileDeviceToken
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case platform
    case mobileDeviceToken = "mobile_device_token"
  }
}

/// The response to a login: the fields that ACC-2 lists, then those that Portico adds.
package struct TokenBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var description: String
  package var idToken: String?
  package var accessToken: String
  /// Absent for a cookie session, which has it in the cookie, for an anonymous session, and when a
  /// `compat` session was extended (SEC "Three kinds of session").
  package var refreshToken: String?
  /// The lifetime of the access token in seconds.
  package var expiresIn: Int?
  package var sessionID: String?
  /// The CSRF token, for cookie sessions and for flows that request one.
  package var crumb: String?
  /// The account's id, if there is a `crumb`.
  package var guid: String?
  /// MFA-2: the number of unused recovery codes, after a second step; absent for an account that
  /// has no such codes.
  package var recoveryCodesLeft: Int?

  package init(
    description: String, idToken: String?, accessToken: String, refreshToken: String?,
    expiresIn: Int? = nil, sessionID: String? = nil, crumb: String? = nil, guid: String? = nil
  ) {
    self.description = description
    self.idToken = idToken
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
    self.sessionID = sessionID
    self.crumb = crumb
    self.guid = guid
  }

  enum CodingKeys: String, CodingKey {
    case status, description, crumb, guid
    case idToken = "idtoken"
    case accessToken = "accesstoken"
    case refreshToken = "refreshtoken"
    case expiresIn = "expires_in"
    case sessionID = "sessionId"
    case recoveryCodesLeft = "recovery_codes_left"
  }
}

/// The response to `GET /v1/user` (ACC-3, ACC-8): the fields that ACC-3 lists, then those that
/// Portico adds. It has no `status`.
package struct UserProfileBody: Hashable, Sendable, Codable {
  package var userID: String
  /// The verified address or number; without one the name, or else the id.
  package var userName: String
  /// Present only if true (ACC-8).
  package var superAdmin: Bool?
  package var pictureURL: String?
  package var name: String?
  /// Whether two-step sign-in is on.
  package var mfa: Bool?
  /// Verified, in E.164.
  package var phoneNumber: String?
  /// Verified, or claimed in a `ProfileBody`; `emailVerified` says which.
  package var email: String?
  /// Absent without an address.
  package var emailVerified: Bool?
  /// A BCP 47 tag, not only one that `ProfileBody` accepts: the first sign-in sets it to the
  /// caller's language.
  package var language: String?

  package init(
    userID: String, userName: String, isSuperAdmin: Bool = false, pictureURL: String? = nil,
    name: String? = nil, mfa: Bool? = nil, phoneNumber: String? = nil, email: String? = nil,
    emailVerified: Bool? = nil, language: String? = nil
  ) {
    self.userID = userID
    self.userName = userName
    superAdmin = isSuperAdmin ? true : nil
    self.pictureURL = pictureURL
    self.name = name
    self.mfa = mfa
    self.phoneNumber = phoneNumber
    self.email = email
    self.emailVerified = emailVerified
    self.language = language
  }

  enum CodingKeys: String, CodingKey {
    case name, mfa, email, language
    case userID = "user_id"
    case userName = "user_name"
    case superAdmin = "super_admin"
    case pictureURL = "picture_url"
    case phoneNumber = "phone_number"
    case emailVerified = "email_verified"
  }
}

/// `GET /v1/user/nodes`: part of the account API, and always empty, as this server has no nodes.
package struct NodesBody: Hashable, Sendable, Codable {
  package var nodes: [String] = []
  package var nextID = ""
  package init() {}

  enum CodingKeys: String, CodingKey {
    case nodes
    case nextID = "next_id"
  }
}

/// `GET /apiversions`.
package struct VersionsBody: Hashable, Sendable, Codable {
  package var supportedVersions = ["v1"]
  package init() {}

  enum CodingKeys: String, CodingKey {
    case supportedVersions = "supported_versions"
  }
}
