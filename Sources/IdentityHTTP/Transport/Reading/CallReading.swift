import HTTPTypes
import Hummingbird
import IdentityAPI
import IdentityDomain

/// Turns a request into the call of an operation, or refuses it. Cheap checks come first: origin,
/// sizes, types; then the body; then signatures.
struct CallReading: Sendable {
  let settings: HTTPSettings
  let credentials: CredentialCheck
  let languages: LanguageOffer
  let operation: APIOperation
  /// The public URL.
  let own: WebOrigin
  let target: RequestTarget
  let query: [String: String]
  /// Those of the path, as sent.
  let values: [String: String]
  let client: ClientAddress

  func read(_ request: Request, _ visit: inout TransportResponder.Visit) async throws -> APICall {
    let fields = request.headers
    let shown = try PresentedCredentials(fields, cookieIsReplaced: operation.replacesCookie)
    let policy = OriginPolicy(foreign: settings.origins)
    let sender = try policy.sender(
      fields, own: own, changesState: operation.changesState, hasCookie: shown.cookie != nil)
    if let origin = sender.sharedWith {
      visit.sharing = policy.shared(with: origin, usesCookie: operation.usesCookie)
    }
    var path: [String: String] = [:]
    for (name, value) in values {
      guard let decoded = PercentEncoding.decode(value) else {
        throw RequestProblem.malformed(field: name)
      }
      path[name] = decoded
    }
    let isBrowserChange = sender.storage == .cookie && operation.changesState
    let reading = BodyReading(limits: settings.limits)
    try reading.checkType(fields, hasBody: false, isWanted: isBrowserChange)
    let body = try await reading.bytes(of: request)
    try reading.checkType(fields, hasBody: !body.isEmpty, isWanted: isBrowserChange)
    guard let text = String(validating: body, as: UTF8.self) else {
      throw RequestProblem.malformed(field: "body")
    }
    let checked = try await credentials.check(
      shown, method: request.method.rawValue, url: own.text + target.path,
      tokenUse: operation.tokenUse)
    return APICall(
      operation: operation, path: path, query: query,
      installation: try single(.installation, fields), body: body,
      caller: Caller(
        proof: checked.proof, storage: sender.storage,
        client: ClientHeaders.client(fields[.userAgent]), network: client.network,
        country: client.address.flatMap { settings.countries.country(of: $0) },
        language: languages.tag(for: fields[.acceptLanguage]),
        idempotencyKey: try idempotencyKey(fields),
        // An intent is bound to everything that says what to do.
        body: Secret("\(request.method.rawValue) \(request.head.path ?? "")\n\(text)")),
      credentials: APICall.Credentials(
        accessToken: checked.accessToken, cookie: shown.cookie, crumb: shown.crumb))
  }

  private func idempotencyKey(_ fields: HTTPFields) throws(RequestProblem) -> String? {
    let key = try single(.idempotencyKey, fields)
    return operation.changesState ? key : nil
  }

  /// - Throws: for a duplicate field, because the choice between the two would be arbitrary.
  private func single(
    _ name: HTTPField.Name, _ fields: HTTPFields
  ) throws(RequestProblem) -> String? {
    let values = fields[values: name]
    guard values.count <= 1 else { throw .malformed(field: name.rawName) }
    return values.first
  }
}

extension APIOperation {
  /// A logout works even if the access token has expired: by the refresh token in its body.
  fileprivate var tokenUse: CredentialCheck.TokenUse {
    guard authentication == .accessToken else { return .ignored }
    return name == "logout" ? .optional : .required
  }
}
