/// `rLogin`.
package struct InstallationBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var installationID: String
  package init(installationID: String) { self.installationID = installationID }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case installationID = "installation_id"
  }
}

/// `rSubmitSelection`: one choice of the flow, by its key.
package struct SelectionBody: Hashable, CallBody {
  package static let fields = ["key", "value"]
  package var key: String
  package var value: String

  package init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

package struct SelectionsBody: Hashable, Sendable, Codable {
  package var selections: [SelectionBody]
  package init(selections: [SelectionBody]) { self.selections = selections }
}

/// `requestCrumb` (BOOT-6).
package struct CrumbBody: Hashable, Sendable, Codable {
  package var crumb: String
  package var guid: String

  package init(crumb: String, guid: String) {
    self.crumb = crumb
    self.guid = guid
  }
}

/// `POST /v1/launch` (ENT-2).
package struct LaunchBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  /// Absent if it is in a cookie.
  package var refreshToken: String?
  package var platform: String
  package var appVersion: String

  package init(refreshToken: String? = nil, platform: String, appVersion: String) {
    self.refreshToken = refreshToken
    self.platform = platform
    self.appVersion = appVersion
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case platform
    case refreshToken = "refreshtoken"
    case appVersion = "app_version"
  }
}

/// Whether the version is supported (ENT-7), open.
package struct UpdateName: OpenName {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
  package static let current = UpdateName(rawValue: "current")
  package static let available = UpdateName(rawValue: "update_available")
  package static let required = UpdateName(rawValue: "update_required")
}

package struct LaunchAnswerBody: Hashable, Sendable, Codable {
  package var update: UpdateName
  /// RFC 3339: the server's clock, for countdowns.
  package var serverTime: String
  package var tokens: TokenBody?
  /// Why the refresh token was refused, in the failure form; the launch itself succeeded.
  package var failure: FailureBody?
  package var userData: UserProfileBody?
  package var selections: [SelectionBody]

  package init(
    update: UpdateName, serverTime: String, tokens: TokenBody? = nil,
    failure: FailureBody? = nil, userData: UserProfileBody? = nil,
    selections: [SelectionBody] = []
  ) {
    self.update = update
    self.serverTime = serverTime
    self.tokens = tokens
    self.failure = failure
    self.userData = userData
    self.selections = selections
  }

  enum CodingKeys: String, CodingKey {
    case update, tokens, failure, selections
    case serverTime = "server_time"
    case userData = "user_data"
  }
}

/// One session of the list.
package struct SessionBody: Hashable, Sendable, Codable {
  package var id: String
  package var isCurrent: Bool
  package var client: String
  package var platform: String
  package var openedAt: String
  package var lastUsedAt: String
  package var keyBound: Bool
  /// CTR-7: ISO 3166-1 alpha-2, of the network that it was used from last; absent where that is not known.
  package var country: String?
  /// Its name in the language of the request.
  package var countryName: String?
  /// For a list: the client, with that name.
  package var label: String

  package init(
    id: String, isCurrent: Bool, client: String, platform: String, openedAt: String,
    lastUsedAt: String, keyBound: Bool, country: String? = nil, countryName: String? = nil,
    label: String
  ) {
    self.id = id
    self.isCurrent = isCurrent
    self.client = client
    self.platform = platform
    self.openedAt = openedAt
    self.lastUsedAt = lastUsedAt
    self.keyBound = keyBound
    self.country = country
    self.countryName = countryName
    self.label = label
  }

  enum CodingKeys: String, CodingKey {
    case id, client, platform, country, label
    case isCurrent = "current"
    case countryName = "country_name"
    case openedAt = "opened_at"
    case lastUsedAt = "last_used_at"
    case keyBound = "key_bound"
  }
}

package struct SessionsBody: Hashable, Sendable, Codable {
  package var sessions: [SessionBody]
  package init(sessions: [SessionBody]) { self.sessions = sessions }
}

/// One device of the list.
package struct DeviceBody: Hashable, Sendable, Codable {
  package var key: String
  package var client: String
  package var platform: String
  package var firstSeenAt: String
  package var lastSeenAt: String

  package init(
    key: String, client: String, platform: String, firstSeenAt: String, lastSeenAt: String
  ) {
    self.key = key
    self.client = client
    self.platform = platform
    self.firstSeenAt = firstSeenAt
    self.lastSeenAt = lastSeenAt
  }

  enum CodingKeys: String, CodingKey {
    case key, client, platform
    case firstSeenAt = "first_seen_at"
    case lastSeenAt = "last_seen_at"
  }
}

package struct DevicesBody: Hashable, Sendable, Codable {
  package var devices: [DeviceBody]
  package init(devices: [DeviceBody]) { self.devices = devices }
}

/// One line of the sign-out log (ENT-10).
package struct SignOutBody: Hashable, Sendable, Codable {
  package var session: String
  package var cause: SignOutCauseName
  package var at: String

  package init(session: String, cause: SignOutCauseName, at: String) {
    self.session = session
    self.cause = cause
    self.at = at
  }
}

package struct SignOutsBody: Hashable, Sendable, Codable {
  package var signOuts: [SignOutBody]
  package init(signOuts: [SignOutBody]) { self.signOuts = signOuts }

  enum CodingKeys: String, CodingKey {
    case signOuts = "sign_outs"
  }
}
