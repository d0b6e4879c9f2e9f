/// What `serve` was asked for.
struct ServeRequest: Equatable {
  var host = "127.0.0.1"
  var port = 8080
  var store: String?
  var isDevelopment = false
  var publicURL: String?
  var trustedProxies: [String] = []
  var origins: [String] = []
  var masterKeyFile: String?
  /// The value of `PORTICO_MASTER_KEY`.
  var masterKeyText: String?
  var regions: [String] = []
  var operatorToken: String?
}

/// What it comes to, checked before anything is opened (SEC "Browser and HTTP", "Secrets at rest").
struct ServePlan: Equatable {
  enum MasterKey: Equatable {
    case file(String)
    case text(String)
    /// A file beside the store, made where there is none: with `--dev` only.
    case beside(String)
  }

  let host: String
  let port: Int
  let store: StoreAddress
  let isDevelopment: Bool
  /// Nil on loopback only: then the address that a client used is the server's.
  let publicURL: WebOrigin?
  let trustedProxies: [String]
  let origins: [String]
  let masterKey: MasterKey
  let regions: Set<String>
  let operatorToken: String?

  /// - Throws: `ServeRefusal`, the first that is found.
  init(_ request: ServeRequest) throws {
    let isLoopback = WebOrigin.isLoopback(request.host)
    guard (0...65_535).contains(request.port) else {
      throw ServeRefusal("--port: \(request.port) is no port; write 0 to 65535, 0 for a free one")
    }
    if request.isDevelopment, !isLoopback {
      throw ServeRefusal(
        "--dev: its inbox shows everybody's codes, so it listens on loopback only; leave --host "
          + "out, or write 127.0.0.1")
    }
    publicURL = try request.publicURL.map { try WebOrigin($0, "--public-url") }
    if !isLoopback {
      guard let publicURL, publicURL.isSecure else {
        throw ServeRefusal(
          "--public-url: a server that is not on loopback needs the https address under which "
            + "its clients reach it; write --public-url https://HOST")
      }
      guard !request.trustedProxies.isEmpty else {
        throw ServeRefusal(
          "--trusted-proxies: a server that is not on loopback needs the addresses of the proxies "
            + "in front of it, or 'none'")
      }
    }
    host = request.host
    port = request.port
    isDevelopment = request.isDevelopment
    trustedProxies = request.trustedProxies == ["none"] ? [] : request.trustedProxies
    origins = try request.origins.map { try WebOrigin($0, "--origin").text }
    let store = try StoreAddress(
      request.store ?? (isDevelopment ? "sqlite:portico-dev.sqlite" : "sqlite:portico.sqlite"))
    self.store = store
    switch (request.masterKeyFile, request.masterKeyText) {
    case (_?, _?):
      throw ServeRefusal(
        "--master-key-file: PORTICO_MASTER_KEY is set as well; keep one of them")
    case (let file?, nil): masterKey = .file(file)
    case (nil, let text?): masterKey = .text(text)
    case (nil, nil):
      guard isDevelopment, case .sqlite(let path) = store else {
        throw ServeRefusal(
          "--master-key-file: the keys in the store are encrypted under a key of yours. Make one "
            + "with `openssl rand -hex 32 > master.key && chmod 600 master.key`, keep a copy, and "
            + "name the file; or put its text into PORTICO_MASTER_KEY")
      }
      masterKey = .beside(path + ".key")
    }
    regions = Set(request.regions)
    for region in request.regions where !Self.isRegion(region) {
      throw ServeRefusal(
        "--region: '\(region)' is no country; write two capital letters (ISO 3166-1), such as DE")
    }
    if let token = request.operatorToken, token.utf8.count < 32 {
      throw ServeRefusal("PORTICO_OPERATOR_TOKEN: shorter than 32 characters can be guessed")
    }
    operatorToken = request.operatorToken
  }

  private static func isRegion(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (65...90).contains($0) }
  }
}
