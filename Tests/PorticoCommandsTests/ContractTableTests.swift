import FlowDefinition
import Foundation
import Testing

@testable import PorticoCommands

@Suite("The contract of the identity API that flows are checked by")
struct ContractTableTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
  }

  private static var api: String {
    get throws { try text("IdentityHTTP/OpenAPI/openapi.yaml") }
  }

  @Test("It is that of openapi.yaml; scripts/generate writes it again")
  func isGenerated() throws {
    let written = try Self.text("FlowDefinition/Contract/IdentityContract+Text.swift")
    #expect(try written == ContractTable.swift(openAPI: Self.api))
  }

  @Test("It reads as it was written")
  func reads() throws {
    let contract = try ContractTable.contract(openAPI: Self.api)
    #expect(ContractText.read(ContractText.write(contract)) == contract)
  }

  @Test("It has every operation of the client, and the calls that only the client has")
  func isComplete() throws {
    let contract = try ContractTable.contract(openAPI: Self.api)
    let rows = try Self.text("ClientMachine/Calls/OperationTable.swift").split(separator: "\n")
      .filter { $0.contains(" /") && !$0.contains("//") }.compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
    #expect(rows.count > 80)
    #expect(rows.filter { contract[$0] == nil } == [])
    for name in ["launch", "extendSession", "automaticLogin", "signOut"] {
      #expect(contract[name] != nil, "\(name)")
    }
  }

  @Test("What the client fills in is not demanded of a flow")
  func additions() throws {
    let contract = try ContractTable.contract(openAPI: Self.api)
    func demanded(_ name: String) -> [String] {
      contract[name]!.parameters.members.filter(\.isRequired).map(\.name)
    }
    #expect(demanded("launch") == [])
    #expect(demanded("rLogin") == [])
    #expect(demanded("putPushEndpoint") == [])
    #expect(demanded("verifyIdentifier") == ["verification_code"])
    #expect(demanded("completeFederation") == [])
    #expect(demanded("completeLoginLink") == [])
    #expect(demanded("beginFederation") == ["provider", "return_url"])
    #expect(demanded("newUser").contains("mobile"))
  }
}
