package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// One URL session without memory: no cookies, no cache, no system credentials, no redirect to
/// another origin, and a limited response size. Flows and the identity client share it.
///
/// The session is created at the first request: that initializes TLS and reads folders, and no
/// first screen should wait for it.
package final class LiveTransfer: @unchecked Sendable {
  // Unchecked: `opened` is read and written only under `lock`.
  private let lock = NSLock()
  private var opened: URLSession?
  private let delegate: LiveTransferDelegate

  package enum Outcome: Sendable {
    /// - Parameter isTooLong: whether the body was truncated at the limit.
    case received(HTTPURLResponse, body: [UInt8], isTooLong: Bool)
    case failed(URLError.Code?)
  }

  package enum Redirects: Sendable {
    case sameOrigin
    case never
  }

  /// - Parameter limit: the maximum number of bytes of a response.
  package init(limit: Int, redirects: Redirects) {
    delegate = LiveTransferDelegate(limit: limit, redirects: redirects)
  }

  deinit { opened?.invalidateAndCancel() }

  private var session: URLSession {
    lock.withLock {
      if let opened { return opened }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.httpCookieAcceptPolicy = .never
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
      opened = session
      return session
    }
  }

  /// A cancelled task fails at once; its response counts as lost.
  package func perform(_ request: URLRequest) async -> Outcome {
    let task = session.dataTask(with: request)
    let number = task.taskIdentifier
    defer { delegate.forget(number) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if delegate.expect(number, continuation) { task.resume() }
      }
    } onCancel: {
      task.cancel()
      // Foundation on Linux never reports a task that is cancelled as it begins or ends.
      delegate.giveUp(number)
    }
  }

  /// HTTPS, and HTTP on loopback; without a user name.
  package static func isAllowed(_ url: URL) -> Bool {
    guard let host = url.host?.lowercased(), url.user == nil, url.password == nil else {
      return false
    }
    switch url.scheme?.lowercased() {
    case "https": return true
    case "http": return ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
    default: return false
    }
  }

  /// What is known about a failed call.
  package enum Failure: Sendable {
    case notSent
    case timedOut
    /// It may have been sent.
    case lost
  }

  package static func failure(_ code: URLError.Code?) -> Failure {
    switch code {
    case .timedOut?: return .timedOut
    case .cannotFindHost?, .cannotConnectToHost?, .dnsLookupFailed?, .notConnectedToInternet?,
      .internationalRoamingOff?, .dataNotAllowed?, .unsupportedURL?, .badURL?,
      .secureConnectionFailed?, .serverCertificateHasBadDate?, .serverCertificateUntrusted?,
      .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?,
      .clientCertificateRejected?, .clientCertificateRequired?,
      .appTransportSecurityRequiresSecureConnection?:
      return .notSent
    default: return .lost
    }
  }
}

/// Collects responses, each up to the limit.
private final class LiveTransferDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Exchange {
    var continuation: CheckedContinuation<LiveTransfer.Outcome, Never>
    var body: [UInt8] = []
  }

  // Unchecked: `exchanges` and `givenUp` are read and written only under `lock`.
  private let lock = NSLock()
  private var exchanges: [Int: Exchange] = [:]
  /// Tasks cancelled before they were awaited.
  private var givenUp: Set<Int> = []
  private let limit: Int
  private let redirects: LiveTransfer.Redirects

  init(limit: Int, redirects: LiveTransfer.Redirects) {
    self.limit = limit
    self.redirects = redirects
  }

  /// - Returns: whether the task may begin; one that was cancelled has failed.
  func expect(
    _ task: Int, _ continuation: CheckedContinuation<LiveTransfer.Outcome, Never>
  ) -> Bool {
    let mayBegin = lock.withLock {
      guard !givenUp.contains(task) else { return false }
      exchanges[task] = Exchange(continuation: continuation)
      return true
    }
    if !mayBegin { continuation.resume(returning: .failed(.cancelled)) }
    return mayBegin
  }

  func giveUp(_ task: Int) {
    let exchange = lock.withLock {
      givenUp.insert(task)
      return exchanges.removeValue(forKey: task)
    }
    exchange?.continuation.resume(returning: .failed(.cancelled))
  }

  /// The task has ended.
  func forget(_ task: Int) { lock.withLock { _ = givenUp.remove(task) } }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let cut: Exchange? = lock.withLock {
      guard var exchange = exchanges[dataTask.taskIdentifier] else { return nil }
      // One byte beyond the limit shows that there was more.
      exchange.body += data.prefix(limit + 1 - exchange.body.count)
      exchanges[dataTask.taskIdentifier] = exchange
      return exchange.body.count > limit
        ? exchanges.removeValue(forKey: dataTask.taskIdentifier) : nil
    }
    guard let cut else { return }
    // Answered here, because a cancelled task no longer knows its response.
    cut.continuation.resume(returning: outcome(cut, dataTask.response, nil))
    dataTask.cancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let origin = task.originalRequest?.url.flatMap(Self.origin)
    let isSame = origin != nil && request.url.flatMap(Self.origin) == origin
    completionHandler(isSame && redirects == .sameOrigin ? request : nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let exchange = lock.withLock({ exchanges.removeValue(forKey: task.taskIdentifier) })
    else { return }
    exchange.continuation.resume(returning: outcome(exchange, task.response, error))
  }

  private func outcome(
    _ exchange: Exchange, _ response: URLResponse?, _ error: (any Error)?
  ) -> LiveTransfer.Outcome {
    guard error == nil, let response = response as? HTTPURLResponse else {
      return .failed((error as? URLError)?.code)
    }
    return .received(response, body: exchange.body, isTooLong: exchange.body.count > limit)
  }

  private static func origin(of url: URL) -> String? {
    guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased() else {
      return nil
    }
    return "\(scheme)://\(host):\(url.port ?? (scheme == "https" ? 443 : 80))"
  }
}
