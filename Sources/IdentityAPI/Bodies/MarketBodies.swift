/// `getMarkets`. Both are degrees as texts, or absent; a body and not a query, because proxies log
/// queries.
package struct MarketsQueryBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var latitude: String?
  package var longitude: String?

  package init(latitude: String? = nil, longitude: String? = nil) {
    self.latitude = latitude
    self.longitude = longitude
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case latitude, longitude
  }
}

/// The markets (MKT-5), in the server's order.
package struct MarketsBody: Hashable, Sendable, Codable {
  package var markets: [MarketBody]
  /// The handle of the nearest market, open or closed; absent without a position.
  package var nearest: String?
  /// The handle of the nearest open one.
  package var preselected: String?

  package init(markets: [MarketBody], nearest: String? = nil, preselected: String? = nil) {
    self.markets = markets
    self.nearest = nearest
    self.preselected = preselected
  }
}

package struct MarketBody: Hashable, Sendable, Codable {
  package var handle: String
  package var country: String
  package var state: String
  package var open: Bool

  package init(handle: String, country: String, state: String, open: Bool) {
    self.handle = handle
    self.country = country
    self.state = state
    self.open = open
  }

  enum CodingKeys: String, CodingKey {
    case country, state, open
    case handle = "mkt_handle"
  }
}

/// `newUser` (MKT-6).
package struct NewUserBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var firstName: String
  package var lastName: String
  /// E.164.
  package var mobile: String
  package var email: String
  package var password: String
  /// `worker` or `client`.
  package var mode: String

  package init(
    firstName: String, lastName: String, mobile: String, email: String, password: String,
    mode: String
  ) {
    self.firstName = firstName
    self.lastName = lastName
    self.mobile = mobile
    self.email = email
    self.password = password
    self.mode = mode
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case mobile, email, password, mode
    case firstName = "first_name"
    case lastName = "last_name"
  }
}

/// `doLogin`.
package struct MarketLoginBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var userName: String
  /// Absent on a device that has signed in with one before (MKT-4).
  package var password: String?
  package var market: String

  package init(userName: String, password: String? = nil, market: String) {
    self.userName = userName
    self.password = password
    self.market = market
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case password
    case userName = "user_name"
    case market = "mkt_handle"
  }
}

/// The response to `doLogin`, and to a new password after a temporary one. The rules for the
/// refresh token and `crumb` are those of `TokenBody`.
package struct MarketLoginAnswerBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var description: String
  package var idToken: String?
  package var accessToken: String
  package var refreshToken: String?
  /// Seconds.
  package var expiresIn: Int
  package var sessionID: String
  package var crumb: String?
  package var guid: String?
  package var market: String
  /// Whether the session may do nothing but set a new password (MKT-9).
  package var mustSetPassword: Bool

  package init(_ tokens: TokenBody, market: String, mustSetPassword: Bool) {
    description = tokens.description
    idToken = tokens.idToken
    accessToken = tokens.accessToken
    refreshToken = tokens.refreshToken
    expiresIn = tokens.expiresIn ?? 0
    sessionID = tokens.sessionID ?? ""
    crumb = tokens.crumb
    guid = tokens.guid
    self.market = market
    self.mustSetPassword = mustSetPassword
  }

  enum CodingKeys: String, CodingKey {
    case status, description, crumb, guid
    case idToken = "idtoken"
    case accessToken = "accesstoken"
    case refreshToken = "refreshtoken"
    case expiresIn = "expires_in"
    case sessionID = "sessionId"
    case market = "mkt_handle"
    case mustSetPassword = "must_set_password"
  }
}

/// `getPassword`.
package struct RecoveryBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var userName: String

  package init(userName: String) { self.userName = userName }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case userName = "user_name"
  }
}

/// The new password after a temporary one.
package struct NewPasswordBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var newPassword: String

  package init(newPassword: String) { self.newPassword = newPassword }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case newPassword = "newpassword"
  }
}

/// `getProfile` (MKT-10): `mode` and `verification_status` decide the home.
package struct MarketProfileBody: Hashable, Sendable, Codable {
  package var userID: String
  package var userName: String
  package var name: String?
  package var firstName: String?
  package var lastName: String?
  package var email: String?
  /// Verified; before that as claimed.
  package var mobile: String?
  package var mobileVerified: Bool
  /// Absent for users who did not register in a market.
  package var mode: String?
  package var verificationStatus: String
  package var market: String?

  package init(
    userID: String, userName: String, name: String? = nil, firstName: String? = nil,
    lastName: String? = nil, email: String? = nil, mobile: String? = nil, mobileVerified: Bool,
    mode: String? = nil, verificationStatus: String, market: String? = nil
  ) {
    self.userID = userID
    self.userName = userName
    self.name = name
    self.firstName = firstName
    self.lastName = lastName
    self.email = email
    self.mobile = mobile
    self.mobileVerified = mobileVerified
    self.mode = mode
    self.verificationStatus = verificationStatus
    self.market = market
  }

  enum CodingKeys: String, CodingKey {
    case name, email, mobile, mode
    case userID = "user_id"
    case userName = "user_name"
    case firstName = "first_name"
    case lastName = "last_name"
    case mobileVerified = "mobile_verified"
    case verificationStatus = "verification_status"
    case market = "mkt_handle"
  }
}
