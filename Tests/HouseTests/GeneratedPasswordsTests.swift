import Foundation
import Testing

/// What is committed as generated text comes from where it says.
@Suite("The generated list of the best-known passwords")
struct GeneratedPasswordsTests {
  private static let python = repository.appendingPathComponent(".venv/bin/python").path
  private let script = repository.appendingPathComponent("scripts/generate-passwords").path

  @Test(
    "DEC-9: the script regenerates the committed list, byte for byte",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: python),
      "scripts/install-tools test installs what the script reads"))
  func again() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let made = try run(Self.python, [script, file.path])
    #expect(made.status == 0, "\(made.output)")
    let committed = try Data(
      contentsOf: repository.appendingPathComponent(
        "Sources/IdentityDomain/Passwords/Generated/PasswordList+Known.swift"))
    #expect(
      try Data(contentsOf: file) == committed, "run scripts/generate-passwords, or say why not")
  }

  @Test("Without the packages the script says what to install")
  func missing() throws {
    // Neither packages nor what the environment adds to the path.
    let made = try run("python3", ["-I", "-S", script, "/dev/null"])
    #expect(made.status == 1)
    #expect(made.output.contains("scripts/install-tools test"))
  }
}
