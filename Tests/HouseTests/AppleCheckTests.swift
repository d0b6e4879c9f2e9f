import Foundation
import Testing

@Suite("Type-checking code for Apple's platforms")
struct AppleCheckTests {
  /// The modules that this test was built with.
  private let modules = repository.appendingPathComponent(".build/debug/Modules").path

  @Test("PorticoUI and PorticoLive match the stubs of what they use")
  func repositoryPasses() throws {
    let result = try runScript("apple-check", ["--modules", modules])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("files looked at, nothing to repair\n"))
  }

  @Test("A mistake is reported with its file, even if only a phone compiles it")
  func refuses() throws {
    let tree = try MadeUpTree([
      "Tests/AppleStubs/SwiftUI/SwiftUI.swift":
        "public struct Text { public init(_ text: String) {} }",
      "Sources/PorticoUI/Label.swift": """
      #if canImport(SwiftUI)
      import SwiftUI
      func label() -> Text {
        #if os(iOS) || os(visionOS)
        Text(5)
        #else
        Text("5")
        #endif
      }
      #endif
      """,
    ])
    let result = try runScript("apple-check", ["--modules", modules, tree.folder])
    #expect(result.status == 1)
    #expect(result.output.contains("Sources/PorticoUI/Label.swift:5:"))
  }

  @Test("A tree without such files does not pass")
  func nothing() throws {
    let tree = try MadeUpTree([
      "Tests/AppleStubs/SwiftUI/SwiftUI.swift": "public struct Text {}",
      "Sources/PorticoUI/README": "",
    ])
    let result = try runScript("apple-check", ["--modules", modules, tree.folder])
    #expect(result.status == 1)
    #expect(result.output.contains("apple-check: nothing to look at"))
  }
}
