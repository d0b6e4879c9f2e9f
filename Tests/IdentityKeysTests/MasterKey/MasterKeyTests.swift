import Foundation
import IdentityDomain
import IdentityKeys
import TestSupport
import Testing

/// A folder for the files of one test, taken away at the end.
private final class KeyFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "identity-keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func file(_ text: String, mode: mode_t = 0o600) throws -> String {
    let path = path("master.key")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(chmod(path, mode) == 0)
    return path
  }
}

@Suite("The master key is found, or its absence reported with a remedy")
struct MasterKeyTests {
  private static let bytes: [UInt8] = Array(0xE0...0xFF)
  private static let hex = Hex.text(bytes)
  private static let base64 = Base64URL.text(bytes)

  /// Whether two keys open each other's store.
  private func isSame(_ one: MasterKey, _ other: MasterKey) async throws -> Bool {
    let house = KeyHouse()
    _ = try await house.server(masterKey: one)
    do {
      _ = try await house.server(masterKey: other)
      return true
    } catch ServerKeyFailure.wrongMasterKey {
      return false
    }
  }

  @Test("All forms of one key give that key: from a file or the environment, hex or base64url")
  func forms() async throws {
    let key = try MasterKey(environment: Self.hex)
    for text in [Self.hex, Self.hex.uppercased(), Self.base64, Self.base64 + "="] {
      for end in ["", "\n", "\r\n"] {
        let folder = try KeyFolder()
        let path = try folder.file(text + end)
        let found = try MasterKey.find(file: path, environment: nil)
        #expect(found.origin == .file(path: path))
        #expect(try await isSame(key, found))
        #expect(try await isSame(key, try MasterKey.find(file: nil, environment: text + end)))
      }
    }
    let other = try MasterKey(environment: "f" + Self.hex.dropFirst())
    #expect(try await !isSame(key, other))
    #expect(try await !isSame(key, .development))
  }

  @Test("What is not a key is refused, with the length of what was found")
  func malformed() throws {
    let wrong = [
      "", "\n", "secret", String(Self.hex.dropLast()), Self.hex + "0", " " + Self.hex,
      Self.hex + "\n\n", Self.hex + " ", "g" + Self.hex.dropFirst(), String(Self.base64.dropLast()),
      Self.base64 + "A", Self.base64 + "==", "+" + Self.base64.dropFirst(),
      // Bits behind the last byte: another spelling of the same.
      Self.base64.dropLast() + "_", Self.hex + "\u{0}", "\u{FEFF}" + Self.hex,
      String(repeating: "٣", count: 32), String(repeating: "0", count: 5_000),
    ]
    for text in wrong {
      let origin = MasterKey.Origin.environment(variable: MasterKey.variable)
      guard !text.isEmpty else { continue }
      let failure = #expect(throws: MasterKeyFailure.self) { try MasterKey(environment: text) }
      guard case .malformed(origin, _) = failure else {
        Issue.record("\(text): \(String(describing: failure))")
        continue
      }
      #expect("\(origin)".contains("PORTICO_MASTER_KEY"))
      let folder = try KeyFolder()
      let path = try folder.file(text)
      let other = #expect(throws: MasterKeyFailure.self) { try MasterKey(file: path) }
      guard case .malformed(.file(path), _) = other else {
        Issue.record("\(text): \(String(describing: other))")
        continue
      }
    }
    for byte in ["00", "ff", "a5"] {
      #expect(throws: MasterKeyFailure.placeholder(.environment(variable: "V"))) {
        try MasterKey(environment: String(repeating: byte, count: 32), variable: "V")
      }
    }
  }

  @Test("No key and two keys are refused; an empty variable counts as none")
  func count() throws {
    for value in [nil, ""] {
      let failure = #expect(throws: MasterKeyFailure.self) {
        try MasterKey.find(file: nil, environment: value)
      }
      #expect(failure == .missing(variable: "PORTICO_MASTER_KEY"))
      #expect(failure.map { "\($0)".contains("openssl rand -hex 32") } == true)
    }
    #expect(throws: MasterKeyFailure.twice(path: "/k", variable: MasterKey.variable)) {
      try MasterKey.find(file: "/k", environment: Self.hex)
    }
  }

  @Test(
    "A file that others may read, write or run is refused with its mode; 0600 and 0400 are accepted"
  )
  func modes() throws {
    let folder = try KeyFolder()
    for mode in mode_t(0)...0o777 where mode & 0o400 != 0 {
      let path = try folder.file(Self.hex, mode: mode)
      let isGood = mode == 0o600 || mode == 0o400
      do {
        _ = try MasterKey(file: path)
        #expect(isGood, "\(String(mode, radix: 8))")
      } catch {
        #expect(error == .openToOthers(path: path, mode: UInt32(mode)))
        #expect(!isGood && "\(error)".contains("mode 0\(String(mode, radix: 8))"))
        #expect("\(error)".contains("chmod 600"))
      }
      try FileManager.default.removeItem(atPath: path)
    }
    for mode in [0o4600, 0o2600, 0o1600] as [mode_t] {
      let path = try folder.file(Self.hex, mode: mode)
      #expect(throws: MasterKeyFailure.self) { try MasterKey(file: path) }
    }
  }

  @Test("A folder, a pipe without a writer, a device and a missing file are distinguished")
  func places() throws {
    let folder = try KeyFolder()
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [folder.url.path, pipe, "/dev/null"] {
      #expect(throws: MasterKeyFailure.notAFile(path: path)) { try MasterKey(file: path) }
    }
    for path in [folder.path("none"), "", folder.path("none/none")] {
      let failure = #expect(throws: MasterKeyFailure.self) { try MasterKey(file: path) }
      guard case .unreadable(path, let reason) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(reason == "No such file or directory")
    }
  }

  @Test("A link counts as its target")
  func links() throws {
    let folder = try KeyFolder()
    let link = folder.path("link")
    #expect(symlink(try folder.file(Self.hex), link) == 0)
    #expect(try MasterKey(file: link).origin == .file(path: link))
    _ = try folder.file(Self.hex, mode: 0o644)
    #expect(throws: MasterKeyFailure.openToOthers(path: link, mode: 0o644)) {
      try MasterKey(file: link)
    }
  }

  /// Only who runs as root can give a file away.
  @Test("A file of another user is refused with both users", .enabled(if: geteuid() == 0))
  func owner() throws {
    let folder = try KeyFolder()
    let path = try folder.file(Self.hex)
    #expect(chown(path, 65_534, 65_534) == 0)
    #expect(throws: MasterKeyFailure.foreignOwner(path: path, owner: 65_534, user: 0)) {
      try MasterKey(file: path)
    }
  }
}
