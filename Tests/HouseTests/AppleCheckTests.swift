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

  @Test("README says how many declarations of the stubs are assumed, and each of them says why")
  func assumed() throws {
    let folder = repository.appendingPathComponent("Tests/AppleStubs")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    var marks: [String] = []
    for file in try #require(files) where file.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      marks += text.split(separator: "\n").map(String.init).filter { $0.contains("// assumed") }
    }
    #expect(marks.allSatisfy { $0.contains("// assumed: ") })
    let readme = try String(
      contentsOf: repository.appendingPathComponent("README.md"), encoding: .utf8)
    let words = /(\d+) declarations? (?:is|are) marked as assumed/
    let stated = try #require(readme.firstMatch(of: words))
    #expect(Int(stated.1) == marks.count)
  }

  @Test("Each declaration of the stubs has the address of its page above it, or what is assumed")
  func sources() throws {
    let folder = repository.appendingPathComponent("Tests/AppleStubs")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    // An extension needs none, its members do. The cases of an enum count with it, and so does what
    // stands on the same line as the declaration that it belongs to.
    let keywords: Set<Substring> = [
      "func", "var", "let", "init", "subscript", "class", "struct", "enum", "protocol", "actor",
      "typealias", "associatedtype",
    ]
    var count = 0
    var without: [String] = []
    // Crypto is a module of swift-crypto, not of Apple's SDK.
    for file in try #require(files).sorted()
    where file.hasSuffix(".swift") && !file.hasPrefix("Crypto/") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      var comments = ""
      for (index, indented) in lines.enumerated() {
        let line = indented.drop(while: { $0 == " " })
        if line.hasPrefix("//") {
          comments.append(contentsOf: line)
          continue
        }
        let head = line.prefix(while: { !"{=:".contains($0) })
        let declares = !keywords.isDisjoint(with: head.split(whereSeparator: { !$0.isLetter }))
        if declares {
          count += 1
          comments.append(contentsOf: line)
          if !comments.contains("https://developer.apple.com/documentation/"),
            !comments.contains("// assumed: ")
          {
            without.append("\(file):\(index + 1): \(line)")
          }
        }
        // Attributes may stand between the comments and what they are about.
        if declares || !line.hasPrefix("@") { comments = "" }
      }
    }
    #expect(count > 0)
    #expect(without == [])
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

  @Test("What a system does not have is refused, unless the code asks for it")
  func availability() throws {
    let tree = try MadeUpTree([
      "Package.swift": "platforms: [.macOS(.v14), .iOS(.v17)]",
      "Tests/AppleStubs/SwiftUI/SwiftUI.swift": """
      public enum Grant {
        case always
        @available(macOS, unavailable) case whenInUse
      }
      @available(iOS 18.0, macOS 15.0, visionOS 2.0, *) public func new() {}
      """,
      "Sources/PorticoUI/Label.swift": """
      #if canImport(SwiftUI)
      import SwiftUI
      func words(_ grant: Grant, _ bytes: [UInt8]) -> String? {
        if #available(iOS 18.0, macOS 15.0, visionOS 2.0, *) { new() }
        new()
        if case .whenInUse = grant { return nil }
        return String(validating: bytes, as: UTF8.self)
      }
      #endif
      """,
    ])
    let result = try runScript("apple-check", ["--modules", modules, tree.folder])
    #expect(result.status == 1)
    let file = "Sources/PorticoUI/Label.swift"
    #expect(result.output.contains("\(file):5: 'new()' needs iOS 18.0"))
    #expect(result.output.contains("\(file):6: 'Grant.whenInUse' needs macOS"))
    #expect(result.output.contains("\(file):7: 'String.init(validating:as:)' needs iOS 18.0"))
    #expect(!result.output.contains("\(file):4:"))
    #expect(!result.output.contains("'Grant.whenInUse' needs iOS"))
  }

  @Test("What the stubs of authentication are stricter about than a glance is refused")
  func authentication() throws {
    let stubs = "Tests/AppleStubs/AuthenticationServices/AuthenticationServices.swift"
    let tree = try MadeUpTree([
      "Package.swift": "platforms: [.macOS(.v14), .iOS(.v17)]",
      stubs: try String(
        contentsOf: repository.appendingPathComponent(stubs), encoding: .utf8),
      "Sources/PorticoLive/Sheet.swift": """
      #if canImport(AuthenticationServices)
      import AuthenticationServices
      // A controller is not Sendable, and belongs to nobody.
      @MainActor func cancelling(_ controller: ASAuthorizationController) -> @Sendable () -> Void {
        { Task { @MainActor in controller.cancel() } }
      }
      // The system calls the handler on a queue of its own.
      @MainActor func page(
        _ url: URL, _ ended: @escaping ASWebAuthenticationSession.CompletionHandler
      ) -> ASWebAuthenticationSession {
        ASWebAuthenticationSession(url: url, callbackURLScheme: "a", completionHandler: ended)
      }
      // Nothing may be there.
      func count(_ shown: ASAuthorizationPlatformPublicKeyCredentialAssertion) -> Int {
        shown.signature.count
      }
      #endif
      """,
    ])
    let result = try runScript("apple-check", ["--modules", modules, tree.folder])
    #expect(result.status == 1)
    for line in [5, 11, 15] {
      #expect(
        result.output.contains("Sources/PorticoLive/Sheet.swift:\(line):"), "\(result.output)")
    }
  }

  @Test("No target that apps use needs newer systems than the manifest names")
  func clientTargets() throws {
    let targets = [
      "Statechart", "WireText", "FlowMachine", "PhoneNumbers", "SessionMachine", "ClientMachine",
      "FlowRuntime", "FlowSimulation", "StandardFlows", "IdentityClient", "Portico", "PorticoLive",
      "PorticoTesting",
    ]
    let folders = targets.map { repository.appendingPathComponent("Sources/\($0)").path }
    let store = repository.appendingPathComponent(".build/debug/index/store").path
    let result = try runScript("availability", [store] + folders)
    #expect(result.status == 0, "\(result.output)")
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
