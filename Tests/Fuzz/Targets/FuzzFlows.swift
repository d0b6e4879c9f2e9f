import FlowDefinition
import FlowMachine
import Foundation

/// The flows that fuzzed bytes meet: the shipped ones, and the sketches beside the decisions.
enum FuzzFlows {
  /// `PORTICO_ROOT`, or the repository that this file lies in.
  static let root: URL =
    ProcessInfo.processInfo.environment["PORTICO_ROOT"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let paths =
    files(below: "Flows", ending: ".flow.yaml")
    + files(below: "docs/decisions", ending: ".flow.yaml")

  /// Where a fuzzed document stands, so that it finds the texts of a real one.
  static let mutatedPath = "Flows/onboarding/fuzz.flow.yaml"

  private static let loaded: [(path: String, bytes: [UInt8], flow: Flow)] =
    paths.compactMap { path in
      FlowCompiler.compile(file: path, files: read).flow.flatMap { compiled in
        (try? Flow(decoding: compiled.bytes)).map { (path, compiled.bytes, $0) }
      }
    }

  static var compiled: [[UInt8]] { loaded.map(\.bytes) }
  static let all = loaded.map(\.flow)

  /// The place in `all` of the flow whose folder a file lies in.
  static func place(ofFlowBeside path: String) -> Int {
    loaded.firstIndex { path.hasPrefix(($0.path as NSString).deletingLastPathComponent + "/") } ?? 0
  }

  /// The flow that the first byte chooses, and the other bytes.
  static func chosen(by bytes: [UInt8]) -> (flow: Flow, rest: [UInt8]) {
    (all[Int(bytes.first ?? 0) % all.count], Array(bytes.dropFirst()))
  }

  static func read(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: root.appendingPathComponent(path))).map { Array($0) }
  }

  static func files(below folder: String, ending suffix: String) -> [String] {
    let names = FileManager.default.enumerator(
      atPath: root.appendingPathComponent(folder).resolvingSymlinksInPath().path)
    return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }.sorted()
      .map { "\(folder)/\($0)" }
  }
}
