package import FlowMachine
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Performs the HTTP calls of a flow.
///
/// A flow is data, so what it may do is bounded here once more: HTTPS outside loopback, no header
/// that speaks for someone else, no cookies and no cache, no redirect to another origin, and no
/// more of an answer than the machine looks at.
package final class LiveHTTP: Sendable {
  private let session: URLSession
  private let delegate: LiveHTTPDelegate

  package init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    delegate = LiveHTTPDelegate()
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Performs a call of kind `http`; a cancelled task answers as one whose answer was lost.
  package func perform(_ call: OutgoingCall) async -> Answer {
    guard call.kind == .http, let request = Self.request(for: call) else { return .notSent }
    let task = session.dataTask(with: request)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        delegate.expect(task.taskIdentifier, continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }

  private static let forbiddenHeaders = ["authorization", "cookie", "host", "proxy-authorization"]

  static func request(for call: OutgoingCall) -> URLRequest? {
    guard let url = URL(string: String(decoding: call.url, as: UTF8.self)), isAllowed(url) else {
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
      // A line feed would begin another header.
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

  private static func isAllowed(_ url: URL) -> Bool {
    guard let host = url.host?.lowercased(), url.user == nil, url.password == nil else {
      return false
    }
    switch url.scheme?.lowercased() {
    case "https": return true
    case "http": return ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
    default: return false
    }
  }
}

extension LiveHTTP {
  /// What is known about a call that came to nothing: whatever may have been sent counts as sent.
  package static func answer(for error: (any Error)?) -> Answer {
    guard let error = error as? URLError else { return .lost }
    switch error.code {
    case .timedOut: return .timedOut
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
      .internationalRoamingOff, .dataNotAllowed, .unsupportedURL, .badURL,
      .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .clientCertificateRequired,
      .appTransportSecurityRequiresSecureConnection:
      return .notSent
    default: return .lost
    }
  }
}

/// Collects answers, each up to what the machine looks at.
private final class LiveHTTPDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Exchange {
    var continuation: CheckedContinuation<Answer, Never>
    var body: [UInt8] = []
    var isTooLong = false
  }

  // Unchecked: `exchanges` is read and written under `lock` only.
  private let lock = NSLock()
  private var exchanges: [Int: Exchange] = [:]

  func expect(_ task: Int, _ continuation: CheckedContinuation<Answer, Never>) {
    lock.withLock { exchanges[task] = Exchange(continuation: continuation) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = lock.withLock {
      guard var exchange = exchanges[dataTask.taskIdentifier] else { return true }
      // One byte too many says that there was more.
      let room = FlowLimits.answerBytes + 1 - exchange.body.count
      exchange.body += data.prefix(room)
      exchange.isTooLong = exchange.body.count > FlowLimits.answerBytes
      exchanges[dataTask.taskIdentifier] = exchange
      return exchange.isTooLong
    }
    if isTooLong { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let origin = task.originalRequest?.url.flatMap(Self.origin)
    let isSame = origin != nil && request.url.flatMap(Self.origin) == origin
    completionHandler(isSame ? request : nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let exchange = lock.withLock({ exchanges.removeValue(forKey: task.taskIdentifier) })
    else { return }
    let status = (task.response as? HTTPURLResponse)?.statusCode
    if let status, error == nil || exchange.isTooLong {
      exchange.continuation.resume(
        returning: .received(status: UInt16(clamping: status), body: exchange.body))
    } else {
      exchange.continuation.resume(returning: LiveHTTP.answer(for: error))
    }
  }

  private static func origin(of url: URL) -> String? {
    guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased() else {
      return nil
    }
    return "\(scheme)://\(host):\(url.port ?? (scheme == "https" ? 443 : 80))"
  }
}
