import Foundation
import FlowRuntime
package import IdentityClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The identity client's calls over HTTPS, or HTTP on loopback.
package struct LiveIdentityTransport: ClientTransport {
  private let transfer = LiveTransfer(limit: ClientLimits.answerBytes, redirects: .never)

  package init() {}

  package func send(_ request: ClientRequest) async -> ClientOutcome {
    guard let url = URL(string: request.url), LiveTransfer.isAllowed(url) else { return .notSent }
    var wanted = URLRequest(url: url)
    wanted.httpMethod = request.method
    wanted.timeoutInterval = max(0.001, Double(request.timeout) / 1000)
    wanted.httpShouldHandleCookies = false
    if !request.body.isEmpty { wanted.httpBody = Data(request.body) }
    for (name, value) in request.headers {
      // A line feed would start another header.
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return .notSent }
      wanted.setValue(value, forHTTPHeaderField: name)
    }
    switch await transfer.perform(wanted) {
    case .received(let response, let body, let isTooLong):
      return .received(
        ClientReply(
          status: response.statusCode,
          contentType: response.value(forHTTPHeaderField: "Content-Type"),
          nonce: response.value(forHTTPHeaderField: "DPoP-Nonce"), body: body,
          isTooLong: isTooLong))
    case .failed(let code):
      switch LiveTransfer.failure(code) {
      case .notSent: return .notSent
      case .timedOut: return .timedOut
      case .lost: return .lost
      }
    }
  }
}
