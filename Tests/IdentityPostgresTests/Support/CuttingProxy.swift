import Foundation
import Synchronization

/// Stands between a store and its server, and cuts a connection where the store commits.
final class CuttingProxy: Sendable {
  enum Cut: Hashable {
    /// The commit never reaches the server.
    case before
    /// It does, and its answer is lost.
    case after
    /// It reaches the server only when somebody has asked what became of it, and asks again.
    case late
    /// Its answer is lost, and nobody is let in afterwards.
    case forGood
  }

  private struct State {
    /// Of the next commit; nil for none.
    var cut: Cut?
    var isShut = false
    /// A commit that is held back, and where it goes.
    var held: (bytes: [UInt8], server: Int32)?
    var questions = 0
  }

  let port: Int
  private let listener: Int32
  private let target: Int
  private let state = Mutex(State())

  init(to target: Int) throws {
    self.target = target
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = Self.loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound, listen(listener, 16) == 0 else {
      throw Cluster.Failure(description: "no port is free")
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in accept() }
  }

  func cutNext(_ cut: Cut) { state.withLock { $0.cut = cut } }
  func close() { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else { break }
      guard !state.withLock({ $0.isShut }) else {
        Glibc.close(client)
        continue
      }
      let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = Self.loopback(target)
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      Thread.detachNewThread { [self] in carry(client, server) }
    }
    Glibc.close(listener)
  }

  /// Carries bytes both ways until either side ends, or the cut.
  private func carry(_ client: Int32, _ server: Int32) {
    var keepsServer = false
    defer {
      Glibc.close(client)
      if !keepsServer { Glibc.close(server) }
    }
    while true {
      var ends = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&ends, 2, -1) > 0 else { return }
      if ends[1].revents != 0 {
        guard let bytes = Self.read(server), Self.write(bytes, client) else { return }
      }
      guard ends[0].revents != 0 else { continue }
      guard let bytes = Self.read(client) else { return }
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("pg_xact_status") { letGo() }
      guard text.contains("COMMIT\u{0}"), let cut = takeCut() else {
        guard Self.write(bytes, server) else { return }
        continue
      }
      switch cut {
      case .before: return
      case .late:
        state.withLock { $0.held = (bytes, server) }
        keepsServer = true
        return
      case .after, .forGood:
        if cut == .forGood { state.withLock { $0.isShut = true } }
        // Its first answer shows that it was done, and goes no further.
        _ = Self.write(bytes, server) && Self.read(server) != nil
        return
      }
    }
  }

  private func takeCut() -> Cut? {
    state.withLock { state in
      defer { state.cut = nil }
      return state.cut
    }
  }

  private func letGo() {
    let held = state.withLock { state -> (bytes: [UInt8], server: Int32)? in
      state.questions += 1
      guard state.questions > 1 else { return nil }
      defer { state.held = nil }
      return state.held
    }
    guard let held else { return }
    _ = Self.write(held.bytes, held.server) && Self.read(held.server) != nil
    Glibc.close(held.server)
  }

  private static func read(_ socket: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  private static func write(_ bytes: [UInt8], _ socket: Int32) -> Bool {
    send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}
