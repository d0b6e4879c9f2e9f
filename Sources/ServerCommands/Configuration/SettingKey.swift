/// What an operator can set, by the key of the configuration file.
///
/// A key is public: it is never renamed or used for something else. `Setting.all` says the rest.
enum SettingKey: String, CaseIterable, Sendable {
  case config
  case dev
  case flow

  case host
  case port
  case publicURL = "public_url"
  case trustedProxies = "trusted_proxies"
  case proxyHeader = "proxy_header"
  case origins
  case networks
  case web
  case operatorToken = "operator_token"
  case connections = "limits.connections"
  case shutdownSeconds = "limits.shutdown_seconds"
  case storeWaitSeconds = "limits.store_wait_seconds"
  case networkShare = "limits.network_share"

  case store
  case masterKeyFile = "master_key_file"
  case masterKey = "master_key"

  case brand
  case service
  case regions
  case mailFrom = "mail_from"
  case smtp
  case smtpUser = "smtp_user"
  case smtpPassword = "smtp_password"
  case sms
  case smsFrom = "sms_from"
  case smsToken = "sms_token"
  case fcm
  case apns
  case apnsKey = "apns_key"
  case apnsSandbox = "apns_sandbox"

  case caFile = "ca_file"

  case providers
  case returnURLs = "return_urls"
  case passkeyDomain = "passkeys.domain"
  case passkeyOrigins = "passkeys.origins"
  case appleApps = "passkeys.apple_apps"
  case androidApps = "passkeys.android_apps"

  case markets
  case experiments
  case versions
  case registrationOpen = "registration.open"
  case disclosesTaken = "registration.disclose"
  case compatSessions = "sessions.compat"
  case sameDeviceSkip = "phone.same_device_skip"
  case recycledAfterDays = "phone.recycled_after_days"
  case secondFactor = "second_factor.required"
  case passwordLeast = "passwords.least"
  case newPasswordLeast = "passwords.least_new"
  case passwordBlocked = "passwords.blocked"
  case deletionWaitDays = "accounts.deletion_wait_days"

  case log
  case logLevel = "log_level"

  /// `PORTICO_PUBLIC_URL` for `public_url`, `PORTICO_LIMITS_CONNECTIONS` for `limits.connections`.
  var variable: String {
    if self == .host { return Self.variablePrefix + "LISTEN_HOST" }
    return Self.variablePrefix
      + String(rawValue.map { $0 == "." ? "_" : $0 }).uppercased()
  }

  static let variablePrefix = "PORTICO_"

  /// Says how much of the package is built (docs/decisions/0027-one-manifest.md), so it is no setting of the
  /// server. Its values there are left alone, since whoever builds the server often starts it in the same shell.
  static let buildVariable = variablePrefix + "HOST"
  static let buildValues = ["0", "1", "commands"]

  /// The path in the configuration file, from the outside in.
  var path: [String] { rawValue.split(separator: ".").map(String.init) }
}
