import Foundation
package import HTTPTypes
package import IdentityAPI

/// A refusal as it is sent: the failure form, and the values of its headers.
package struct FailureAnswer: Error, Hashable, Sendable {
  package var body: FailureBody
  /// From the code's row.
  package var status: Int
  /// Seconds.
  package var retryAfter: Int64?
  package var challenge: Challenge?
  package var allowed: [HTTPRequest.Method] = []
  /// Whether the connection must not be used again.
  package var endsConnection = false
  /// What the log says about an unforeseen error: its type, never its text.
  package var fault: String?
  /// Why a store failed, in words that hold nothing that is stored.
  package var faultReason: String?

  /// RFC 9449 sections 7.1 and 9; RFC 6750 section 3.1.
  package enum Challenge: String, Hashable, Sendable {
    /// Nothing was presented.
    case plain = ""
    case invalidToken = "invalid_token"
    case invalidProof = "invalid_dpop_proof"
    case useNonce = "use_dpop_nonce"
    /// RFC 9470 section 3; the body also says what would be sufficient.
    case insufficientAuthentication = "insufficient_user_authentication"

    package var text: String {
      self == .plain ? #"DPoP algs="ES256""# : #"DPoP error="\#(rawValue)", algs="ES256""#
    }

    /// Whether it concerns the proof; the response then carries a nonce.
    package var isAboutProof: Bool { self == .invalidProof || self == .useNonce }
  }

  package init(_ body: FailureBody, status: Int? = nil) {
    self.body = body
    self.status = status ?? body.errorCode.row?.status ?? 400
  }

  init(_ code: APIErrorCode, _ description: String, field: String? = nil) {
    self.init(FailureBody(code, description: description, field: field))
  }
}

/// How responses of the transport are encoded as JSON.
enum WireJSON {
  static func bytes(_ body: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // These bodies contain only texts and numbers, which no encoder refuses.
    return (try? encoder.encode(body)).map(Array.init) ?? Array(#"{"status":"failure"}"#.utf8)
  }
}
