import Foundation
import IdentityHTTP

/// What the files that a process may open are spent on: connections of clients, after everything else has had its own.
///
/// A process that has none left accepts nobody, opens no store, and may not even survive: libdispatch reads
/// `/proc` while it works. So what is not for clients is set aside before the first of them comes.
struct DescriptorBudget: Hashable, Sendable {
  /// The soft limit (`RLIMIT_NOFILE`).
  let files: Int
  /// For everything but clients.
  let reserve: Int

  /// With fewer connections a server is of no use.
  static let leastConnections = 16
  /// Streams, libraries, timers, the socket that listens, and files that are read in passing.
  private static let program = 48
  /// What event loops need each: epoll, its wake-up, its timer.
  private static let eachLoop = 4
  /// The store's: for SQLite the file, its log and its index for the writer and each reader.
  private static let store = 24
  /// A transfer has a connection, and while it resolves a name a pair of sockets.
  private static let eachTransfer = 3
  /// Connections may be accepted in bunches beyond the maximum.
  private static let bunch = 16

  /// - Parameters:
  ///   - files: that the process may open.
  ///   - loops: event loops.
  ///   - transfers: that run at once, to providers of messages and of sign-ins.
  ///   - pool: connections to a database.
  ///   - reservedConnections: for health checks (`HTTPLimits`).
  init(files: Int, loops: Int, transfers: Int, pool: Int, reservedConnections: Int) {
    self.files = files
    reserve =
      Self.program + loops * Self.eachLoop + Self.store + pool + transfers * Self.eachTransfer
      + reservedConnections + Self.bunch
  }

  init(_ plan: ServePlan, files: Int) {
    self.init(
      files: files, loops: ProcessInfo.processInfo.activeProcessorCount,
      transfers: plan.transfers, pool: plan.store.connections,
      reservedConnections: plan.http.limits.reservedConnections)
  }

  /// How many connections there may be.
  /// - Parameter wanted: `limits.connections`
  /// - Throws: `ServeRefusal` where there is no room for the fewest.
  func connections(wanted: Int) throws(ServeRefusal) -> Int {
    let room = files - reserve
    guard room >= min(wanted, Self.leastConnections) else {
      throw ServeRefusal(
        "this process may open \(files) files, and needs \(reserve) besides its connections; raise the limit to at "
          + "least \(reserve + Self.leastConnections), better \(needed(for: wanted)) (LimitNOFILE= in systemd, "
          + "ulimit -n in a shell)")
    }
    return min(wanted, room)
  }

  /// The limit with which nothing is cut.
  func needed(for wanted: Int) -> Int { reserve + wanted }

  /// What the log says where there are fewer connections than `limits.connections`; nil where not.
  func warning(wanted: Int, connections: Int) -> String? {
    guard connections < wanted else { return nil }
    return
      "limits.connections is \(wanted), but this process may open only \(files) files: at most \(connections) "
      + "connections are kept; raise the limit to \(needed(for: wanted)) (LimitNOFILE= in systemd, ulimit -n in a "
      + "shell), or lower limits.connections"
  }
}
