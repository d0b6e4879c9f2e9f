package import HTTPTypes
package import HummingbirdCore
package import NIOCore
import IdentityAPI
import IdentityDomain
import Logging

/// Turns requests into calls and results into responses. It never throws: every error becomes a
/// response in the failure form.
package struct TransportResponder: Sendable {
  let settings: HTTPSettings
  let ports: TransportPorts
  package let metrics: MetricRegistry
  private let routes: RouteTable<Endpoint>
  private let dates = DateTexts()
  private let proxyWarning = OnceFlag()

  /// A response as it is written. Hummingbird's own type searches for an existing length each time.
  package struct Response: Sendable {
    package let head: HTTPResponse
    package let body: ResponseBody
  }

  /// The target of a path and a method.
  enum Endpoint: Sendable {
    case operation(APIOperation)
    case plain(PlainEndpoint)

    var name: String {
      switch self {
      case .operation(let operation): operation.name
      case .plain(let endpoint): endpoint.rawValue
      }
    }
  }

  package init(settings: HTTPSettings, ports: TransportPorts, metrics: MetricRegistry) {
    self.settings = settings
    self.ports = ports
    self.metrics = metrics
    var routes = RouteTable<Endpoint>()
    for operation in APIOperation.all {
      for path in [operation.path, operation.alias].compactMap({ $0 }) {
        routes.add(path, operation.method.http, .operation(operation))
      }
    }
    for endpoint in PlainEndpoint.allCases
    where !endpoint.isForDevelopment || ports.development != nil {
      for path in endpoint.paths {
        for method in endpoint.methods { routes.add(path, method, .plain(endpoint)) }
      }
    }
    self.routes = routes
  }

  /// - Parameter peer: the other end of the connection; nil for a Unix domain socket.
  package func respond(to request: Request, peer: IPAddress?) async -> Response {
    let begun = ports.uptime()
    metrics.requestBegan()
    var visit = Visit(requestID: newRequestID())
    let draft: Draft
    do {
      draft = try await RequestScope.$requestID.withValue(visit.requestID) {
        try await answer(request, peer, &visit)
      }
    } catch {
      draft = refusal(error, &visit)
    }
    ended(visit, status: draft.status, after: ports.uptime() - begun)
    return response(draft, visit, isHead: request.method == .head)
  }

  /// Refuses what never became a request.
  /// - Parameter isFirst: whether no `respond` runs for it, which would log it.
  package func refuse(
    _ problem: RequestProblem, isFirst: Bool
  ) -> (head: HTTPResponse, body: ByteBuffer) {
    var visit = Visit(requestID: newRequestID())
    var draft = refusal(problem, &visit)
    draft.fields[.connection] = "close"
    if isFirst {
      metrics.requestBegan()
      ended(visit, status: draft.status, after: .zero)
    }
    let response = response(draft, visit, isHead: true)
    return (response.head, ByteBuffer(bytes: draft.body))
  }

  private func newRequestID() -> String { Base64URL.text(ports.random.bytes(12)) }

  /// One line per request: never its path, query, fields or body.
  private func ended(_ visit: Visit, status: Int, after time: Duration) {
    metrics.requestEnded(visit.name, status: status, code: visit.code, after: time)
    var fields: Logger.Metadata = [
      "request_id": "\(visit.requestID)", "operation": "\(visit.name)",
      "status": .stringConvertible(status),
      "milliseconds": .stringConvertible(Double(time.wholeMicroseconds / 10) / 100),
    ]
    if let code = visit.code { fields["code"] = "\(code)" }
    ports.log.info("request", metadata: fields)
  }

  /// What is known about a request so far, even if it is refused later.
  struct Visit: Sendable {
    let requestID: String
    /// The name of the operation, for log and metrics; never a path.
    var name = "none"
    /// Why it was refused.
    var code: String?
    /// Whether a proof was presented: then every response carries a nonce.
    var hasProof = false
    var hasAuthorization = false
    /// The headers that let a foreign page read the response.
    var sharing: HTTPFields = [:]
  }

  private func answer(
    _ request: Request, _ peer: IPAddress?, _ visit: inout Visit
  ) async throws -> Draft {
    visit.hasProof = request.headers[.dpop] != nil
    visit.hasAuthorization = request.headers[.authorization] != nil
    let own = try publicURL(of: request)
    guard let target = RequestTarget(request.head.path ?? "") else {
      throw RequestProblem.malformed(field: "request target")
    }
    guard let match = routes.match(target.path) else { return try page(request, target, &visit) }
    let method: HTTPRequest.Method = request.method == .head ? .get : request.method
    if method == .options { return try options(request, match, own, &visit) }
    guard let endpoint = match.targets[method] else {
      throw RequestProblem.wrongMethod(allowed: match.allowed)
    }
    visit.name = endpoint.name
    guard let query = target.pairs(most: settings.limits.queryPairs) else {
      throw RequestProblem.malformed(field: "query")
    }
    let lines = request.headers[values: settings.proxyHeader.field]
    let client = ClientAddress(
      peer: peer, lines: lines, header: settings.proxyHeader, trusted: settings.trustedProxies)
    if !lines.isEmpty, !client.isForwarded { warnOfProxy(peer) }
    switch endpoint {
    case .plain(let endpoint):
      return try await answer(endpoint, request, match, query, client, own: own)
    case .operation(let operation):
      let call = try await CallReading(
        settings: settings, credentials: ports.credentials, languages: ports.languages,
        operation: operation, own: own, target: target, query: query, values: match.values,
        client: client
      ).read(request, &visit)
      return draft(try await ports.answer(call))
    }
  }

  /// A proxy that is not listed makes all clients one address, which nobody notices before the first rush. The line names
  /// no address: it may be a client's.
  private func warnOfProxy(_ peer: IPAddress?) {
    guard !settings.isDevelopment, let peer,
      !settings.trustedProxies.contains(where: { $0.contains(peer) }), proxyWarning.raise()
    else { return }
    let place = peer.isLoopback ? "this machine" : "an address"
    ports.log.warning(
      "a request came with \(settings.proxyHeader.rawValue) from \(place) that is not in trusted_proxies, so the header was ignored; if your proxy sent it, list the proxy there, or all clients share one rate limit"
    )
  }

  /// The server's name for this call: from its settings, or with `--dev` from `Host`.
  private func publicURL(of request: Request) throws -> WebOrigin {
    // The first `Host` is the authority; a second one would still be among the fields.
    guard request.headers[.host] == nil else { throw RequestProblem.malformed(field: "Host") }
    if let publicURL = settings.publicURL, !settings.isDevelopment { return publicURL }
    let host = request.head.authority.flatMap { HostAndPort($0) }
    if settings.isDevelopment {
      guard let host, HostAndPort.isLoopback(host.host) else { throw RequestProblem.foreignHost }
    }
    if let publicURL = settings.publicURL { return publicURL }
    guard let host, let own = WebOrigin("http://" + host.text) else {
      throw RequestProblem.malformed(field: "Host")
    }
    return own
  }

  /// A preflight, or a plain request for the allowed methods.
  private func options(
    _ request: Request, _ match: RouteTable<Endpoint>.Match, _ own: WebOrigin, _ visit: inout Visit
  ) throws -> Draft {
    visit.name = "options"
    let allowed = match.allowed
    var draft = Draft(status: 204, body: [])
    draft.fields[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
    guard request.headers[.origin] != nil,
      let wanted = request.headers[.accessControlRequestMethod]
    else { return draft }
    guard case .operation(let operation) = HTTPRequest.Method(wanted).flatMap({ match.targets[$0] })
    else { throw RequestProblem.wrongMethod(allowed: allowed) }
    visit.sharing = try OriginPolicy(foreign: settings.origins).preflight(
      request.headers, own: own, allowed: allowed, usesCookie: operation.usesCookie)
    return draft
  }

  private func draft(_ answer: APIAnswer) -> Draft {
    var draft = Draft(status: answer.status, body: answer.body)
    if let name = answer.fileName {
      draft.fields[.contentDisposition] = "attachment; filename=\"\(name)\""
    }
    switch answer.cookie {
    case .none: break
    case .set(let token, let expiresAt):
      let now = ports.credentials.clock.now()
      let seconds = (expiresAt.milliseconds - now.milliseconds) / 1000
      draft.fields[.setCookie] = SessionCookie.set(token, seconds: seconds)
    case .clear: draft.fields[.setCookie] = SessionCookie.clear
    }
    return draft
  }

  private func refusal(_ error: any Error, _ visit: inout Visit) -> Draft {
    var failure = FailureAnswer(error, at: ports.credentials.clock.now())
    visit.code = failure.body.code
    if failure.challenge == .invalidToken, !visit.hasAuthorization { failure.challenge = .plain }
    if let fault = failure.fault {
      var fields: Logger.Metadata = [
        "request_id": "\(visit.requestID)", "operation": "\(visit.name)", "type": "\(fault)",
      ]
      if let reason = failure.faultReason { fields["reason"] = "\(reason)" }
      ports.log.error("fault", metadata: fields)
    }
    return Draft(failure, nonce: ports.credentials.nonce)
  }

  private func response(_ draft: Draft, _ visit: Visit, isHead: Bool) -> Response {
    var fields = AnswerHeaders(isSecure: settings.publicURL?.isSecure ?? false)
      .fields(
        requestID: draft.isPage ? nil : visit.requestID,
        date: dates.text(of: ports.credentials.clock.now()))
    for field in draft.fields { fields[field.name] = field.value }
    for field in visit.sharing { fields[field.name] = field.value }
    if visit.hasProof, draft.fields[.dpopNonce] == nil, let nonce = ports.credentials.nonce {
      fields.append(HTTPField(name: .dpopNonce, value: nonce))
    }
    if draft.status != 204, draft.status != 304 {
      fields.append(HTTPField(name: .contentType, value: draft.type))
      fields.append(HTTPField(name: .contentLength, value: String(draft.body.count)))
    }
    let body =
      isHead || draft.body.isEmpty
      ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: draft.body))
    return Response(
      head: HTTPResponse(
        status: HTTPResponse.Status(code: draft.status), headerFields: fields), body: body)
  }
}

extension APIOperation.Method {
  var http: HTTPRequest.Method {
    switch self {
    case .get: .get
    case .post: .post
    case .put: .put
    case .delete: .delete
    }
  }
}

extension HTTPSettings.ProxyHeader {
  var field: HTTPField.Name {
    switch self {
    case .forwarded: .forwarded
    case .forwardedFor: .forwardedFor
    }
  }
}
