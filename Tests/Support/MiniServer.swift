import Foundation

/// An HTTP server of a few lines on a free port of loopback: one request per connection.
package final class MiniServer: @unchecked Sendable {
  // Unchecked: `heads` and `isStopped` are read and written only under `lock`; the rest does not
  // change.
  package typealias Answer = @Sendable (_ path: String) -> String?
  package let port: UInt16
  private let listener: Int32
  private let lock = NSLock()
  private var heads: [String] = []
  private var isStopped = false

  /// - Parameter answer: the whole response for a path, or nil to close the connection without one.
  package convenience init(_ answer: @escaping Answer) throws {
    try self.init(exchange: { request in
      let head = String(decoding: request, as: UTF8.self)
      let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      return answer(path).map { Array($0.utf8) }
    })
  }

  /// - Parameter exchange: the whole response for a whole request, or nil to close the connection
  ///   without one. It may block: it is called on its own thread, for one request at a time.
  package static func exchanging(
    _ exchange: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) throws -> MiniServer {
    try MiniServer(exchange: exchange)
  }

  private init(exchange: @escaping @Sendable ([UInt8]) -> [UInt8]?) throws {
    #if canImport(Darwin)
    let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    let thread = Thread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        // A signal meant for another thread, such as the end of a child process.
        if connection < 0, errno == EINTR { continue }
        guard connection >= 0 else {
          // Closed only here: a descriptor that is closed twice may already belong to something
          // else.
          close(listener)
          return
        }
        let request = Self.readRequest(connection)
        self?.note(String(decoding: request, as: UTF8.self))
        if let answer = exchange(request) { Self.write(Self.closing(answer), to: connection) }
        shutdown(connection, Int32(SHUT_WR))
        Self.drain(connection)
        close(connection)
      }
    }
    thread.start()
  }

  deinit { stop() }

  /// What came in: request lines, headers and bodies.
  package var requests: [String] { lock.withLock { heads } }

  /// Ends the thread that accepts, which closes the listener.
  package func stop() {
    let isFirst = lock.withLock {
      defer { isStopped = true }
      return !isStopped
    }
    if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  /// The response with a header that says that the connection ends with it. A client that finds that out with its
  /// next request closes one socket as it opens another, often under the same number; Foundation on Linux then
  /// misses that the new one is connected, and waits for ever (swift-corelibs-foundation issue 4791).
  private static func closing(_ response: [UInt8]) -> [UInt8] {
    guard let end = response.firstIndex(of: UInt8(ascii: "\n")) else { return response }
    return response[...end] + Array("Connection: close\r\n".utf8) + response[(end + 1)...]
  }

  private func note(_ head: String) { lock.withLock { heads.append(head) } }

  /// Head and body, with the length given by `Content-Length`.
  private static func readRequest(_ connection: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    var length: Int?
    while bytes.count < length ?? .max {
      let count = recv(connection, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
      if length == nil { length = Self.length(of: bytes) }
    }
    return bytes
  }

  /// The length of the whole message; nil while its head is incomplete.
  private static func length(of bytes: [UInt8]) -> Int? {
    guard let end = String(decoding: bytes, as: UTF8.self).range(of: "\r\n\r\n") else { return nil }
    let head = String(decoding: bytes, as: UTF8.self)[..<end.upperBound]
    let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
    let body = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    return head.utf8.count + (body.flatMap { Int($0) } ?? 0)
  }

  /// Reads what the client still sends: closing earlier would reset the connection, and lose the
  /// response.
  private static func drain(_ connection: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
    }
  }

  private static func write(_ bytes: [UInt8], to connection: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      sent += count
    }
  }
}

#if canImport(Darwin)
private let MSG_NOSIGNAL = 0
#endif
