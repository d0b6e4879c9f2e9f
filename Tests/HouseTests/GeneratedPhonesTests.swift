import Foundation
import Testing

/// What is committed as generated text comes from where it says.
@Suite("The table of phone numbers")
struct GeneratedPhonesTests {
  private static let python = repository.appendingPathComponent(".venv/bin/python").path

  @Test(
    "PHN-3: the script regenerates the committed table, byte for byte",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: python),
      "scripts/install-tools test installs what the script reads"))
  func again() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let script = repository.appendingPathComponent("scripts/generate-phones").path
    let made = try run(Self.python, [script, file.path])
    #expect(made.status == 0, "\(made.output)")
    let committed = try Data(
      contentsOf: repository.appendingPathComponent(
        "Sources/PhoneNumbers/Generated/PhoneTable+Standard.swift"))
    #expect(try Data(contentsOf: file) == committed, "run scripts/generate-phones, or say why not")
  }

  @Test("Without the metadata the script says what to install")
  func missing() throws {
    let script = repository.appendingPathComponent("scripts/generate-phones").path
    // Neither packages nor what the environment adds to the path.
    let made = try run("python3", ["-I", "-S", script, "/dev/null"])
    #expect(made.status == 1)
    #expect(made.output.contains("scripts/install-tools test"))
  }
}
