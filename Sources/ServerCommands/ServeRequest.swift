import Branding
import IdentityDomain
import IdentityHTTP
import IdentityKeys
import IdentitySenders
import Logging

/// What `serve` was asked for, as it was typed.
struct ServeRequest: Sendable {
  var host = "127.0.0.1"
  var port = 8080
  var store: String?
  var isDevelopment = false
  /// The path of a document to show in the page.
  var flow: String?
  var publicURL: String?
  var trustedProxies: [String] = []
  var origins: [String] = []
  var countries = NetworkCountries()
  /// Nil for the usual folder, `none` for no page.
  var web: String?
  var masterKeyFile: String?
  /// The value of `PORTICO_MASTER_KEY`.
  var masterKeyText: String?
  /// Where that value stands, for messages.
  var masterKeyPlace = MasterKey.variable
  var regions: [String] = []
  var brand: Brand?
  var service = Brand.standard.name
  /// The value of `PORTICO_OPERATOR_TOKEN`.
  var operatorToken: String?
  var providers = SenderRequest()
  var proxyHeader = HTTPSettings.ProxyHeader.forwardedFor
  var limits = HTTPLimits()
  /// How long the start waits for the store.
  var storeWait = Duration.zero
  /// Nil for the usual one.
  var networkShare: Int?
  var isRegistrationOpen = true
  var disclosesTaken = false
  var isCompatOn = true
  var isSameDeviceSkipOn = true
  var recycledAfter = SecurityRules.recycledAfter
  var passwords = PasswordPolicy(least: SecurityRules.passwordLeastAccountAPI)
  /// `everybody`, or claims of accounts.
  var secondFactor: [String] = []
  var deletionWait = Duration.zero
  var newPasswordLeast = SecurityRules.passwordLeast
  /// `PLATFORM MINIMUM LATEST` each.
  var versions: [String] = []
  /// The file of the third parties that people sign in with.
  var signIn: ReadableFile?
  var returnURLs: [String] = []
  /// Nil for the usual one.
  var passkeyDomain: String?
  var passkeyOrigins: [String] = []
  var appleApps: [String] = []
  /// `PACKAGE FINGERPRINT` each.
  var androidApps: [String] = []
  /// Nil for the usual ones.
  var markets: Markets?
  var experiments: ExperimentCatalog?
  var log = LogSettings()
}

extension ServeRequest {
  /// Reads the files that the configuration names.
  init(_ settings: ServeConfiguration) throws {
    try self.init(settings) { throw $0 }
  }

  private static func read<Value>(
    _ failed: (any Error) throws -> Void, _ work: () throws -> Value?
  ) throws -> Value? {
    do {
      return try work()
    } catch {
      try failed(error)
      return nil
    }
  }

  /// - Parameter failed: hears what is wrong with a file that is named, and may throw it; else it counts as not named.
  init(_ settings: ServeConfiguration, failed: (any Error) throws -> Void) throws {
    flow = settings.text(.flow)
    isDevelopment = settings.isOn(.dev) || flow != nil
    host = settings.text(.host) ?? host
    port = settings.number(.port)
    store = settings.text(.store)
    publicURL = settings.text(.publicURL)
    trustedProxies = settings.list(.trustedProxies)
    proxyHeader = settings.text(.proxyHeader).flatMap { .init(rawValue: $0) } ?? proxyHeader
    origins = settings.list(.origins)
    countries = try Self.read(failed) { try settings.networks() } ?? countries
    web = settings.text(.web)
    limits.connections = settings.number(.connections)
    limits.shutdownTime = .seconds(settings.number(.shutdownSeconds))
    // Not written, development and service differ. A developer wants to be told at once.
    storeWait =
      isDevelopment && settings.place(of: .storeWaitSeconds) == nil
      ? .zero : .seconds(settings.number(.storeWaitSeconds))
    networkShare = settings.place(of: .networkShare).map { _ in settings.number(.networkShare) }
    masterKeyFile = settings.text(.masterKeyFile)
    masterKeyText = settings.text(.masterKey)
    masterKeyPlace = settings.place(of: .masterKey)?.description ?? masterKeyPlace
    operatorToken = settings.text(.operatorToken)
    regions = settings.list(.regions)
    brand = try Self.read(failed) { try settings.catalog(.brand) { try BrandFile.read($0) } }
    service = settings.text(.service) ?? service
    if settings.place(of: .service) == nil, let brand { service = brand.name }
    (providers.mailFrom, providers.smtp) = (settings.text(.mailFrom), settings.text(.smtp))
    providers.smtpUser = settings.text(.smtpUser)
    providers.smtpPassword = settings.text(.smtpPassword)
    (providers.sms, providers.smsFrom) = (settings.text(.sms), settings.text(.smsFrom))
    providers.smsToken = settings.text(.smsToken)
    (providers.fcm, providers.apns) = (settings.text(.fcm), settings.text(.apns))
    providers.apnsKey = settings.text(.apnsKey)
    providers.isAPNsSandbox = settings.isOn(.apnsSandbox)
    providers.authorities = try Self.read(failed) { try Self.authorities(settings) }
    isRegistrationOpen = settings.isOn(.registrationOpen)
    disclosesTaken = settings.isOn(.disclosesTaken)
    isCompatOn = settings.isOn(.compatSessions)
    isSameDeviceSkipOn = settings.isOn(.sameDeviceSkip)
    recycledAfter = .days(Int64(settings.number(.recycledAfterDays)))
    passwords.least = settings.number(.passwordLeast)
    secondFactor = settings.list(.secondFactor)
    newPasswordLeast = settings.number(.newPasswordLeast)
    passwords.blocked = Set(settings.list(.passwordBlocked).map { $0.lowercased() })
    deletionWait = .days(Int64(settings.number(.deletionWaitDays)))
    versions = settings.list(.versions)
    signIn = try Self.read(failed) { try settings.catalog(.providers) { $0 } }
    returnURLs = settings.list(.returnURLs)
    passkeyDomain = settings.text(.passkeyDomain)
    passkeyOrigins = settings.list(.passkeyOrigins)
    appleApps = settings.list(.appleApps)
    androidApps = settings.list(.androidApps)
    markets = try Self.read(failed) { try settings.catalog(.markets) { try MarketsFile.read($0) } }
    experiments = try Self.read(failed) {
      try settings.catalog(.experiments) { try ExperimentsFile.read($0) }
    }
    log.format =
      settings.text(.log).flatMap { .init(rawValue: $0) } ?? (isDevelopment ? .text : .json)
    log.level = settings.text(.logLevel).flatMap { .init(rawValue: $0) } ?? .info
  }

  /// A file that is not there, or holds no certificate, would be noticed with the first message.
  private static func authorities(_ settings: ServeConfiguration) throws -> String? {
    guard let path = settings.text(.caFile) else { return nil }
    let name = settings.place(of: .caFile)?.description ?? SettingKey.caFile.rawValue
    let file = try ReadableFile(path, named: name)
    if let refusal = file.refusalOfOthers { throw refusal }
    guard String(decoding: file.bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
      throw ServeRefusal(
        "\(name): \(path) holds no certificate; give a file in PEM form", about: .caFile)
    }
    return path
  }

  /// - Throws: `ServeRefusal`
  func secondFactorPolicy() throws -> SecondFactorPolicy {
    if secondFactor.isEmpty { return .nobody }
    if secondFactor == ["everybody"] { return .everybody }
    return .holders(
      of: Set(
        try secondFactor.map { name in
          guard let claim = AccountClaim(rawValue: name) else {
            throw ServeRefusal(
              "second_factor.required: '\(name)' is not everybody, super_admin, worker or client",
              about: .secondFactor)
          }
          return claim
        }))
  }

  /// - Throws: `ServeRefusal`
  func versionPolicy() throws -> VersionPolicy {
    var rules: [String: VersionPolicy.Rule] = [:]
    for entry in versions {
      let words = entry.split(separator: " ").map(String.init)
      guard words.count >= 3, let least = AppVersion(words[words.count - 2]),
        let newest = AppVersion(words[words.count - 1]), least <= newest
      else {
        throw ServeRefusal(
          "versions: '\(entry)' is not PLATFORM MINIMUM LATEST; for example, write "
            + "'iOS 2.1 2.4'", about: .versions)
      }
      let platform = words.dropLast(2).joined(separator: " ")
      let rule = VersionPolicy.Rule(least: least, newest: newest)
      guard rules.updateValue(rule, forKey: platform) == nil else {
        throw ServeRefusal(
          "versions: '\(platform)' is listed twice; remove one", about: .versions)
      }
    }
    return VersionPolicy(rules: rules)
  }
}

extension ServeConfiguration {
  /// What a named file holds; nil when none is named.
  func catalog<Value>(
    _ key: SettingKey, most: Int = ReadableFile.most, _ read: (ReadableFile) throws -> Value
  ) throws -> Value? {
    guard let path = text(key) else { return nil }
    let name = place(of: key)?.description ?? key.rawValue
    let file = try ReadableFile(path, named: name, most: most)
    if let refusal = file.refusalOfOthers { throw refusal }
    return try read(file)
  }
}
