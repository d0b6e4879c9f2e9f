/// `PUT /v1/password`. Without `password` it sets the first one, with a proof as in `ShownBody`.
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
  package var email: String?
  package var pictureURL: String?
  /// A BCP 47 tag.
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

/// `POST /v1/logout`, whose body may be missing, and the calls that refresh or clear a session. The
/// token is absent if it is in a cookie.
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
  package var platform: String
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

/// The response to a login (ACC-2), with the fields that it lists, followed by ours.
package struct TokenBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var description: String
  package var idToken: String?
  package var accessToken: String
  /// Absent if a compat session was extended, and for an anonymous session.
  package var refreshToken: String?
  /// Seconds.
  package var expiresIn: Int?
  package var sessionID: String?
  package var crumb: String?
  package var guid: String?
  /// MFA-2: after a second step, for an account that has recovery codes.
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

/// The response to `GET /v1/user` (ACC-3, ACC-8): the fields that ACC-3 lists, followed by ours; no
/// `status`.
package struct UserProfileBody: Hashable, Sendable, Codable {
  package var userID: String
  package var userName: String
  /// Written only when true.
  package var superAdmin: Bool?
  package var pictureURL: String?
  package var name: String?
  package var mfa: Bool?
  package var phoneNumber: String?
  package var email: String?
  package var emailVerified: Bool?
  /// A BCP 47 tag, of any language: the first sign-in sets it to the caller's.
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

/// `GET /v1/user/nodes`: here always an empty list.
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
