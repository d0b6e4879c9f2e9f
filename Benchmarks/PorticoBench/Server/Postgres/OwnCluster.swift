import Foundation

/// A PostgreSQL cluster of the bench's own. It writes to disk as one in production does: only its socket
/// and the module that counts statements are configured.
///
/// A shell starts it as an ordinary user, since PostgreSQL refuses root, and waits on a pipe of this
/// process: when that closes, however this process ends, the shell stops the cluster.
final class OwnCluster {
  let address: String
  private let shell = Process()
  private let leash = Pipe()

  private static let script = """
    trap : INT TERM HUP
    cd "$1" && export LC_ALL=C PATH="$2:$PATH"
    initdb -D data -U portico -A trust -E UTF8 --no-locale </dev/null >init.log 2>&1 || exit 1
    cat >>data/postgresql.conf <<END
    listen_addresses = ''
    unix_socket_directories = '$1'
    shared_preload_libraries = 'pg_stat_statements'
    pg_stat_statements.track = none
    END
    pg_ctl -D data -w -t 60 -l server.log start >start.log 2>&1 || exit 1
    echo ready
    read line
    pg_ctl -D data -w -m fast stop >stop.log 2>&1
    rm -rf "$1"/*
    """

  /// - Parameter folder: a new one.
  /// - Throws: `LoadFailure` with the end of the cluster's log.
  init(_ programs: PostgresPrograms, folder: String) throws {
    let folder = URL(fileURLWithPath: folder).standardizedFileURL.path
    // A socket's path has 107 bytes.
    guard folder.utf8.count <= 90,
      let host = folder.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed)
    else {
      throw LoadFailure("the path \(folder) is too long for a socket; give a shorter --folder")
    }
    address = "postgresql://portico@/postgres?host=\(host)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let said = "\(folder)/said"
    try Data().write(to: URL(fileURLWithPath: said))
    let command = ["/bin/sh", "-c", Self.script, "sh", folder, programs.folder]
    var asUser: [String] = []
    if geteuid() == 0, let user = getpwnam("postgres") ?? getpwnam("nobody") {
      chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
      asUser = [
        "/usr/bin/setpriv", "--reuid=\(user.pointee.pw_uid)", "--regid=\(user.pointee.pw_gid)",
        "--clear-groups",
      ]
    }
    // No child of ours may hold the pipe open.
    _ = fcntl(leash.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    let words = asUser + command
    shell.executableURL = URL(fileURLWithPath: words[0])
    shell.arguments = Array(words.dropFirst())
    shell.standardInput = leash
    shell.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: said))
    try Signals.unblocked { try shell.run() }
    while try String(contentsOfFile: said, encoding: .utf8) != "ready\n" {
      guard shell.isRunning else {
        let logs = ["init.log", "start.log", "server.log"].compactMap {
          try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }
        throw LoadFailure("PostgreSQL does not start in \(folder): \(logs.joined().suffix(600))")
      }
      Clocks.sleep(nanoseconds: 5e7)
    }
  }

  /// Stops it, and waits.
  func end() {
    try? leash.fileHandleForWriting.close()
    shell.waitUntilExit()
  }
}
