package import FlowMachine
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Performs the HTTP calls of a flow.
///
/// A flow is data, so this is a second limit on what it may do: HTTPS except for loopback, no
/// header that impersonates another sender, no cookies and no cache, no redirect to another origin,
/// and no more of a response than the machine reads.
package final class LiveHTTP: Sendable {
  private let transfer = LiveTransfer(limit: FlowLimits.answerBytes, redirects: .sameOrigin)

  package init() {}

  /// Performs a call of kind `http`; a cancelled task returns that the response was lost.
  package func perform(_ call: OutgoingCall) async -> Answer {
    guard call.kind == .http, let request = Self.request(for: call) else { return .notSent }
    switch await transfer.perform(request) {
    case .received(let response, let body, _):
      return .received(status: UInt16(clamping: response.statusCode), body: body)
    case .failed(let code): return Self.answer(for: code)
    }
  }

  private static func answer(for code: URLError.Code?) -> Answer {
    switch LiveTransfer.failure(code) {
    case .notSent: .notSent
    case .timedOut: .timedOut
    case .lost: .lost
    }
  }

  /// The result of a failed call: whatever may have been sent counts as sent.
  package static func answer(for error: (any Error)?) -> Answer {
    answer(for: (error as? URLError)?.code)
  }

  /// `Authorization` is written by the machine alone, for `bearer`.
  private static let forbiddenHeaders = ["cookie", "host", "proxy-authorization"]

  static func request(for call: OutgoingCall) -> URLRequest? {
    guard let url = URL(string: String(decoding: call.url, as: UTF8.self)),
      LiveTransfer.isAllowed(url)
    else {
      return nil
    }
    var request = URLRequest(url: url)
    request.httpMethod = String(decoding: call.name, as: UTF8.self)
    request.timeoutInterval = max(1, Double(call.timeout) / 1000)
    request.httpShouldHandleCookies = false
    if !call.body.isEmpty {
      request.httpBody = Data(call.body)
      request.setValue(
        call.isForm ? "application/x-www-form-urlencoded" : "application/json",
        forHTTPHeaderField: "Content-Type")
    }
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    for header in call.headers {
      let name = String(decoding: header.name, as: UTF8.self)
      // A line feed would start another header.
      let isSound = header.value.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      guard isSound, !forbiddenHeaders.contains(name.lowercased()) else { return nil }
      request.setValue(String(decoding: header.value, as: UTF8.self), forHTTPHeaderField: name)
    }
    if let key = call.idempotencyKey {
      request.setValue(
        String(decoding: key, as: UTF8.self), forHTTPHeaderField: "Idempotency-Key")
    }
    return request
  }
}
