import IdentityDomain
import IdentityHTTP
import WebAuthn

/// For whom passkeys are made, which pages and apps may use them, and what the domain publishes of that; checked at start
/// (PAS-8).
struct PasskeyPlan {
  /// Nil where there is no domain: the public address is a number, for which no browser makes a passkey.
  let settings: PasskeySettings?
  let files: AssociationFiles

  init(_ request: ServeRequest, _ http: HTTPSettings) throws {
    let host = request.isDevelopment ? "localhost" : http.publicURL?.host
    let domain = request.passkeyDomain ?? host
    var files = AssociationFiles()
    for app in request.appleApps {
      guard AssociationFiles.isAppleApp(app) else {
        throw ServeRefusal(
          "passkeys.apple_apps: '\(app)' is not an app; write TEAM.BUNDLE, such as "
            + "A1B2C3D4E5.com.example.app", about: .appleApps)
      }
      files.appleApps.append(app)
    }
    for text in request.androidApps {
      guard let app = AssociationFiles.AndroidApp(text) else {
        throw ServeRefusal(
          "passkeys.android_apps: '\(text)' is not an app; write PACKAGE and the 32 pairs of digits "
            + "of its SHA-256 fingerprint, with colons", about: .androidApps)
      }
      files.androidApps.append(app)
    }
    var pages: [WebOrigin] = []
    for text in request.passkeyOrigins {
      guard let page = WebOrigin(text), page.isSecure || request.isDevelopment && page.isLoopback
      else {
        throw ServeRefusal(
          "passkeys.origins: '\(text)' is not a page that passkeys work on; write https://HOST",
          about: .passkeyOrigins)
      }
      pages.append(page)
    }
    guard let domain, Self.isDomain(domain) else {
      if request.passkeyDomain != nil {
        throw ServeRefusal(
          "passkeys.domain: '\(domain ?? "")' is not a domain; write a name such as example.com",
          about: .passkeyDomain)
      }
      // Apps and pages that could never use a passkey are a mistake.
      guard files == AssociationFiles(), pages.isEmpty else {
        throw ServeRefusal(
          "passkeys.domain: passkeys need a domain, and the public address has none; set it",
          about: .passkeyDomain)
      }
      settings = nil
      self.files = files
      return
    }
    let own = http.publicURL.map { [$0] } ?? []
    if let page = own.first, !request.isDevelopment, !Self.isWithin(page.host, domain) {
      throw ServeRefusal(
        "passkeys.domain: '\(domain)' is neither the host of the public address nor above it; a "
          + "browser makes no passkey for it there", about: .passkeyDomain)
    }
    files.relatedOrigins = pages.filter { !Self.isWithin($0.host, domain) }.map(\.text)
    if !files.relatedOrigins.isEmpty {
      // The file lists all of them, also those that would work without it.
      files.relatedOrigins = (own + pages).map(\.text)
    }
    var origins = Set((own + pages).map(\.text) + files.androidApps.map(\.origin))
    // What an Apple app writes.
    if !files.appleApps.isEmpty { origins.insert("https://" + domain) }
    settings = PasskeySettings(
      party: RelyingParty(
        id: domain, origins: origins,
        developmentHost: request.isDevelopment ? "localhost" : nil),
      name: request.service)
    self.files = files
  }

  private static func isWithin(_ host: String, _ domain: String) -> Bool {
    host == domain || host.hasSuffix("." + domain)
  }

  /// Names of two labels or more, and `localhost`. An address in numbers is none: its last label is a number.
  private static func isDomain(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2 || text == "localhost", text.utf8.count <= 253 else { return false }
    let last = labels.last?.utf8.first ?? 48
    return !(48...57).contains(last)
      && labels.allSatisfy { label in
        !label.isEmpty && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || $0 == 45
          }
      }
  }
}
