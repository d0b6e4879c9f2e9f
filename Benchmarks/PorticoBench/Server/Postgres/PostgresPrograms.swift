import Foundation

/// The programs that come with a PostgreSQL server.
struct PostgresPrograms {
  let folder: String

  /// The newest ones, where Debian puts them.
  /// - Returns: nil if there are none.
  static func installed() -> PostgresPrograms? {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let folders = versions.compactMap(Int.init).sorted(by: >).map { "\(root)/\($0)/bin" }
    return folders.first { folder in
      ["initdb", "pg_ctl", "psql", "pgbench"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }.map { PostgresPrograms(folder: $0) }
  }

  /// Runs one to its end.
  /// - Parameter place: a folder for what it prints.
  /// - Returns: its standard output.
  /// - Throws: `LoadFailure` with what it complained about.
  func run(_ name: String, _ arguments: [String], in place: String) throws -> String {
    let process = try start(name, arguments, in: place)
    process.waitUntilExit()
    let said = try String(contentsOfFile: "\(place)/\(name).out", encoding: .utf8)
    guard process.terminationStatus == 0 else {
      let complaint = try String(contentsOfFile: "\(place)/\(name).err", encoding: .utf8)
      throw LoadFailure("\(name) failed: \((complaint + said).suffix(600))")
    }
    return said
  }

  /// Starts one that prints to a file; reading a pipe would end when a signal interrupts it.
  /// - Parameter label: what the files are named after.
  func start(
    _ name: String, _ arguments: [String], in place: String, label: String? = nil
  ) throws -> Process {
    func file(_ ending: String) throws -> FileHandle {
      let url = URL(fileURLWithPath: "\(place)/\(label ?? name).\(ending)")
      try Data().write(to: url)
      return try FileHandle(forWritingTo: url)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(folder)/\(name)")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try file("out")
    process.standardError = try file("err")
    try Signals.unblocked { try process.run() }
    return process
  }
}
