import Foundation

/// The next call on a connection, and the check of its response. One object per connection, used by
/// one thread.
protocol LoadCaller: AnyObject {
  /// The whole request.
  func next() -> [UInt8]
  /// - Returns: whether the response is the expected one.
  func answered(_ answer: HTTPAnswer, _ bytes: ArraySlice<UInt8>) -> Bool
}

/// A load was not as intended, so its figures are invalid.
struct LoadFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Keeps connections to one server on this machine busy from one thread: each sends its next
/// request when the response to the last has arrived.
///
/// Lean: blocking writes, one `poll` for many responses, no copies but the socket's own; it shares
/// two cores with the server.
final class LoadTool {
  private final class Connection {
    let socket: Int32
    let caller: any LoadCaller
    var buffer = [UInt8](repeating: 0, count: 32 * 1024)
    var filled = 0
    init(socket: Int32, caller: any LoadCaller) {
      self.socket = socket
      self.caller = caller
    }
    deinit { close(socket) }
  }

  private let connections: [Connection]

  /// - Throws: `LoadFailure` if nothing listens.
  init(port: Int, _ callers: [any LoadCaller]) throws {
    connections = try callers.map {
      Connection(socket: try Self.connect(port: port), caller: $0)
    }
  }

  /// Sends for this long, and waits for outstanding responses.
  /// - Parameter hears: receives the time of each response in nanoseconds since its request was
  ///   sent.
  /// - Returns: the number of responses, and the seconds they took.
  /// - Throws: `LoadFailure` at the first unexpected response.
  func run(
    seconds: Double, hears: ((Double) -> Void)? = nil
  ) throws -> (answers: Int, seconds: Double) {
    let start = Clocks.monotonic()
    let end = start + seconds * 1e9
    var polled = connections.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
    var sentAt = [Double](repeating: start, count: connections.count)
    for (place, connection) in connections.enumerated() {
      sentAt[place] = Clocks.monotonic()
      try Self.send(connection.caller.next(), connection.socket)
    }
    var answers = 0
    var waiting = connections.count
    while waiting > 0 {
      guard poll(&polled, nfds_t(polled.count), 20_000) > 0 else {
        throw LoadFailure("the server answers no more")
      }
      for place in polled.indices where polled[place].revents != 0 {
        guard try receive(connections[place]) else { continue }
        let now = Clocks.monotonic()
        answers += 1
        hears?(now - sentAt[place])
        if now < end {
          sentAt[place] = now
          try Self.send(connections[place].caller.next(), connections[place].socket)
        } else {
          polled[place].fd = -1
          waiting -= 1
        }
      }
    }
    return (answers, (Clocks.monotonic() - start) / 1e9)
  }

  /// One call on the first connection.
  /// - Returns: its time in nanoseconds.
  func once() throws -> Double {
    let connection = connections[0]
    let start = Clocks.monotonic()
    try Self.send(connection.caller.next(), connection.socket)
    while try !receive(connection) {}
    return Clocks.monotonic() - start
  }

  /// - Returns: whether the response is complete.
  private func receive(_ connection: Connection) throws -> Bool {
    if connection.filled == connection.buffer.count {
      connection.buffer += [UInt8](repeating: 0, count: connection.buffer.count)
    }
    let filled = connection.filled
    let count = connection.buffer.withUnsafeMutableBytes { buffer in
      read(connection.socket, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
    }
    guard count > 0 else { throw LoadFailure("the server closed a connection") }
    connection.filled += count
    let bytes = connection.buffer[..<connection.filled]
    switch HTTPAnswer.read(bytes) {
    case .incomplete: return false
    case .unreadable: throw LoadFailure("the server answered what is no HTTP")
    case .whole(let answer):
      guard connection.caller.answered(answer, bytes) else {
        let body = String(decoding: bytes[answer.body].prefix(300), as: UTF8.self)
        throw LoadFailure("the server answered \(answer.status): \(body)")
      }
      connection.filled = 0
      return true
    }
  }

  private static func send(_ bytes: [UInt8], _ socket: Int32) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(socket, buffer.baseAddress.map { $0 + sent }, bytes.count - sent)
      }
      guard count > 0 else { throw LoadFailure("the server takes no request") }
      sent += count
    }
  }

  private static func connect(port: Int) throws -> Int32 {
    #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    let file = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        Foundation.connect(file, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      close(file)
      throw LoadFailure("nobody listens on port \(port)")
    }
    var isOn: Int32 = 1
    setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    return file
  }
}
