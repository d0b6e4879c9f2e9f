import Foundation

/// A listener on loopback that takes what a browser is led back to (RFC 8252 section 7.3): one line of a request
/// at a time, of at most 8 KB. It answers with a page that says where to go on.
package final class LoopbackListener: Sendable {
  /// Where a browser is led back to.
  package let address: String
  package let port: UInt16
  private let descriptor: Int32

  /// Listens, on a free port where the wanted one is taken.
  ///
  /// - Parameters:
  ///   - port: 0 for any.
  ///   - page: what the browser shows then, in HTML.
  ///   - returned: called with the query of each return.
  /// - Throws: where there is no port.
  package init(
    port: UInt16, page: String, returned: @escaping @Sendable (_ query: String) -> Void
  ) throws(LoopbackFailure) {
    guard let found = Self.listen(at: port) ?? Self.listen(at: 0) else { throw LoopbackFailure() }
    (descriptor, self.port) = found
    address = "http://127.0.0.1:\(self.port)/"
    let descriptor = descriptor
    Thread.detachNewThread {
      while let connection = Self.accepted(by: descriptor) {
        Self.serve(connection, page, returned)
      }
      close(descriptor)
    }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private static func listen(at port: UInt16) -> (descriptor: Int32, port: UInt16)? {
    #if os(Linux)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return nil }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, size) == 0 && Foundation.listen(descriptor, 8) == 0
          && getsockname(descriptor, generic, &size) == 0
      }
    }
    guard isListening else {
      close(descriptor)
      return nil
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// - Returns: nil once the listener is gone.
  private static func accepted(by descriptor: Int32) -> Int32? {
    while true {
      let connection = accept(descriptor, nil, nil)
      if connection >= 0 { return connection }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  private static func serve(
    _ connection: Int32, _ page: String, _ returned: (String) -> Void
  ) {
    defer { close(connection) }
    // Who says nothing holds up nobody for long.
    var patience = timeval(tv_sec: 2, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    #if canImport(Darwin)
    // There is no flag of `send` for it there.
    var yes: Int32 = 1
    setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    let query = query(ofRequest: requestLine(connection))
    if let query { returned(query) }
    answer(connection, query == nil ? "404 Not Found" : "200 OK", query == nil ? "" : page)
  }

  private static func requestLine(_ connection: Int32) -> [UInt8] {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1024)
    while line.count < 8192, !line.contains(UInt8(ascii: "\n")) {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      line += buffer[..<count]
    }
    return Array(line.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") })
  }

  /// The query of `GET /?… HTTP/1.1`, where it is one of a return.
  package static func query(ofRequest line: [UInt8]) -> String? {
    let parts = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard parts.count == 3, parts[0] == "GET", parts[2].hasPrefix("HTTP/1."),
      parts[1].hasPrefix("/?")
    else { return nil }
    let query = String(parts[1].dropFirst(2))
    return query.split(separator: "&").contains { $0.hasPrefix("state=") } ? query : nil
  }

  private static func answer(_ connection: Int32, _ status: String, _ body: String) {
    let answer = """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(body.utf8.count)\r
      Content-Security-Policy: default-src 'none'\r
      Cache-Control: no-store\r
      Referrer-Policy: no-referrer\r
      Connection: close\r
      \r
      \(body)
      """
    var rest = Array(answer.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, noSignal) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// A browser that has gone away ends nobody.
  private static var noSignal: Int32 {
    #if os(Linux)
    Int32(MSG_NOSIGNAL)
    #else
    0
    #endif
  }
}

/// There is no port on loopback.
package struct LoopbackFailure: Error {}
