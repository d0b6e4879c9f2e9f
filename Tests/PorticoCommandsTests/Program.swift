import Foundation
import TestSupport

/// The program as it was built beside the tests.
enum Program {
  struct Run {
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static var executable: URL {
    // The test bundle lies in the folder that the products lie in.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("portico")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    return root.appendingPathComponent(".build/debug/portico")
  }

  /// Runs `portico` in the root of the repository and waits for its end, without holding a thread
  /// that a server of the test may need.
  ///
  /// - Parameter place: where a copy of the program runs that has no documents beside it.
  static func run(
    _ arguments: [String], input: String? = nil, installedIn place: TemporaryFolder? = nil
  ) async throws -> Run {
    let process = ChildProcess()
    process.executableURL = try place.map { try install(in: $0) } ?? executable
    process.arguments = arguments
    process.currentDirectoryURL = place.map { URL(fileURLWithPath: $0.path) } ?? root
    // No proof that an earlier run has cached.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_CACHE_HOME": "/dev/null"]) { $1 }
    return try await finish(process, input)
  }

  /// Runs a line as a person types it in a folder, with `portico` on the path.
  ///
  /// - Parameter home: where the program keeps what it keeps.
  static func shell(
    _ command: String, in folder: TemporaryFolder, input: String? = nil, home: TemporaryFolder
  ) async throws -> Run {
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    // What a run of the tests is told is none of a person's settings.
    var environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("PORTICO_") }
    let path = executable.deletingLastPathComponent().path
    environment["PATH"] = "\(path):\(environment["PATH"] ?? "")"
    environment["HOME"] = home.path
    process.environment = environment
    return try await finish(process, input)
  }

  private static func finish(_ process: ChildProcess, _ input: String?) async throws -> Run {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes: a long trace must not fill a pipe that nobody reads yet.
    let files = try ["out", "err"].map { name in
      let file = folder.appendingPathComponent(name)
      try Data().write(to: file)
      return (file, try FileHandle(forWritingTo: file))
    }
    process.standardOutput = files[0].1
    process.standardError = files[1].1
    if let input {
      let file = folder.appendingPathComponent("in")
      try Data(input.utf8).write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do {
        try process.run()
      } catch {
        ended.resume(throwing: error)
      }
    }
    return Run(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: files[0].0), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: files[1].0), as: UTF8.self))
  }

  private static func install(in place: TemporaryFolder) throws -> URL {
    let copy = URL(fileURLWithPath: place.path).appendingPathComponent("portico")
    if FileManager.default.fileExists(atPath: copy.path) { return copy }
    // By another process: what this one writes, a test that starts a program at the same moment holds
    // open as well, and nobody can run it ("text file busy").
    let copying = ChildProcess()
    copying.executableURL = URL(fileURLWithPath: "/bin/cp")
    copying.arguments = [executable.path, copy.path]
    try copying.run()
    copying.waitUntilExit()
    return copy
  }

  /// The play scripts in a folder, by their paths from the root.
  static func scripts(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent(folder).path)
    return (names ?? []).filter { $0.hasSuffix(".play.yaml") }.sorted().map { "\(folder)/\($0)" }
  }
}

/// A folder that is gone when its test is over.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  func read(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
  }
}
