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
    /// `sqlite:PATH`
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
  /// As it is written; empty when there is none or the help tells.
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
      "A YAML or JSON file with settings. Flags win over the environment, the environment over the "
        + "file. There is no default place."),
    Setting(
      .dev, .truth, flag: "dev", onlyIn: [.flag], standard: "false",
      "For development: an inbox that everybody on this machine can read, and no master key."),

    Setting(.host, .text, flag: "host", standard: "127.0.0.1", "The address to listen on."),
    Setting(
      .port, .number(0...65_535), flag: "port", standard: "8080", "The port; 0 picks a free one."),
    Setting(
      .publicURL, .text, flag: "public-url",
      "The https address under which clients reach the server. Needed without --dev."),
    Setting(
      .trustedProxies, .list, flag: "trusted-proxy",
      "An address, or a range of them, of a proxy in front of the server."),
    Setting(
      .proxyHeader, .choice(["X-Forwarded-For", "Forwarded"]), flag: "proxy-header",
      standard: "X-Forwarded-For",
      "The header in which these proxies write the client's address. The other one is not read."),
    Setting(
      .origins, .list, flag: "origin",
      "An origin whose pages may call the server, such as https://app.example.com, beside that of "
        + "the public URL."),
    Setting(
      .web, .folder, flag: "web",
      "The folder with the page that is served beside the API, as scripts/web makes it, or none. "
        + "Default: the one that was built beside the program, if there is one."),
    Setting(
      .operatorToken, .text, isSecret: true,
      "At least 32 characters. Opens /metrics to others than this machine, as a bearer token."),
    Setting(
      .connections, .number(1...1_000_000), standard: "10000",
      "How many clients may be connected at once; more wait."),
    Setting(
      .shutdownSeconds, .number(1...600), standard: "20",
      "How long calls in progress may still take after SIGTERM; a message on its way has 20 seconds."
    ),
    Setting(
      .networkShare, .number(1...1_000), standard: "1",
      "By how much the budgets of one network are multiplied, where many people share an address. "
        + "With --dev 1000."),

    Setting(
      .store, .store, flag: "store",
      "Where everything is kept: sqlite:PATH. Default: sqlite:portico.sqlite, with --dev "
        + "sqlite:portico-dev.sqlite."),
    Setting(
      .masterKeyFile, .file, flag: "master-key-file",
      "A file of mode 0600 with 64 hex digits: the key under which the keys in the store are "
        + "encrypted."),
    Setting(
      .masterKey, .text, isSecret: true, "The digits themselves, instead of master_key_file."),

    Setting(
      .service, .text, flag: "service", standard: "Portico",
      "What the service is called in messages to people."),
    Setting(
      .regions, .list, flag: "region",
      "A country that gets text messages (ISO 3166-1), such as DE. With --dev the default is every "
        + "country, else none."),
    Setting(
      .mailFrom, .text, flag: "mail-from",
      "Whom mails are from: ADDRESS or 'NAME <ADDRESS>'."),
    Setting(
      .smtp, .text, flag: "smtp",
      "The mail server: smtps://HOST[:PORT], or smtp://HOST[:PORT] for STARTTLS (plain on "
        + "loopback)."),
    Setting(.smtpUser, .text, "The user that logs in to the mail server."),
    Setting(.smtpPassword, .text, isSecret: true, "That user's password."),
    Setting(
      .sms, .text, flag: "sms",
      "The provider of SMS: twilio:SID, or webhook:URL of a program of your own."),
    Setting(
      .smsFrom, .text, flag: "sms-from",
      "Whom SMS are from, for Twilio: a number, a messaging service, or a name."),
    Setting(
      .smsToken, .text, isSecret: true,
      "The token of that provider: Twilio's, or the webhook's bearer token."),
    Setting(
      .fcm, .file, flag: "fcm",
      "Pushes to Android by Firebase: a file of mode 0600 with the JSON of a service account."),
    Setting(
      .apns, .text, flag: "apns",
      "Pushes to Apple's devices: TEAM:KEY:TOPIC, where TOPIC is the app's bundle id."),
    Setting(
      .apnsKey, .file, flag: "apns-key", "The key for apns: a file of mode 0600, AuthKey_KEY.p8."),
    Setting(
      .apnsSandbox, .truth, flag: "apns-sandbox", standard: "false",
      "For apps that were built for development: Apple's other push service."),

    Setting(
      .markets, .file, flag: "markets",
      "A YAML or JSON file with the markets that people sign in to. Default: none, with --dev three."
    ),
    Setting(
      .experiments, .file, flag: "experiments",
      "A YAML or JSON file with experiments. Default: the one of the onboarding flow."),
    Setting(
      .versions, .list,
      "What versions of an app may still be used: PLATFORM LEAST NEWEST, such as 'iOS 2.1 2.4'. Older "
        + "than LEAST must update, older than NEWEST may."),
    Setting(
      .registrationOpen, .truth, standard: "true",
      "Whether new accounts are made. What was begun before can still be confirmed."),
    Setting(
      .disclosesTaken, .truth, standard: "false",
      "Whether who registers is told that an address is taken. Tells strangers who has an account."),
    Setting(
      .compatSessions, .truth, standard: "true",
      "Whether clients without a device key can sign in (weaker sessions)."),
    Setting(
      .sameDeviceSkip, .truth, standard: "true",
      "Whether a device that proved a number signs in again without a code."),
    Setting(
      .recycledAfterDays, .number(1...90), standard: "90",
      "After how many idle days a number alone no longer opens its account on an unknown device."),
    Setting(
      .passwordLeast, .number(8...64), standard: "8",
      "The least length of a password at registration, in characters."),
    Setting(
      .newPasswordLeast, .number(8...64), standard: "15",
      "The least length of a password that is reset, changed or set, in characters."),
    Setting(
      .passwordBlocked, .list,
      "Words that no password here may be made of, beside the common ones and the service's name."),

    Setting(
      .log, .choice(["json", "text"]), flag: "log",
      "How the log on standard error is written: one JSON object a line, or text. Default: json, "
        + "with --dev text."),
    Setting(
      .logLevel, .choice(["debug", "info", "notice", "warning", "error"]), flag: "log-level",
      standard: "info", "The least important lines that are written."),
  ]

  /// A test proves that there is one row for each key.
  static func row(_ key: SettingKey) -> Setting {
    guard let row = all.first(where: { $0.key == key }) else {
      preconditionFailure("the table of settings has no row for \(key.rawValue)")
    }
    return row
  }
}
