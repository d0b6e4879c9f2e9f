// StandardFlows: the flows that Portico ships, in the compiled form that apps load.
//
// Owns: the names of the shipped flows and their compiled bytes, generated from `Flows/` by
// `portico compile --as standard` and compared with them by a test. Must not: read documents or decide
// anything.

package import FlowMachine
import Foundation

/// A flow that comes with Portico.
public struct StandardFlow: Sendable {
  /// The name as the command line takes it.
  public let name: String
  private let source: StaticString

  init(_ name: String, _ source: StaticString) {
    self.name = name
    self.source = source
  }

  /// The compiled form.
  public var bytes: [UInt8] { Self.bytes(in: source) }

  /// What a generated source holds; empty where it was edited.
  package static func bytes(in source: StaticString) -> [UInt8] {
    let text = Data(bytes: source.utf8Start, count: source.utf8CodeUnitCount)
    // The text is generated and a test decodes it; were it broken, loading the empty bytes would
    // say so.
    return Data(base64Encoded: text).map { Array($0) } ?? []
  }

  /// Loads the flow.
  package func load() throws(FlowError) -> Flow {
    try Flow(decoding: bytes)
  }

  /// All shipped flows.
  public static let all: [StandardFlow] = [
    .entry, .account, .phone, .market, .bootstrap, .onboarding, .settings,
  ]

  /// The flow of a name, or nil.
  public static func named(_ name: String) -> StandardFlow? {
    all.first { $0.name == name }
  }
}
