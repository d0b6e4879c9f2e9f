import FlowDefinition
import FlowMachine
import Foundation
import TestSupport

/// The flows for fuzzed bytes: the shipped ones, and the sketches of the decision records.
enum FuzzFlows {
  static let paths =
    Repository.files(below: "Flows", ending: ".flow.yaml")
    .filter { !$0.contains("/versions/") }
    + Repository.files(below: "docs/decisions", ending: ".flow.yaml")

  static let onboarding = "Flows/onboarding/onboarding.flow.yaml"
  static let onboardingLock = "Flows/onboarding/onboarding.flow.lock"

  /// The place of a fuzzed document: beside the one it was derived from, if its name still says
  /// which that is; otherwise beside the sketches, which have sub-flows.
  static func place(of bytes: [UInt8]) -> String {
    let lines = head(of: bytes)
    let isSketch = lines.first?.starts(with: Array("# A sketch".utf8)) ?? false
    let origin = isSketch ? nil : name(in: lines).flatMap { shipped[$0] }
    let folder = origin.map { ($0 as NSString).deletingLastPathComponent }
    return (folder ?? "docs/decisions/sketches") + "/fuzz.flow.yaml"
  }

  /// The paths of the shipped documents by the names in them.
  private static let shipped = Dictionary(
    paths.filter { $0.hasPrefix("Flows/") }.compactMap { path in
      Repository.read(path).flatMap { name(in: head(of: $0)) }.map { ($0, path) }
    }, uniquingKeysWith: { first, _ in first })

  private static func head(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 12)
  }

  private static func name(in lines: [ArraySlice<UInt8>]) -> String? {
    lines.first { $0.starts(with: Array("flow: ".utf8)) }
      .map { String(decoding: $0.dropFirst(6), as: UTF8.self) }
  }

  /// A file for it; the texts of the onboarding are found as well.
  static func readBesideMutated(_ path: String) -> [UInt8]? {
    let name = (path as NSString).lastPathComponent
    return Repository.read(path) ?? Repository.read("Flows/onboarding/\(name)")
  }

  private static let loaded: [(path: String, bytes: [UInt8], flow: Flow)] =
    paths.map { path in
      do {
        let bytes = try TestFlow.bytes(path, Repository.read)
        return (path, bytes, try Flow(decoding: bytes))
      } catch {
        fatalError("\(path): \(error)")
      }
    }

  static var compiled: [[UInt8]] { loaded.map(\.bytes) }
  static let all = loaded.map(\.flow)

  /// The index in `all` of the flow whose folder contains a file.
  static func place(ofFlowBeside path: String) -> Int {
    loaded.firstIndex { path.hasPrefix(($0.path as NSString).deletingLastPathComponent + "/") } ?? 0
  }

  /// The flow selected by the first byte, and the other bytes.
  static func chosen(by bytes: [UInt8]) -> (flow: Flow, rest: [UInt8]) {
    (all[Int(bytes.first ?? 0) % all.count], Array(bytes.dropFirst()))
  }
}
