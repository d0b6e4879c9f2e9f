import FlowDefinition
import Foundation
import Testing

/// Documents that are made to hurt: each is refused with a line and a column, at a bounded cost,
/// also on a thread with little stack.
@Suite(.timeLimit(.minutes(20))) struct HostileInputTests {
  @Test("A document of a hundred megabytes is refused before it is looked at")
  func tooLarge() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 100_000_000)
    #expect(codes(bytes) == [.tooLarge])
    let text = String(repeating: "é", count: 50_000_000)
    #expect(FlowReader.read(text: text, file: "x").diagnostics.map(\.code) == [.tooLarge])
  }

  static let nests: [(String, DiagnosticCode)] = [
    ("[", .tooDeep), ("{a: ", .tooDeep), ("{\"a\":[", .tooDeep), ("- ", .tooDeep),
    ("? ", .tooDeep), ("? - ", .tooDeep), ("[\n", .tooDeep), ("{? ", .tooDeep),
  ]

  @Test("Two million nested lists or maps are refused, also with little stack", arguments: nests)
  func nested(opener: String, code: DiagnosticCode) throws {
    let text = String(repeating: opener, count: min(2_000_000, (4 << 20) / opener.utf8.count - 1))
    let diagnostics = onSmallStack { FlowReader.read(text: text, file: "x").diagnostics }
    let diagnostic = try #require(diagnostics.first)
    #expect(diagnostics.map(\.code) == [code])
    #expect(diagnostic.position.line >= 1 && diagnostic.position.column >= 1)
  }

  @Test("Deep indentation is refused, also with little stack")
  func indentation() {
    let text = (0..<2_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    let diagnostics = onSmallStack { FlowReader.read(text: text, file: "x").diagnostics }
    #expect(diagnostics.map(\.code) == [.tooDeep])
  }

  @Test("States and bodies nest as deep as the limit allows on little stack")
  func deepest() {
    let lists = String(repeating: "[", count: 57) + "a" + String(repeating: "]", count: 57)
    let bodies = """
      requests:
        send:
          http: {method: POST, url: https://example.org, body: {a: \(lists)}}
          repeat: keyed
          simulated: {body: \(lists)}

      """
    let document = bodies + nestedStates(depth: 30)
    #expect(onSmallStack { read(document).diagnostics }.isEmpty)
  }

  private func nestedStates(depth: Int) -> String {
    var text = "s\(depth): {}"
    for level in (0..<depth).reversed() {
      text = "s\(level): {initial: s\(level + 1), states: {\(text)}}"
    }
    return "initial: s0\nstates: {\(text)}\n"
  }

  @Test("Aliases that multiply are refused without being followed", arguments: ["- ", "? "])
  func aliasBomb(use: String) {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...60 {
      let alias = "*a\(level - 1)"
      let nine = Array(repeating: alias, count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(nine)]\n"
    }
    text += "end:\n  \(use)*a60\n"
    #expect(codes(Array(text.utf8)).contains(.alias))
  }

  @Test("A document with too many nodes is refused", arguments: ["- \n", "- a\n", "- [a, b]\n"])
  func tooManyNodes(line: String) {
    #expect(codes(Array(String(repeating: line, count: 100_001).utf8)) == [.tooManyNodes])
  }

  @Test("A map in which every key is duplicated is refused at a bounded cost")
  func duplicates() {
    let text = "facts:\n" + (0..<40_000).map { "  k\($0 / 2): {type: flag}\n" }.joined()
    #expect(codes(Array(text.utf8)).first == .duplicateKey)
  }

  @Test("NUL bytes and broken UTF-8 are refused with their place")
  func bytes() throws {
    let broken: [([UInt8], DiagnosticCode)] = [
      ([0], .badCharacter), ([0x1B], .badCharacter), ([0x7F], .badCharacter),
      ([0xFF], .badEncoding), ([0xC0, 0x80], .badEncoding), ([0xED, 0xA0, 0x80], .badEncoding),
      ([0xE2, 0x82], .badEncoding),
      ([0xF4, 0x90, 0x80, 0x80], .badEncoding), ([0xEF, 0xBF, 0xBF], .badCharacter),
      ([0xF3, 0xBF, 0xBF, 0xBE], .badCharacter), ([0xEF, 0xBB, 0xBF], .badCharacter),
    ]
    for (bytes, code) in broken {
      let diagnostics = FlowReader.read(
        bytes: Array("flow: é\nfacts: ".utf8) + bytes + Array("x".utf8), file: "x"
      ).diagnostics
      #expect(diagnostics.map(\.code) == [code])
      #expect(diagnostics.first?.position == Position(file: "x", line: 2, column: 8))
    }
  }

  @Test("A valid document cut off at any byte gives diagnostics or a document, and no crash")
  func truncated() throws {
    let bytes = try Fixtures.bytes(Fixtures.documents.appending(path: "small.flow.yaml"))
    #expect(FlowReader.read(bytes: bytes, file: "x").document != nil)
    for end in bytes.indices {
      let outcome = FlowReader.read(bytes: Array(bytes[..<end]), file: "x")
      #expect((outcome.document == nil) == !outcome.diagnostics.isEmpty)
    }
  }

  @Test("A valid document with any one byte replaced gives diagnostics or a document, and no crash")
  func replaced() throws {
    let bytes = try Fixtures.bytes(Fixtures.documents.appending(path: "small.flow.yaml"))
    let replacements = Array("&*!{}[]:-?|>'\"#%@\t\n ,\0\\".utf8) + [0xFF]
    for (index, place) in bytes.indices.enumerated() {
      var changed = bytes
      changed[place] = replacements[index % replacements.count]
      let outcome = FlowReader.read(bytes: changed, file: "x")
      #expect((outcome.document == nil) == !outcome.diagnostics.isEmpty)
    }
  }

  private func codes(_ bytes: [UInt8]) -> [DiagnosticCode] {
    FlowReader.read(bytes: bytes, file: "x").diagnostics.map(\.code)
  }

  /// Runs work on a thread with the stack of a thread that is not the main one on an Apple system.
  private func onSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
    let box = Box<Result>()
    let thread = Thread {
      box.result = work()
      box.isDone.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    box.isDone.wait()
    return box.result!
  }

  /// Unchecked: the semaphore orders the one write before the one read.
  private final class Box<Result>: @unchecked Sendable {
    let isDone = DispatchSemaphore(value: 0)
    var result: Result?
  }
}
