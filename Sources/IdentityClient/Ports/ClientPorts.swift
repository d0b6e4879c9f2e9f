package import SessionMachine

/// What a client needs from its device.
package struct ClientPorts: Sendable {
  package var transport: any ClientTransport
  package var storage: any SecureStore
  package var keys: any DeviceKeySource
  package var lock: any RenewalLock
  package var clock: ClientClock
  /// Random bits of the system, suitable for keys.
  package var entropy: @Sendable () -> UInt64

  package init(
    transport: any ClientTransport, storage: any SecureStore, keys: any DeviceKeySource,
    lock: any RenewalLock, clock: ClientClock, entropy: @escaping @Sendable () -> UInt64
  ) {
    self.transport = transport
    self.storage = storage
    self.keys = keys
    self.lock = lock
    self.clock = clock
    self.entropy = entropy
  }
}

package struct ClientClock: Sendable {
  package var now: @Sendable () -> Moment
  /// Returns after this many milliseconds, or earlier if the task is cancelled.
  package var wait: @Sendable (Int64) async -> Void

  package init(
    now: @escaping @Sendable () -> Moment, wait: @escaping @Sendable (Int64) async -> Void
  ) {
    self.now = now
    self.wait = wait
  }
}

/// The lock under which one process of an app renews the session (CMP-2). The system releases it
/// when the process ends, however it ends.
package protocol RenewalLock: Sendable {
  /// - Returns: whether this process holds it now. Does not wait.
  /// - Throws: if it cannot be taken at all.
  func tryTake() throws(SecureStoreFailure) -> Bool
  func release()
}

/// Sends one HTTP request. It follows no redirect, keeps no cookies and no cache, and reads at most
/// `ClientLimits.answerBytes` of a response.
package protocol ClientTransport: Sendable {
  func send(_ request: ClientRequest) async -> ClientOutcome
}

package struct ClientRequest: Sendable {
  package var method: String
  package var url: String
  package var headers: [(name: String, value: String)]
  /// May be empty.
  package var body: [UInt8]
  /// Milliseconds until the response is no longer awaited.
  package var timeout: Int64

  package init(
    method: String, url: String, headers: [(name: String, value: String)], body: [UInt8],
    timeout: Int64
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}

extension ClientRequest: CustomStringConvertible {
  /// Omits headers, body and query, which contain secrets.
  package var description: String { "\(method) \(url.prefix { $0 != "?" })" }
}

package enum ClientOutcome: Sendable {
  case received(ClientReply)
  /// It was definitely not sent.
  case notSent
  case lost
  case timedOut
}

package struct ClientReply: Sendable {
  package var status: Int
  package var contentType: String?
  /// `DPoP-Nonce` (RFC 9449 section 8).
  package var nonce: String?
  package var body: [UInt8]
  /// The response was longer than `ClientLimits.answerBytes`.
  package var isTooLong: Bool

  package init(
    status: Int, contentType: String?, nonce: String?, body: [UInt8], isTooLong: Bool = false
  ) {
    self.status = status
    self.contentType = contentType
    self.nonce = nonce
    self.body = body
    self.isTooLong = isTooLong
  }
}

package enum ClientLimits {
  package static let answerBytes = 1 << 20
  /// Milliseconds between two tries to take the lock.
  static let lockWait: Int64 = 25
}
