import Foundation
import Testing

@Suite("The flow of the README, as a newcomer tries it")
struct ReadmeTests {
  private static let readme = Program.root.appendingPathComponent("README.md")

  /// The blocks of the README in a language, without their fences.
  private static func blocks(_ language: String) throws -> [String] {
    let parts = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "```")
    return stride(from: 1, to: parts.count, by: 2).compactMap { place in
      let lines = parts[place].split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return lines.first.map(String.init) == language ? lines.last.map(String.init) : nil
    }
  }

  private static func flow() throws -> String {
    try #require(try blocks("yaml").first { $0.hasPrefix("flow: hello") })
  }

  /// Time and memory are this machine's.
  private static func withoutFigures(_ text: String) -> String {
    text.replacing(/[0-9.]+ MiB, [0-9.]+ s/, with: "").trimmingCharacters(
      in: .whitespacesAndNewlines)
  }

  /// What `portico check` says of the README's document with a change.
  private func check(_ old: String, _ new: String) async throws -> String {
    let flow = try Self.flow()
    #expect(flow.contains(old), "the README has no `\(old)` to change")
    let folder = try TemporaryFolder()
    let path = try folder.write(flow.replacing(old, with: new), to: "hello.flow.yaml")
    let run = try await Program.run(["check", path])
    #expect(run.status == 1)
    return run.output.replacing(folder.path + "/", with: "")
  }

  @Test("It is right as it stands: checked, drawn, numbered and compiled by the commands below it")
  func commands() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try Self.flow(), to: "hello.flow.yaml")
    for arguments in [
      ["check", path], ["graph", path], ["lock", path], ["compile", path, "-o", folder.path],
    ] {
      let run = try await Program.run(arguments)
      #expect(run.status == 0, "\(arguments): \(run.errors)\(run.output)")
    }
    #expect(try !folder.read("hello.flow").isEmpty)
  }

  @Test("The two mistakes are told as the README prints them")
  func mistakes() async throws {
    let printed = try Self.blocks("").map(Self.withoutFigures)
    let typo = try await check("to: welcome}", "to: welcom}")
    #expect(printed.contains { typo.hasPrefix($0) }, "\(typo)")
    let stay = try await check("dismissal: retry", "dismissal: stay")
    #expect(printed.contains(Self.withoutFigures(stay)), "\(stay)")
  }
}
