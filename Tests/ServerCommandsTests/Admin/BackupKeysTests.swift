import Foundation
import IdentityDomain
import IdentityKeys
import IdentitySQLite
import IdentityTestSupport
import Synchronization
import Testing

@testable import ServerCommands

/// Random bytes, written down.
private final class NotedBytes: RandomBytes {
  let drawn = Mutex<[[UInt8]]>([])

  func bytes(_ count: Int) -> [UInt8] {
    let bytes = SystemRandomBytes().bytes(count)
    drawn.withLock { $0.append(bytes) }
    return bytes
  }
}

@Suite("The server's keys in a backup")
struct BackupKeysTests {
  private static let masterText = String(repeating: "0123456789abcdef", count: 4)

  /// The forms in which somebody might have written bytes down.
  private func forms(_ bytes: [UInt8]) -> [Data] {
    let hex = bytes.map { String($0, radix: 16) }.map { $0.count == 1 ? "0" + $0 : $0 }.joined()
    return [
      Data(bytes), Data(hex.utf8), Data(Data(bytes).base64EncodedString().utf8),
      Data(Base64URL.text(bytes).utf8), Data(bytes.map(String.init).joined(separator: ",").utf8),
    ]
  }

  @Test("SEC Secrets at rest: no key is in it in plain, and the master key opens the restored ones")
  func sealed() async throws {
    let folder = try TemporaryFolderOfTests()
    let store = try SQLiteStore(SQLiteStoreSettings(path: folder.path("store")))
    let random = NotedBytes()
    let clock = SetClock()
    let key = try MasterKey(environment: Self.masterText, variable: "TEST")
    let keeper = try await KeyKeeper(
      store: store, masterKey: key, isDevelopment: false, clock: clock, random: random)
    let token = try #require(
      DerivedToken(subject: "s", generation: 0, key: keeper.ring.currentKey)
        .text(.refreshToken, keeper.ring))
    let code = try keeper.ring.seal(
      Array("the canary code 271828".utf8), nonce: Array(0..<12), context: "c")
    _ = try SQLiteStoreLocation(path: folder.path("store")).backUp(
      to: folder.path("backup"), unique: "u")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("backup")))

    // The materials of the keys for digests, sealing and factors are 32 bytes each.
    let materials = random.drawn.withLock { $0.filter { $0.count == 32 } }
    #expect(materials.count == 3)
    let master = (0..<32).map { UInt8([0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF][$0 % 8]) }
    for secret in materials + [master] {
      for form in forms(secret) { #expect(bytes.range(of: form) == nil) }
    }
    #expect(bytes.range(of: Data(keeper.ring.currentKey.text.utf8)) != nil, "the search works")
    #expect(bytes.range(of: Data("canary".utf8)) == nil)
    try store.close()

    _ = try await SQLiteStoreLocation(path: folder.path("restored")).restore(
      folder.path("backup"), unique: "u", at: clock.now())
    let restored = try SQLiteStore(SQLiteStoreSettings(path: folder.path("restored")))
    let again = try await KeyKeeper(
      store: restored, masterKey: key, isDevelopment: false, clock: clock)
    #expect(DerivedToken.read(token, .refreshToken, again.ring)?.subject == "s")
    #expect(
      try again.ring.open(code, context: "c") == Array("the canary code 271828".utf8))
    let wrong = try MasterKey(
      environment: String(repeating: "fedcba9876543210", count: 4), variable: "TEST")
    await #expect(throws: ServerKeyFailure.self) {
      try await KeyKeeper(store: restored, masterKey: wrong, isDevelopment: false, clock: clock)
    }
    // Another master key: nothing of the rows under the old one is left in any file.
    let old = try await restored.read("look") { tables in
      try ServerKeyUse.allCases.flatMap { try tables.serverKeys(for: $0).map(\.sealed) }
    }
    #expect(try await KeyAdministration(store: restored).rewrap(from: key, to: wrong) == 4)
    #expect(try await restored.eraseRemoved())
    try restored.close()
    let after = try Data(contentsOf: URL(fileURLWithPath: folder.path("restored")))
    for sealed in old {
      let text = sealed.map(String.init).joined(separator: ",")
      #expect(after.range(of: Data(text.utf8)) == nil)
    }
  }
}
