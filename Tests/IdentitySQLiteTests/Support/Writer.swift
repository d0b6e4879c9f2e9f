import Foundation
import TestSupport

/// `StoreWriter` as it was built beside the tests, as a process of its own.
final class Writer: Sendable {
  private let process: ChildProcess
  private let output: FileHandle

  init(_ arguments: [String]) throws {
    let pipe = Pipe()
    process = ChildProcess()
    output = pipe.fileHandleForReading
    process.executableURL = try Self.executable()
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    // Ours is closed, so that the pipe ends with the process.
    try pipe.fileHandleForWriting.close()
  }

  /// The lines it says, up to a number, after which it is killed; or all of them.
  func lines(killAfter most: Int? = nil) async -> [String] {
    // Reading blocks: it has a thread of its own, not one that tasks share.
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var bytes = Data()
        var count = 0
        var isKilled = false
        while case let more = Self.more(of: output.fileDescriptor), !more.isEmpty {
          bytes += more
          count += more.count { $0 == UInt8(ascii: "\n") }
          if let most, count >= most, !isKilled {
            isKilled = true
            kill(process.processIdentifier, SIGKILL)
          }
        }
        process.waitUntilExit()
        // What stands behind the last line feed was cut off.
        let text = String(decoding: bytes, as: UTF8.self)
        continuation.resume(
          returning: text.split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init))
      }
    }
  }

  /// What can be read next, or nothing at the end. `FileHandle` ends the process when a signal
  /// interrupts it.
  private static func more(of descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count < 0, errno == EINTR else { return Array(bytes.prefix(max(count, 0))) }
    }
  }

  struct Missing: Error {}

  private static func executable() throws -> URL {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("StoreWriter")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    throw Missing()
  }
}
