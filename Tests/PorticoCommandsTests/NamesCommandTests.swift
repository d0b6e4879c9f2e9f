import FlowDefinition
import FlowMachine
import FlowRuntime
import Foundation
import Testing

@testable import PorticoCommands

/// Swift constants for the names of flows.
@Suite struct NamesCommandTests {
  private func flow(_ path: String) throws -> Flow { try FlowSource(path).load() }

  @Test("The constants of the example are those that its flow has now")
  func committed() throws {
    let folder = Program.root.path + "/Examples/own-flow"
    let names = SwiftNames([try flow(folder + "/tour.flow.yaml")])
    let text = try String(
      contentsOfFile: folder + "/Tests/TourTests/TourNames.swift", encoding: .utf8)
    #expect(names.source(title: "the flow `tour`", isPublic: false) == text)
  }

  @Test("A name in a sub-flow is one word, and a word of Swift is quoted")
  func identifiers() throws {
    #expect(SwiftNames.identifier("home") == "home")
    #expect(SwiftNames.identifier("account.confirming.confirm") == "accountConfirmingConfirm")
    let source = SwiftNames([try flow("entry"), try flow("settings"), try flow("bootstrap")])
      .source(title: "flows", isPublic: true)
    #expect(source.contains("public import Portico\n"))
    #expect(
      source.contains(
        "  public static let accountConfirmingConfirm: Self = \"account.confirming.confirm\"\n"))
    // Each name once, though several flows and screens have it.
    let lines = source.split(separator: "\n")
    for type in source.components(separatedBy: "\nextension ").dropFirst() {
      let constants = type.split(separator: "\n").filter { $0.contains("static let") }
      #expect(Set(constants).count == constants.count)
      #expect(constants == constants.sorted { name(in: $0) < name(in: $1) })
    }
    #expect(lines.count > 300)
    // Where the word is a name itself, that name has it.
    #expect(source.contains("let phoneNumber: Self = \"phoneNumber\"\n"))
    #expect(source.contains("let phoneNumber_: Self = \"phone.number\"\n"))
  }

  private func name(in line: Substring) -> Substring { line.split(separator: "\"")[1] }

  @Test("What is mistyped is told in one line, with what to do")
  func mistyped() async throws {
    for (arguments, words) in [
      (["names", "entri"], "entry"), (["names", "none.flow.yaml"], "no such file"),
      (["names"], "flows"),
    ] {
      let run = try await Program.run(arguments)
      #expect(run.status == 64 && run.output.isEmpty, "\(arguments)")
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }
}
