import ClientMachine
import SessionMachine

extension ClientRequest {
  /// A call completed with what describes this device: address, language, product, and a fresh
  /// proof.
  init(
    _ call: CallRequest, _ settings: ClientSettings, by key: any DeviceKey, at now: Moment,
    entropy: () -> UInt64
  ) throws(SecureStoreFailure) {
    let method = String(decoding: call.method, as: UTF8.self)
    let url = settings.server + String(decoding: call.path, as: UTF8.self)
    let proof = ProofOfPossession(
      method: method, url: url, proofID: Base64.name(by: entropy), issuedAt: now.wall / 1000,
      nonce: call.nonce, accessToken: call.access)
    let signed: String
    do { signed = try proof.signed(by: key) } catch {
      throw .broken("the device key does not sign")
    }
    let product = Self.product(settings.appName) + "/" + Self.product(settings.appVersion)
    var headers: [(name: String, value: String)] = [
      ("Accept-Language", settings.language),
      ("User-Agent", product + " (" + Self.product(settings.platform) + ")"), ("DPoP", signed),
    ]
    for header in call.headers {
      headers.append(("\(header.name)", String(decoding: header.value, as: UTF8.self)))
    }
    let query = String(decoding: call.query, as: UTF8.self)
    self.init(
      method: method, url: query.isEmpty ? url : url + "?" + query, headers: headers,
      body: call.body, timeout: call.timeout)
  }

  /// In the form that a `User-Agent` allows (RFC 9110 section 10.1.5).
  private static func product(_ text: String) -> String {
    let kept = text.utf8.filter {
      (48...57).contains($0) || (65...90).contains($0)
        || (97...122).contains($0) || [43, 45, 46, 95].contains($0)
    }
    return String(decoding: kept.prefix(64), as: UTF8.self)
  }
}

extension SendOutcome {
  init(_ outcome: ClientOutcome) {
    switch outcome {
    case .notSent: self = .notSent
    case .lost: self = .lost
    case .timedOut: self = .timedOut
    case .received(let reply):
      self = .received(
        CallReply(
          status: reply.status, contentType: Array((reply.contentType ?? "").utf8),
          nonce: Array((reply.nonce ?? "").utf8), body: reply.body, isTooLong: reply.isTooLong))
    }
  }
}
