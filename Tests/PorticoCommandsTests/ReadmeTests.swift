import Foundation
import Testing

@Suite("The flow of the README, as a newcomer tries it")
struct ReadmeTests {
  private static let readme = DocumentedSession.text(of: "README.md")

  /// The flow under the name that the commands have.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let flow = try #require(
      DocumentedSession.blocks("yaml", in: readme).first { $0.hasPrefix("flow: hello") })
    _ = try folder.write(flow, to: "hello.flow.yaml")
    return folder
  }

  @Test(
    "Every session prints what the README shows", arguments: ["README.md", "docs/verification.md"])
  func sessions(document: String) async throws {
    let sessions = DocumentedSession.all(in: DocumentedSession.text(of: document))
    #expect(!sessions.isEmpty)
    for session in sessions {
      // Each begins with the flow as it stands.
      let printed = try await session.run(in: Self.folder())
      #expect(DocumentedSession.withoutFigures(printed) == session.output)
    }
  }

  @Test("A session that prints something else is noticed, even a column or a line more")
  func notices() async throws {
    for (old, new) in [(":22:50:", ":22:51:"), ("\n1 problem\n", "\n"), ("9 steps", "10 steps")] {
      let text = Self.readme.replacing(old, with: new)
      #expect(text != Self.readme, "the README has no `\(old)` to change")
      var count = 0
      for session in DocumentedSession.all(in: text) {
        let printed = try await session.run(in: Self.folder())
        if DocumentedSession.withoutFigures(printed) != session.output { count += 1 }
      }
      #expect(count == 1, "\(new)")
    }
  }

  @Test(
    "The flow is valid as printed: it can be run, checked, drawn, locked and compiled as shown")
  func commands() async throws {
    let folder = try Self.folder()
    let block = try #require(
      DocumentedSession.blocks("sh", in: Self.readme).first { $0.hasPrefix("portico run") })
    let commands = block.split(separator: "\n").map { $0.prefix { $0 != "#" } }
    #expect(commands.count == 5)
    for command in commands {
      let run = try await Program.shell(
        "\(command)", in: folder, input: "q\n", home: folder)
      #expect(run.status == 0, "\(command): \(run.errors)\(run.output)")
      #expect(run.errors.isEmpty && !run.output.isEmpty, "\(command): \(run.errors)")
    }
    #expect(try !folder.read("hello.flow").isEmpty)
  }
}

/// What a document shows of a terminal: commands behind `$`, and below them what they print.
struct DocumentedSession {
  let commands: [String]
  let output: String

  static func text(of document: String) -> String {
    let file = Program.root.appendingPathComponent(document)
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  /// The blocks in a language, without their fences.
  static func blocks(_ language: String, in text: String) -> [String] {
    let parts = text.components(separatedBy: "```")
    return stride(from: 1, to: parts.count, by: 2).compactMap { place in
      let lines = parts[place].split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return lines.first.map(String.init) == language ? lines.last.map(String.init) : nil
    }
  }

  static func all(in text: String) -> [DocumentedSession] {
    blocks("console", in: text).map { block in
      let lines = block.split(separator: "\n").map(String.init)
      return DocumentedSession(
        commands: lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) },
        output: withoutFigures(
          lines.filter { !$0.hasPrefix("$ ") }.map { $0 + "\n" }.joined()))
    }
  }

  /// Time and memory are this machine's.
  static func withoutFigures(_ text: String) -> String {
    text.replacing(/[0-9.]+ MiB, [0-9.]+ s/, with: "… MiB, … s")
  }

  /// - Returns: what all of the commands print.
  func run(in folder: TemporaryFolder) async throws -> String {
    var printed = ""
    for command in commands {
      let run = try await Program.shell(command, in: folder, home: folder)
      printed += run.output + run.errors
    }
    return printed
  }
}
