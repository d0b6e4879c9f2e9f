import FlowDefinition
import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import StandardFlows
import TestSupport
import Testing

/// The shipped flows, as their documents compile, and their play scripts.
enum Shipped {
  struct Script: CustomTestStringConvertible, Sendable {
    /// Of the flow.
    let flow: String
    /// Below `play`.
    let name: String

    /// Whether it types a number as people write it.
    var needsNumberingPlan: Bool { name.contains("country-follows-the-number") }

    var testDescription: String { "\(flow)/\(name)" }

    func read() throws -> PlayScript {
      let bytes = try #require(Repository.read("Flows/\(flow)/play/\(name)"))
      return try Stages.script(bytes.string, for: Shipped.flow(flow))
    }
  }

  /// Folders that hold a document of their name; `Flows/shared` holds parts of them.
  static let names = StandardFlow.all.map(\.name)

  private static let flows = Dictionary(
    uniqueKeysWithValues: names.map { name in
      (name, Result { try TestFlow.load("Flows/\(name)/\(name).flow.yaml", phones: .standard) })
    })

  static func flow(_ name: String) throws -> Flow { try #require(flows[name]).get() }

  static let scripts = names.flatMap { name in
    let folder = "Flows/\(name)/play"
    return Repository.files(below: folder, ending: ".play.yaml").map {
      Script(flow: name, name: String($0.dropFirst(folder.count + 1)))
    }
  }

  /// Plays all scripts of a row.
  static func shows(_ row: String, atLeast count: Int = 1) throws {
    let mine = scripts.filter { $0.name.hasPrefix("\(row)-") }
    #expect(mine.count >= count, "\(row) has lost a script")
    for script in mine {
      let play = try script.read()
      #expect(play.proves.contains(row), "\(script.testDescription)")
      let failure = try Player(play, flow(script.flow)).run()
      #expect(failure == nil, "\(script.testDescription): \(failure?.description ?? "")")
    }
  }
}
