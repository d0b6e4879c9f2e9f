import Foundation
import TestSupport
import IdentityPostgres
import Synchronization

/// A PostgreSQL server of the tests' own, in a folder that goes with it.
///
/// A shell starts it as an ordinary user, since PostgreSQL refuses root, and waits on a pipe of this process:
/// when that closes, however this process ends, the shell stops the server and removes the folder.
final class Cluster: Sendable {
  /// Starts with the first test that asks for it.
  static let shared = Result { try Cluster() }

  struct Failure: Error, CustomStringConvertible { let description: String }

  let folder: String
  let port: Int
  private let shell: ChildProcess
  /// Closed with this process.
  private let leash: Pipe
  private let count = Mutex(0)

  private static let programs: String = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return "\(root)/\(versions.compactMap(Int.init).max() ?? 0)/bin"
  }()

  init(settings: [String] = ["fsync=off", "full_page_writes=off"]) throws {
    guard FileManager.default.isExecutableFile(atPath: Self.programs + "/initdb") else {
      throw Failure(description: "there is no initdb; run scripts/install-tools test")
    }
    folder = "/tmp/portico-pg-\(UUID().uuidString.prefix(8))"
    port = try Self.freePort()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let user = geteuid() == 0 ? getpwnam("postgres") ?? getpwnam("nobody") : nil
    if let user { chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) }
    let options =
      (Self.settings + settings + ["port=\(port)", "unix_socket_directories=\(folder)"])
      .map { "-c \($0)" }.joined(separator: " ")
    let script = """
      cd \(folder) && export LC_ALL=C PATH=\(Self.programs):$PATH
      initdb -D data -U portico -A trust -E UTF8 --no-locale -N >init.log 2>&1 || exit 1
      pg_ctl -D data -w -t 60 -l server.log -o '\(options)' start >start.log 2>&1 || exit 1
      echo ready
      read line
      pg_ctl -D data -m immediate stop >stop.log 2>&1
      cd / && rm -rf \(folder)
      """
    shell = ChildProcess()
    leash = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", script]
    if let user {
      shell.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
      shell.arguments =
        ["--reuid=\(user.pointee.pw_uid)", "--regid=\(user.pointee.pw_gid)", "--clear-groups"]
        + ["/bin/sh", "-c", script]
    }
    let output = Pipe()
    shell.standardInput = leash
    shell.standardOutput = output
    try shell.run()
    let word = try output.fileHandleForReading.read(upToCount: 6).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard word == "ready\n" else {
      let log = ["init.log", "start.log", "server.log"].compactMap {
        try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
      }.joined()
      throw Failure(description: "PostgreSQL did not start: \(log)")
    }
  }

  private static let settings = [
    "listen_addresses=127.0.0.1", "max_connections=60", "shared_buffers=32MB",
    "autovacuum=off", "deadlock_timeout=100ms", "wal_level=minimal", "max_wal_senders=0",
    "max_prepared_transactions=4",
  ]

  private static func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure(description: "no port is free") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  // MARK: - Databases

  /// Runs statements as the owner of everything.
  @discardableResult
  func psql(_ database: String = "postgres", _ statements: String...) throws -> String {
    let process = ChildProcess()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: Self.programs + "/psql")
    process.arguments =
      ["-h", folder, "-p", "\(port)", "-U", "portico", "-d", database, "-qAtX"]
      + ["-v", "ON_ERROR_STOP=1"] + statements.flatMap { ["-c", $0] }
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: String(decoding: complaint, as: UTF8.self))
    }
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// A new database.
  /// - Parameter options: of `CREATE DATABASE`.
  func database(_ options: String = "") throws -> TestDatabase {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let name = "t\(number)"
    try psql("postgres", "CREATE DATABASE \(name) \(options)")
    return TestDatabase(cluster: self, name: name)
  }
}

/// One of the cluster's databases.
struct TestDatabase: Sendable {
  let cluster: Cluster
  let name: String

  func text(user: String = "portico", _ more: String = "") -> String {
    "postgres://\(user)@/\(name)?host=\(cluster.folder)&port=\(cluster.port)\(more)"
  }

  func settings(
    user: String = "portico", pool: Int = 8, _ more: String = ""
  ) throws -> PostgresStoreSettings {
    PostgresStoreSettings(try PostgresAddress(text(user: user, "&pool=\(pool)" + more)))
  }

  func store(
    pool: Int = 8, _ change: (inout PostgresStoreSettings) -> Void = { _ in }
  ) async throws -> PostgresStore {
    var settings = try settings(pool: pool)
    change(&settings)
    return try await PostgresStore.open(settings)
  }

  @discardableResult
  func psql(_ statements: String) throws -> String { try cluster.psql(name, statements) }

  func drop() throws { try cluster.psql("postgres", "DROP DATABASE \(name) WITH (FORCE)") }
}
