import IdentityAPI
import SessionMachine

// One call over the transport: address, headers, proof, and reading what came.

/// What came of one sending.
enum SendOutcome {
  /// The body is empty JSON where there was none.
  case received(status: Int, JSONValue)
  case notSent
  case lost
  case timedOut
  /// Too long, of another type, half a body, elsewhere: no answer of our server.
  case malformed
  /// The device key cannot be read.
  case interrupted(StorageProblem)
}

extension IdentityClient {
  /// Sends one operation with a fresh proof; once more for each nonce that the server asks for, for
  /// then it has done nothing.
  ///
  /// - Parameter accessToken: of the session that the call is for.
  func send(
    _ name: String, path: String? = nil, query: [(name: String, value: String)] = [],
    installation: String? = nil, body: JSONValue? = nil, accessToken: Bytes? = nil,
    idempotencyKey: String? = nil, timeout: Int64
  ) async -> SendOutcome {
    guard let operation = APIOperation.byName[name] else { return .malformed }
    let start = ports.clock.now().steady
    var newProofs = 0
    while true {
      let left = timeout - (ports.clock.now().steady - start)
      guard left > 0 else { return .timedOut }
      let request: ClientRequest
      do throws(SecureStoreFailure) {
        request = try made(
          operation, path: path ?? operation.path, query, installation, body, accessToken,
          idempotencyKey, left)
      } catch { return .interrupted(error.problem) }
      let outcome = read(await ports.transport.send(request))
      if case .received(..<500, _) = outcome, name != "logout" { feed(.reached) }
      guard case .received(401, let value) = outcome, newProofs < 2 else { return outcome }
      let number = value["error_code"]?.integer
      guard
        number == Int64(APIErrorCode.proofNonceRequired.rawValue)
          || number == Int64(APIErrorCode.proofDuplicate.rawValue)
      else { return outcome }
      newProofs += 1
    }
  }

  private func made(
    _ operation: APIOperation, path: String, _ query: [(name: String, value: String)],
    _ installation: String?, _ body: JSONValue?, _ accessToken: Bytes?, _ idempotencyKey: String?,
    _ timeout: Int64
  ) throws(SecureStoreFailure) -> ClientRequest {
    let key = try deviceKey()
    let url = settings.server + path
    let now = ports.clock.now()
    let proof = ProofOfPossession(
      method: operation.method.rawValue, url: url, proofID: randomName(), issuedAt: now.wall / 1000,
      nonce: nonce, accessToken: accessToken)
    let signed: String
    do { signed = try proof.signed(by: key) } catch {
      throw .broken("the device key does not sign")
    }
    let product = Self.product(settings.appName) + "/" + Self.product(settings.appVersion)
    var headers: [(name: String, value: String)] = [
      ("Accept", "application/json"), ("Accept-Language", settings.language),
      ("User-Agent", product + " (" + Self.product(settings.platform) + ")"),
      ("DPoP", signed),
    ]
    if let accessToken {
      headers.append(("Authorization", "DPoP " + String(decoding: accessToken, as: UTF8.self)))
    }
    if let installation { headers.append(("Portico-Installation", installation)) }
    if let idempotencyKey { headers.append(("Idempotency-Key", idempotencyKey)) }
    if operation.changesState, accessToken != nil, let crumb = session?.crumb, !crumb.isEmpty {
      headers.append(("Portico-Crumb", String(decoding: crumb, as: UTF8.self)))
    }
    if body != nil { headers.append(("Content-Type", "application/json")) }
    let tail = query.map { "\(PercentCoding.encoded($0.name))=\(PercentCoding.encoded($0.value))" }
    return ClientRequest(
      method: operation.method.rawValue,
      url: tail.isEmpty ? url : url + "?" + tail.joined(separator: "&"), headers: headers,
      body: body?.bytes ?? [], timeout: timeout)
  }

  private func read(_ outcome: ClientOutcome) -> SendOutcome {
    switch outcome {
    case .notSent: return .notSent
    case .lost: return .lost
    case .timedOut: return .timedOut
    case .received(let reply):
      if let nonce = reply.nonce, (1...ClientLimits.nonceBytes).contains(nonce.utf8.count) {
        self.nonce = nonce
      }
      guard !reply.isTooLong, (200...599).contains(reply.status),
        !(300..<400).contains(reply.status)
      else { return .malformed }
      guard !reply.body.isEmpty else { return .received(status: reply.status, .object([])) }
      let type = reply.contentType?.prefix { $0 != ";" && $0 != " " }.lowercased()
      guard type == "application/json", let value = JSONValue(reply.body) else {
        // A proxy in front says "busy" in its own words; a success in others' words is none.
        return reply.status >= 500 ? .received(status: reply.status, .object([])) : .malformed
      }
      return .received(status: reply.status, value)
    }
  }

  /// 128 random bits.
  func randomName() -> String {
    var bytes: [UInt8] = []
    for _ in 0..<2 {
      let random = ports.entropy()
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: random >> UInt64(shift)))
      }
    }
    return Base64.url(bytes)
  }

  /// As it may stand in a `User-Agent` (RFC 9110 section 10.1.5).
  private static func product(_ text: String) -> String {
    let kept = text.utf8.filter {
      (48...57).contains($0) || (65...90).contains($0)
        || (97...122).contains($0) || [43, 45, 46, 95].contains($0)
    }
    return String(decoding: kept.prefix(64), as: UTF8.self)
  }

  func redacted(_ status: Int, _ value: JSONValue, of operation: String) -> ClientAnswer {
    .received(
      status: UInt16(clamping: status),
      body: value.without(TokenAnswer.credentials(of: operation)).bytes)
  }
}

/// RFC 3986 section 2.3: everything but unreserved characters.
enum PercentCoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  static func encoded(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95, 126: result.append(byte)
      default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
