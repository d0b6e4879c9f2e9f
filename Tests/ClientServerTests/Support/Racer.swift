import Foundation
import TestSupport

/// `SessionRacer` as it was built beside the tests: a process of an app, told what to do.
final class Racer: Sendable {
  private let process: ChildProcess
  private let input: FileHandle
  private let lines: AsyncStream<String>

  struct Missing: Error {}
  struct Gone: Error {}

  init(server: String, folder: String) throws {
    let (output, commands) = (Pipe(), Pipe())
    process = ChildProcess()
    process.executableURL = try Self.executable()
    process.arguments = [server, folder]
    process.standardOutput = output
    process.standardInput = commands
    try process.run()
    try output.fileHandleForWriting.close()
    input = commands.fileHandleForWriting
    let descriptor = output.fileHandleForReading
    let (lines, heard) = AsyncStream.makeStream(of: String.self)
    self.lines = lines
    // Reading blocks: it has a thread of its own, not one that tasks share.
    Thread.detachNewThread {
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor.fileDescriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          heard.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeFirst(end + 1)
        }
      }
      heard.finish()
    }
  }

  func say(_ command: String) throws { try input.write(contentsOf: Data((command + "\n").utf8)) }

  /// The next line that it says.
  func hear() async throws -> String {
    for await line in lines { return line }
    throw Gone()
  }

  func ask(_ command: String) async throws -> String {
    try say(command)
    return try await hear()
  }

  /// Ends it as the system does when it needs its memory.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Its input ends, and so does it.
  func close() {
    try? input.close()
    process.waitUntilExit()
  }

  private static func executable() throws -> URL {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("SessionRacer")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    throw Missing()
  }
}
