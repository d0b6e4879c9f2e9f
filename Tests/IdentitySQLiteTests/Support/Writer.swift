import Foundation

/// `StoreWriter` as it was built beside the tests, as a process of its own.
final class Writer: Sendable {
  private let process: Process
  private let output: FileHandle

  init(_ arguments: [String]) throws {
    let pipe = Pipe()
    process = Process()
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
        while case let more = output.availableData, !more.isEmpty {
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
