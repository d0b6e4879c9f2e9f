import Foundation
import PorticoCommands
import ServerCommands
import Testing

@Suite struct ClientTableTests {
  @Test("The client has the operations of this API; scripts/generate writes them again")
  func isGenerated() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let written = try String(
      contentsOf: root.appendingPathComponent("Sources/ClientMachine/Calls/OperationTable.swift"),
      encoding: .utf8)
    #expect(written == ClientTable.swift)
  }
}
