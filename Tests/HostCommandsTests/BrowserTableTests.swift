import Foundation
import HostCommands
import Testing

@Suite struct BrowserTableTests {
  @Test("The page's client has the operations of this API; scripts/generate writes them again")
  func isGenerated() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let written = try String(
      contentsOf: root.appendingPathComponent("Web/host/client/table.js"), encoding: .utf8)
    #expect(written == RealOutside.browserTable)
  }
}
