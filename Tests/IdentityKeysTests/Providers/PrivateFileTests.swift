import Foundation
import IdentityKeys
import Testing

@Suite("Files with secrets")
struct PrivateFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "private-file-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func file(_ mode: Int, _ text: String = "canary") throws -> String {
    let path = folder.appendingPathComponent("\(mode)").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  @Test(
    "SEC Secrets at rest: only a file that is inaccessible to others is read", arguments: 0..<0o1000
  )
  func modes(mode: Int) throws {
    let path = try file(mode)
    defer { try? FileManager.default.removeItem(at: folder) }
    guard mode & 0o177 != 0 else {
      // Root reads what nobody may.
      guard mode & 0o400 != 0 else { return }
      #expect(try PrivateFile.bytes(of: path, most: 99) == Array("canary".utf8))
      return
    }
    let failure = #expect(throws: PrivateFile.Failure.self) {
      try PrivateFile.bytes(of: path, most: 99)
    }
    guard geteuid() == 0 || mode & 0o400 != 0 else { return }
    #expect(failure == .openToOthers(mode: UInt32(mode)))
    let text = failure?.text(of: "the key", path: path) ?? ""
    #expect(text.contains("chmod 600 '\(path)'") && !text.contains("canary"))
  }

  @Test("A folder is not a file, and a missing file is reported with the reason")
  func missing() {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: PrivateFile.Failure.notAFile) {
      try PrivateFile.bytes(of: folder.path, most: 99)
    }
    let path = folder.path + "/none"
    let failure = #expect(throws: PrivateFile.Failure.self) {
      try PrivateFile.bytes(of: path, most: 99)
    }
    let text = failure?.text(of: "the key", path: path) ?? ""
    #expect(text.contains(path) && text.contains("No such file"))
  }

  @Test("No more than the requested length is read")
  func bounded() throws {
    let path = try file(0o600, String(repeating: "x", count: 1_000))
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try PrivateFile.bytes(of: path, most: 999).count == 999)
    #expect(try PrivateFile.bytes(of: path, most: 5_000).count == 1_000)
  }
}
