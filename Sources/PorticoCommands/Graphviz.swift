import ArgumentParser
import Foundation

/// The program `dot` of Graphviz, which lays diagrams out and draws them.
enum Graphviz {
  /// Draws a graph.
  ///
  /// - Throws: `ValidationError` where the program is not installed; `GraphvizProblem` where it fails.
  static func svg(of dot: String) throws -> String {
    guard let program else {
      throw ValidationError(
        "an SVG picture needs the program 'dot' of Graphviz, which is not on the PATH; install the package "
          + "'graphviz', or use '--format mermaid' or '--format dot'")
    }
    let process = Process()
    process.executableURL = program
    process.arguments = ["-Tsvg"]
    let (input, output, errors) = (Pipe(), Pipe(), FileHandle.nullDevice)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // It reads all of the graph before it writes anything.
    try input.fileHandleForWriting.write(contentsOf: Data(dot.utf8))
    try input.fileHandleForWriting.close()
    let picture = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0, !picture.isEmpty else {
      throw GraphvizProblem(status: process.terminationStatus)
    }
    return String(decoding: picture, as: UTF8.self)
  }

  private static var program: URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map {
      URL(fileURLWithPath: String($0)).appendingPathComponent("dot")
    }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}

struct GraphvizProblem: Error, CustomStringConvertible {
  let status: Int32
  var description: String {
    "Graphviz could not draw the graph (status \(status)); look at it with `portico graph --format dot`."
  }
}
