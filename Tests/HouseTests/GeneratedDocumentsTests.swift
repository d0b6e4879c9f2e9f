import Foundation
import Testing

@Suite("The documents of the shipped flows in the program")
struct GeneratedDocumentsTests {
  private static let generated = repository.appendingPathComponent(
    "Sources/PorticoCommands/ShippedDocuments/Generated")

  private func files(in folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[name] = try Data(contentsOf: folder.appendingPathComponent(name))
    }
    return files
  }

  @Test("The script regenerates the committed sources, byte for byte")
  func again() throws {
    let tree = try MadeUpTree([:])
    let made = try runScript("generate-documents", [tree.folder])
    #expect(made.status == 0, "\(made.output)")
    #expect(
      try files(in: URL(fileURLWithPath: tree.folder)) == files(in: Self.generated),
      "run scripts/generate-documents")
  }

  @Test("Play scripts and the copy of the current version are left out, an earlier version is not")
  func selects() throws {
    let tree = try MadeUpTree([
      "Flows/tea/tea.flow.yaml": "flow: tea\nversion: 2\n",
      "Flows/tea/texts.en.yaml": "hello: \"Tea \\(hot)\"\n\n",
      "Flows/tea/play/ONB-1-tea.play.yaml": "title: played\n",
      "Flows/tea/versions/1/tea.flow.yaml": "flow: tea # first\n",
      "Flows/tea/versions/2/tea.flow.yaml": "flow: tea # present\n",
    ])
    let made = try runScript(
      "generate-documents", ["--flows", tree.path("Flows"), tree.path("out")])
    #expect(made.status == 0, "\(made.output)")
    let source = try String(contentsOfFile: tree.path("out/TeaDocuments.swift"), encoding: .utf8)
    #expect(source.contains("hello: \"Tea \\(hot)\"\n\n\n      \"\"\"#"), "\(source)")
    #expect(source.contains("# first") && !source.contains("# present"))
    #expect(!source.contains("played"))
  }

  @Test("A file that no raw string can contain is refused, and so is a folder without a flow")
  func refuses() throws {
    let tree = try MadeUpTree(["Flows/tea/tea.flow.yaml": "flow: \"\"\"#\n"])
    let made = try runScript(
      "generate-documents", ["--flows", tree.path("Flows"), tree.path("out")])
    #expect(made.status == 1 && made.output.contains("tea.flow.yaml: a raw string cannot hold it"))
    let empty = try runScript(
      "generate-documents", ["--flows", tree.path("none"), tree.path("out")])
    #expect(empty.status == 1 && empty.output.contains("there is no flow"))
  }
}
