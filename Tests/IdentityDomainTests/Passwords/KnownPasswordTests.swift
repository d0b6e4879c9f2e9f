import Foundation
import IdentityDomain
import TestSupport
import Testing

@Suite("The list of the best-known passwords") struct KnownPasswordTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let python = repository.appendingPathComponent(".venv/bin/python").path

  /// The ways in which people modify a password, so that each gets its turn.
  private static let changes: [@Sendable (String) -> String] = [
    { $0 }, { $0.uppercased() }, { $0.prefix(1).uppercased() + $0.dropFirst() },
    { withDigit($0) }, { $0 + "1" }, { $0 + "2026!" }, { "1999" + $0 }, { "#" + $0 }, { $0 + "!!" },
    { "!" + withDigit($0) + "_12" }, { $0 + $0 },
  ]

  /// With its first letter that has a digit or mark as a lookalike.
  private static func withDigit(_ word: String) -> String {
    let digits: [Character: Character] = [
      "a": "@", "b": "8", "e": "3", "g": "9", "i": "!", "l": "1", "o": "0", "s": "$", "t": "7",
    ]
    guard let place = word.firstIndex(where: { digits[$0] != nil }) else { return word }
    return word.replacingCharacters(in: place...place, with: String(digits[word[place]] ?? "x"))
  }

  @Test("DEC-9: each form of the list is refused, even with the usual changes and additions")
  func forms() {
    let forms = PasswordList.known.forms.map(\.form).filter { $0.count >= 8 }
    #expect(forms.count > 9_500)
    for (index, form) in forms.enumerated() {
      let password = Self.changes[index % Self.changes.count](form)
      #expect(CommonPasswords.contains(password), "\(password)")
    }
  }

  @Test(
    "DEC-9: each password of the packages with eight or more letters is refused, even changed",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: python),
      "scripts/install-tools test installs the packages"))
  func packages() throws {
    let script = ChildProcess()
    script.executableURL = URL(fileURLWithPath: Self.python)
    script.arguments = [
      Self.repository.appendingPathComponent("scripts/generate-passwords").path, "--list",
    ]
    let output = Pipe()
    script.standardOutput = output
    try script.run()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n").filter { $0.count >= 8 }.map(String.init)
    script.waitUntilExit()
    #expect(words.count > 16_000)
    for (index, word) in words.enumerated() {
      #expect(CommonPasswords.contains(word), "\(word)")
      let changed = Self.changes[index % Self.changes.count](word)
      #expect(CommonPasswords.contains(changed), "\(changed)")
    }
  }

  @Test("The list is sorted, and finds exactly its forms, with their bits")
  func lookups() {
    let forms = PasswordList.known.forms
    #expect(!forms.isEmpty && forms.count > 28_000)
    var steps = 0
    for index in stride(from: 0, to: forms.count - 1, by: 7) {
      let (form, bits) = forms[index]
      let (after, _) = forms[index + 1]
      #expect(Array(form.utf8).lexicographicallyPrecedes(Array(after.utf8)), "\(form)")
      let found = PasswordList.known.beginnings(of: form.utf8.map(UInt32.init), steps: &steps)
      #expect(found.last?.length == form.count && found.last?.bits == bits, "\(form)")
      #expect(bits == 4 || (9...15).contains(bits), "\(form)")
    }
    for none in ["", "\u{7F}", "qx~", "A", "{{{{"] {
      let found = PasswordList.known.beginnings(
        of: none.unicodeScalars.map(\.value), steps: &steps)
      #expect(found.isEmpty, "\(none)")
    }
  }

  @Test("A lookup finds all prefixes, even in a list of one and in an empty one")
  func small() {
    var steps = 0
    let one = PasswordList("catK")
    #expect(one.beginnings(of: "cats".utf8.map(UInt32.init), steps: &steps).map(\.bits) == [11])
    #expect(one.beginnings(of: "ca".utf8.map(UInt32.init), steps: &steps).isEmpty)
    let three = PasswordList("catKcatsLdogM")
    let found = three.beginnings(of: "catsup".utf8.map(UInt32.init), steps: &steps)
    #expect(found.map(\.length) == [3, 4] && found.map(\.bits) == [11, 12])
    #expect(PasswordList("").beginnings(of: [99], steps: &steps).isEmpty)
  }
}
