import IdentityDomain

/// One row of the table of settings. File, environment, flags, their help and the table in
/// docs/operations.md follow from it.
struct Setting: Sendable {
  enum Kind: Hashable, Sendable {
    case text
    case number(ClosedRange<Int>)
    /// `true` or `false`.
    case truth
    case list
    case choice([String])
    /// The path of a file.
    case file
    /// The path of a folder, or `none`.
    case folder
    /// `sqlite:PATH`, `postgres://USER@HOST/DATABASE`
    case store
  }

  enum Place: String, CaseIterable, Hashable, Sendable {
    case flag, environment, file
  }

  let key: SettingKey
  let kind: Kind
  /// The name of its flag without hyphens; nil when it has none.
  let flag: String?
  let isSecret: Bool
  let places: Set<Place>
  /// As it is written; empty without a default, or if the help says it.
  let standard: String
  /// For people: sentences.
  let help: String

  private init(
    _ key: SettingKey, _ kind: Kind, flag: String? = nil, isSecret: Bool = false,
    onlyIn places: Set<Place> = [.flag, .environment, .file], standard: String = "",
    _ help: String
  ) {
    self.key = key
    self.kind = kind
    self.flag = flag
    self.isSecret = isSecret
    self.places = flag == nil ? places.subtracting([.flag]) : places
    self.standard = standard
    self.help = help
  }
}

extension Setting {
  /// In the order of the documentation.
  static let all: [Setting] = [
    Setting(
      .config, .file, flag: "config", onlyIn: [.flag, .environment],
      "A YAML or JSON file with settings. Flags override the environment, which overrides the "
        + "file. There is no default path."),
    Setting(
      .dev, .truth, flag: "dev", onlyIn: [.flag], standard: "false",
      "Development mode: an inbox that anyone on this machine can read, and no master key."),
    Setting(
      .flow, .text, flag: "flow", onlyIn: [.flag],
      "A flow document to show in the page while it is edited, with simulated responses. Implies --dev."
    ),

    Setting(.host, .text, flag: "host", standard: "127.0.0.1", "The address to listen on."),
    Setting(
      .port, .number(0...65_535), flag: "port", standard: "8080",
      "The port to listen on; 0 picks a free one."),
    Setting(
      .publicURL, .text, flag: "public-url",
      "The https URL at which clients reach the server. Required without --dev."),
    Setting(
      .trustedProxies, .list, flag: "trusted-proxy",
      "The address, or address range, of a reverse proxy in front of the server."),
    Setting(
      .proxyHeader, .choice(["X-Forwarded-For", "Forwarded"]), flag: "proxy-header",
      standard: "X-Forwarded-For",
      "The header in which these proxies pass the client's address. The other one is ignored."),
    Setting(
      .origins, .list, flag: "origin",
      "An origin whose pages may call the server, such as https://app.example.com, in addition to "
        + "that of the public URL."),
    Setting(
      .networks, .file,
      "A file of networks with their country, a line each, such as 203.0.113.0/24 DE. Users then see in which "
        + "country a session was used last. Default: none."),
    Setting(
      .web, .folder, flag: "web",
      "The folder with the web page to serve next to the API, as built by scripts/web, or none. "
        + "Default: the one built next to the program, if any."),
    Setting(
      .operatorToken, .text, isSecret: true,
      "A bearer token of at least 32 characters that gives other machines access to /metrics."),
    Setting(
      .connections, .number(1...1_000_000), standard: "10000",
      "The maximum number of simultaneous connections; further clients wait."),
    Setting(
      .shutdownSeconds, .number(1...600), standard: "20",
      "How long requests in progress may take after SIGTERM; a message being sent has 20 seconds."
    ),
    Setting(
      .storeWaitSeconds, .number(0...3_600), standard: "120",
      "How long a server that starts waits for a database that cannot be reached or written to yet. With --dev 0."
    ),
    Setting(
      .networkShare, .number(1...1_000), standard: "1",
      "The factor for the rate limits of one network, for when many users share an address. "
        + "With --dev 1000."),

    Setting(
      .store, .store, flag: "store",
      "The store: sqlite:PATH, or postgres://USER@HOST:PORT/DATABASE without a password. Default: "
        + "sqlite:portico.sqlite, with --dev sqlite:portico-dev.sqlite."),
    Setting(
      .masterKeyFile, .file, flag: "master-key-file",
      "A file with mode 0600 that contains 64 hex digits: the key with which the keys in the store are "
        + "encrypted."),
    Setting(
      .masterKey, .text, isSecret: true, "The hex digits themselves, instead of master_key_file."),

    Setting(
      .brand, .file, flag: "brand",
      "A YAML or JSON file with the name, logo and colours of the page and of mail (docs/guides/brand.md)."
    ),
    Setting(
      .service, .text, flag: "service", standard: "Portico",
      "The name of the service in messages to users, where it is not that of the brand."),
    Setting(
      .regions, .list, flag: "region",
      "A country to which text messages may be sent (ISO 3166-1), such as DE. Default: none, with --dev "
        + "every country."),
    Setting(
      .mailFrom, .text, flag: "mail-from",
      "The sender of mail: ADDRESS or 'NAME <ADDRESS>'."),
    Setting(
      .smtp, .text, flag: "smtp",
      "The mail server: smtps://HOST[:PORT], or smtp://HOST[:PORT] for STARTTLS (plain on "
        + "loopback)."),
    Setting(.smtpUser, .text, "The user name for the mail server."),
    Setting(.smtpPassword, .text, isSecret: true, "The password for the mail server."),
    Setting(
      .sms, .text, flag: "sms",
      "The SMS provider: twilio:SID, or webhook:URL for a program of your own."),
    Setting(
      .smsFrom, .text, flag: "sms-from",
      "The sender of SMS, for Twilio: a number, a messaging service, or a name."),
    Setting(
      .smsToken, .text, isSecret: true,
      "The provider's token: Twilio's auth token, or the webhook's bearer token."),
    Setting(
      .fcm, .file, flag: "fcm",
      "Push to Android through Firebase: a file with mode 0600 with the JSON of a service account."),
    Setting(
      .apns, .text, flag: "apns",
      "Push to Apple devices: TEAM:KEY:TOPIC, where TOPIC is the app's bundle id."),
    Setting(
      .apnsKey, .file, flag: "apns-key", "The key for APNs: a file with mode 0600, AuthKey_KEY.p8."),
    Setting(
      .apnsSandbox, .truth, flag: "apns-sandbox", standard: "false",
      "Use Apple's sandbox push service, for development builds of the app."),

    Setting(
      .caFile, .file,
      "A file of certificates (PEM) of the authorities that messaging and sign-in providers are trusted by, in place "
        + "of the system's: for a private one, append it to a copy of /etc/ssl/certs/ca-certificates.crt."
    ),

    Setting(
      .providers, .file, flag: "providers",
      "A YAML or JSON file with the third parties that users can sign in with. Default: none, with "
        + "--dev made-up ones."),
    Setting(
      .returnURLs, .list,
      "The addresses that a sign-in at a third party, or by a mailed link, can return to: an app's own scheme or https "
        + "link, compared exactly. The page of this server is always one."),
    Setting(
      .passkeyDomain, .text,
      "The domain that passkeys are made for, for good: the host of the public address, or one above "
        + "it. Default: that host, with --dev localhost."),
    Setting(
      .passkeyOrigins, .list,
      "Further pages that may use the passkeys, such as https://HOST. Those of other domains are "
        + "published as related origins."),
    Setting(
      .appleApps, .list,
      "Apple apps that may use the passkeys: TEAM.BUNDLE. Published as apple-app-site-association."),
    Setting(
      .androidApps, .list,
      "Android apps that may use the passkeys: PACKAGE and the SHA-256 fingerprint of the app's "
        + "certificate. Published as assetlinks.json."),

    Setting(
      .markets, .file, flag: "markets",
      "A YAML or JSON file with the markets that users sign in to. Default: none, with --dev three."
    ),
    Setting(
      .experiments, .file, flag: "experiments",
      "A YAML or JSON file with experiments. Default: the experiment of the onboarding flow."),
    Setting(
      .versions, .list,
      "The app versions in use: PLATFORM MINIMUM LATEST, such as 'iOS 2.1 2.4'. Versions older "
        + "than MINIMUM must update; versions older than LATEST may."),
    Setting(
      .registrationOpen, .truth, standard: "true",
      "Allow registration. Registrations already started can still be confirmed."),
    Setting(
      .disclosesTaken, .truth, standard: "false",
      "Disclose that an address is already registered. This reveals to strangers who has an account."
    ),
    Setting(
      .compatSessions, .truth, standard: "true",
      "Allow clients without a device key to sign in (weaker sessions)."),
    Setting(
      .sameDeviceSkip, .truth, standard: "true",
      "Let a device that has verified a number sign in again without a code."),
    Setting(
      .recycledAfterDays, .number(1...90), standard: "90",
      "The number of idle days after which a number alone no longer opens its account on a new device."
    ),
    Setting(
      .secondFactor, .list,
      "Of whom a second factor is required at sign-in with a password: everybody, or those who are "
        + "super_admin, worker or client. Default: nobody; users may still turn on two-step sign-in."
    ),
    Setting(
      .passwordLeast, .number(8...64), standard: "8",
      "The minimum length of a password at registration, in characters."),
    Setting(
      .newPasswordLeast, .number(8...64), standard: "15",
      "The minimum length of a password that is reset, changed or set, in characters."),
    Setting(
      .passwordBlocked, .list,
      "Words to reject in passwords, in addition to common passwords and the service name."),
    Setting(
      .deletionWaitDays, .number(SecurityRules.deletionWaitDays), standard: "0",
      "The number of days for which an account is kept after its owner deleted it. Signing in during that "
        + "time keeps the account. 0 deletes at once, as clients without a device key always do."),

    Setting(
      .log, .choice(["json", "text"]), flag: "log",
      "The format of the log on standard error: one JSON object per line, or text. Default: json, "
        + "with --dev text."),
    Setting(
      .logLevel, .choice(["debug", "info", "notice", "warning", "error"]), flag: "log-level",
      standard: "info", "The lowest level that is logged."),
  ]

  /// A test proves that there is one row for each key.
  static func row(_ key: SettingKey) -> Setting {
    guard let row = all.first(where: { $0.key == key }) else {
      preconditionFailure("the table of settings has no row for \(key.rawValue)")
    }
    return row
  }
}
