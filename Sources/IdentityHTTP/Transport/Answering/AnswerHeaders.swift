import HTTPTypes
import IdentityAPI
import IdentityDomain
import Synchronization

/// The headers of every response.
struct AnswerHeaders: Sendable {
  /// Whether the public URL uses TLS.
  let isSecure: Bool

  /// Parsed and checked once, since every response has them.
  private static let common: HTTPFields = [
    .cacheControl: "no-store",
    .xContentTypeOptions: "nosniff",
    .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
    .referrerPolicy: "no-referrer",
    .vary: "Origin",
  ]
  /// RFC 6797: two years. Browsers ignore it if the page was loaded without TLS.
  private static let secure = HTTPField(
    name: .strictTransportSecurity, value: "max-age=63072000")

  /// - Parameter requestID: nil for the files of a page, of which many are hardly longer than their headers. Those that can be
  ///   opened by themselves bring their own policies.
  func fields(requestID: String?, date: String) -> HTTPFields {
    var fields = Self.common
    fields.append(HTTPField(name: .date, value: date))
    if let requestID {
      fields.append(HTTPField(name: .requestID, value: requestID))
    } else {
      fields[.referrerPolicy] = nil
      fields[.contentSecurityPolicy] = nil
    }
    if isSecure { fields.append(Self.secure) }
    return fields
  }

  /// The headers that a refusal adds.
  static func add(_ failure: FailureAnswer, nonce: String?, to fields: inout HTTPFields) {
    if let seconds = failure.retryAfter { fields[.retryAfter] = String(seconds) }
    if let challenge = failure.challenge {
      var text = challenge.text
      if let acr = failure.body.acrValues { text += #", acr_values="\#(acr)""# }
      if let seconds = failure.body.maxAge { text += #", max_age="\#(seconds)""# }
      fields[.wwwAuthenticate] = text
      if challenge.isAboutProof, let nonce { fields[.dpopNonce] = nonce }
    }
    if !failure.allowed.isEmpty {
      fields[.allow] = failure.allowed.map(\.rawValue).joined(separator: ", ")
    }
    if failure.endsConnection { fields[.connection] = "close" }
  }
}

/// The `Date` of responses, formatted once a second.
final class DateTexts: Sendable {
  private let last = Mutex((second: Int64.min, text: ""))

  func text(of moment: Timestamp) -> String {
    last.withLock { last in
      if last.second != moment.numericDate { last = (moment.numericDate, moment.httpDate) }
      return last.text
    }
  }
}

/// A response before the common headers are added.
struct Draft: Sendable {
  var status: Int
  var body: [UInt8]
  var type = "application/json"
  var fields: HTTPFields = [:]
  /// Whether it is a file of the page.
  var isPage = false

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
