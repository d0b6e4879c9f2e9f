import FlowMachine
import FlowSimulation
import Foundation
import IdentityAPI
import TestSupport
import Testing

/// What the shipped flows ask of others stands where those others read it.
@Suite struct ForeignNameTests {
  /// The first column of a table of `docs/capabilities.md`, in backticks.
  static func table(_ heading: String) throws -> Set<String> {
    let page = try #require(Repository.read("docs/capabilities.md")).string
    let part = try #require(page.components(separatedBy: heading + "\n").dropFirst().first)
    let rows = part.components(separatedBy: "\n#")[0].components(separatedBy: "\n")
    return Set(
      rows.filter { $0.hasPrefix("| `") }.flatMap {
        let cell = $0.components(separatedBy: "|")[1]
        return [cell.components(separatedBy: "`")[1]]
      })
  }

  static func names(of kind: CallKind, in flows: [String]) throws -> Set<String> {
    var names: Set<String> = []
    for name in flows {
      let flow = try Shipped.flow(name)
      for call in flow.tables.calls where call.kind == kind {
        names.insert(flow.blob(call.name).string)
      }
    }
    return names
  }

  @Test("The table of capabilities has exactly what the shipped flows ask for")
  func capabilities() throws {
    #expect(
      try Self.names(of: .capability, in: Shipped.names) == Self.table("# Capabilities"))
  }

  @Test("Each operation of a shipped flow is one of the identity API, or of the client's own")
  func operations() throws {
    let own = try Self.table("## Operations of the client")
    #expect(own.count == 4)
    let known = own.union(APIOperation.all.map(\.name))
    #expect(try Self.names(of: .operation, in: Shipped.names).subtracting(known) == [])
  }

  @Test("Each fact and signal of a shipped flow that a host must know is in the tables")
  func facts() throws {
    let facts = try Self.table("## Facts that a host reports").union([
      "network", "foreground", "launch",
    ])
    let signals = try Self.table("## Signals that a host sends")
    for name in Shipped.names {
      let flow = try Shipped.flow(name)
      for row in flow.tables.facts where row.place == .device {
        let fact = flow.blob(row.name).string
        #expect(facts.contains(fact), "\(name): \(fact)")
      }
      for row in flow.tables.signals {
        let signal = flow.blob(row.name).string
        #expect(signals.contains(signal), "\(name): \(signal)")
      }
    }
  }
}
