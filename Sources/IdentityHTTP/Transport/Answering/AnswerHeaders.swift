import HTTPTypes
import IdentityDomain

/// What every answer carries.
struct AnswerHeaders: Sendable {
  /// Whether the public URL is one of TLS.
  let isSecure: Bool

  func fields(requestID: String) -> HTTPFields {
    var fields: HTTPFields = [
      .cacheControl: "no-store",
      .xContentTypeOptions: "nosniff",
      .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
      .referrerPolicy: "no-referrer",
      .requestID: requestID,
    ]
    // RFC 6797: two years. Browsers pass it over where the page came without TLS.
    if isSecure { fields[.strictTransportSecurity] = "max-age=63072000" }
    return fields
  }

  /// What a refusal adds.
  static func add(_ failure: FailureAnswer, nonce: String?, to fields: inout HTTPFields) {
    if let seconds = failure.retryAfter { fields[.retryAfter] = String(seconds) }
    if let challenge = failure.challenge {
      fields[.wwwAuthenticate] = challenge.text
      if challenge.isAboutProof, let nonce { fields[.dpopNonce] = nonce }
    }
    if !failure.allowed.isEmpty {
      fields[.allow] = failure.allowed.map(\.rawValue).joined(separator: ", ")
    }
    if failure.endsConnection { fields[.connection] = "close" }
  }
}

/// An answer before it gets what every answer carries.
struct Draft: Sendable {
  var status: Int
  var body: [UInt8]
  var type = "application/json"
  var fields: HTTPFields = [:]

  init(status: Int, body: [UInt8], type: String = "application/json", fields: HTTPFields = [:]) {
    self.status = status
    self.body = body
    self.type = type
    self.fields = fields
  }

  /// A refusal in the failure form.
  init(_ failure: FailureAnswer, nonce: String?) {
    self.init(status: failure.status, body: WireJSON.bytes(failure.body))
    AnswerHeaders.add(failure, nonce: nonce, to: &fields)
  }
}
