import Foundation
import TestSupport

/// What a command printed, both streams together, and the status it left with.
struct CommandResult {
  let status: Int32
  let output: String

  /// The lines that speak of something to repair.
  var lines: [String] {
    output.split(separator: "\n").map(String.init)
  }
}

/// The repository that these tests lie in.
let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Runs one of the scripts in `scripts/`.
func runScript(_ name: String, _ arguments: [String]) throws -> CommandResult {
  try run(repository.appendingPathComponent("scripts/\(name)").path, arguments)
}

/// Runs a command that is found as a shell would find it.
func run(_ command: String, _ arguments: [String]) throws -> CommandResult {
  let process = ChildProcess()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [command] + arguments
  // A file, not a pipe: reading a pipe ends the process when a signal interrupts it.
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try Data().write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let output = try FileHandle(forWritingTo: file)
  process.standardOutput = output
  process.standardError = output
  try process.run()
  process.waitUntilExit()
  let bytes = try Data(contentsOf: file)
  return CommandResult(
    status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self))
}
