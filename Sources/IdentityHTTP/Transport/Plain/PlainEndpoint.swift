import Branding
import HTTPTypes
import HummingbirdCore
import IdentityAPI
import IdentityDomain

/// The endpoints other than operations.
enum PlainEndpoint: String, CaseIterable, Sendable {
  case live, ready, metrics, keys, document, undo, signIn, providerReturn, providerNotice, inbox,
    clock
  case provider
  case appleApps, androidApps, relatedOrigins

  var isForDevelopment: Bool { self == .inbox || self == .clock || self == .provider }

  var methods: [HTTPRequest.Method] {
    switch self {
    case .clock, .providerNotice: [.post]
    // A redirect, or a form that the provider posts (OAuth 2.0 Form Post Response Mode).
    case .providerReturn, .provider: [.get, .post]
    default: [.get]
    }
  }

  /// A development provider has pages up to three levels below its name.
  var paths: [String] {
    guard self == .provider else { return [path] }
    let steps = ["/{first}", "/{second}", "/{third}"]
    return (1...steps.count).map { path + steps.prefix($0).joined() }
  }

  private var path: String {
    switch self {
    case .live: "/health/live"
    case .ready: "/health/ready"
    case .metrics: "/metrics"
    case .keys: "/.well-known/jwks.json"
    case .appleApps: "/.well-known/apple-app-site-association"
    case .androidApps: "/.well-known/assetlinks.json"
    case .relatedOrigins: "/.well-known/webauthn"
    case .document: "/openapi.yaml"
    case .undo: UndoPage.path
    case .signIn: SignInPage.path
    case .providerReturn: "/v1/federation/callback/{provider}"
    case .providerNotice: "/v1/federation/notices/{provider}"
    case .inbox: "/dev/inbox"
    case .clock: "/dev/clock"
    case .provider: "/dev/providers/{provider}"
    }
  }
}

extension TransportResponder {
  func answer(
    _ endpoint: PlainEndpoint, _ request: Request, _ match: RouteTable<Endpoint>.Match,
    _ query: [String: String], _ client: ClientAddress, own: WebOrigin
  ) async throws -> Draft {
    let fields = request.headers
    switch endpoint {
    case .live: return success("The server is up.")
    case .ready:
      guard await ports.isReady() else { throw StoreNotReady() }
      return success("The server accepts requests.")
    case .metrics:
      guard isLocal(client, fields) || isOperator(fields) else { throw RequestProblem.unknownPath }
      let queue = (
        name: "portico_password_queue", help: "Password hashes waiting for a worker.",
        value: ports.passwordQueue()
      )
      let others = await ports.figures().map(\.text).joined()
      return Draft(
        status: 200, body: Array((metrics.text([queue]) + others).utf8),
        type: "text/plain; version=0.0.4; charset=utf-8")
    case .keys:
      return Draft(
        status: 200, body: await ports.credentials.reading.publicKeys(),
        type: "application/jwk-set+json", fields: [.cacheControl: "public, max-age=300"])
    case .appleApps: return try association(ports.associations.apple)
    case .androidApps: return try association(ports.associations.android)
    case .relatedOrigins: return try association(ports.associations.related)
    case .document: return Draft(status: 200, body: ports.openAPI, type: "application/yaml")
    case .undo: return page(UndoPage.page)
    case .signIn: return page(SignInPage.page)
    case .providerReturn:
      return try await providerReturn(request, match.values["provider"] ?? "", query, client)
    case .providerNotice:
      let body = try await BodyReading(limits: settings.limits).bytes(of: request)
      try await ports.obey(
        match.values["provider"] ?? "", body, providerCaller(request, client))
      return success("Notice taken.")
    case .inbox:
      let development = try development(client, fields)
      return Draft(status: 200, body: await development.inbox(query["to"]))
    case .provider:
      let development = try development(client, fields)
      let body = try await BodyReading(limits: settings.limits).bytes(of: request)
      let path = ["first", "second", "third"].compactMap { match.values[$0] }.map { "/" + $0 }
      let page = await development.provider(
        match.values["provider"] ?? "", request.method.rawValue, path.joined(),
        RequestTarget(request.head.path ?? "")?.query ?? "", body)
      guard let page else { throw RequestProblem.unknownPath }
      return Draft(page)
    case .clock:
      let development = try development(client, fields)
      // A page from elsewhere could send this without being able to read the response.
      _ = try OriginPolicy(foreign: []).sender(
        fields, own: own, changesState: true, hasCookie: false)
      guard let seconds = query["seconds"].flatMap({ Int64($0) }), Self.leap.contains(seconds)
      else { throw RequestProblem.malformed(field: "seconds") }
      let now = development.advanceClock(.seconds(seconds))
      return success("The server's clock shows \(now.rfc3339).")
    }
  }

  private func page(_ page: MailPage) -> Draft {
    page.draft(
      ports.service, ports.brand, nonce: Base64URL.text(ports.random.bytes(16)))
  }

  private func association(_ file: [UInt8]?) throws -> Draft {
    guard let file else { throw RequestProblem.unknownPath }
    return Draft(
      status: 200, body: file, type: "application/json",
      fields: [.cacheControl: "public, max-age=3600"])
  }

  /// At most ten years at a time.
  private static let leap: ClosedRange<Int64> = 0...315_360_000

  private func development(
    _ client: ClientAddress, _ fields: HTTPFields
  ) throws -> DevelopmentPorts {
    guard isLocal(client, fields), let development = ports.development else {
      throw RequestProblem.unknownPath
    }
    return development
  }

  private func success(_ description: String) -> Draft {
    Draft(status: 200, body: WireJSON.bytes(SuccessBody(description: description)))
  }

  /// Loopback without a proxy: a proxy on this machine that is missing in `trusted_proxies` must
  /// not open this to the world.
  private func isLocal(_ client: ClientAddress, _ fields: HTTPFields) -> Bool {
    client.address?.isLoopback == true && !client.isForwarded
      && fields[.forwarded] == nil && fields[.forwardedFor] == nil
  }

  private func isOperator(_ fields: HTTPFields) -> Bool {
    guard let token = settings.operatorToken, let value = fields[.authorization] else {
      return false
    }
    return ConstantTime.equal(Array("Bearer \(token.exposed)".utf8), Array(value.utf8))
  }
}

/// The store does not respond.
private struct StoreNotReady: StoreError {
  let isUnavailable = true
  let plainReason: String? = "the store takes no writes; the line 'not ready' says why"
}

extension Draft {
  fileprivate init(_ page: DevelopmentPage) {
    self.init(status: page.status, body: page.body)
    for (name, value) in page.fields {
      guard let name = HTTPField.Name(name) else { continue }
      if name == .contentType { type = value } else { fields[name] = value }
    }
  }
}
