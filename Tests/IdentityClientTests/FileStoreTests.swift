import Foundation
import IdentityClient
import PorticoLive
import Testing

/// What every secure store has to keep, and what only one in a file has to.
@Suite final class FileStoreTests {
  private var folders: [String] = []

  deinit { for folder in folders { try? FileManager.default.removeItem(atPath: folder) } }

  private func folder() throws -> String {
    let path = NSTemporaryDirectory() + "portico-store-\(UUID().uuidString)"
    folders.append(path)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return path
  }

  private func stores() throws -> [any SecureStore] {
    [MemorySecureStore(), try FileSecureStore(folder: try folder())]
  }

  @Test("A write changes or removes the values that it names, and leaves the others unchanged")
  func readsAndWrites() throws {
    for store in try stores() {
      #expect(try store.read("a") == nil)
      try store.write([SecureChange("a", [1, 2]), SecureChange("b", []), SecureChange("c", [3])])
      try store.write([SecureChange("a", [9]), SecureChange("c", nil), SecureChange("d", nil)])
      #expect(try store.names() == ["a", "b"])
      #expect(try store.read("a") == [9])
      #expect(try store.read("b") == [])
      #expect(try store.read("c") == nil)
    }
  }

  @Test("An exclusive body reads and writes; its value is returned, and its error is thrown")
  func exclusive() throws {
    for store in try stores() {
      let value = try store.exclusively { () throws(SecureStoreFailure) -> [UInt8]? in
        try store.write([SecureChange("a", [1])])
        return try store.read("a")
      }
      #expect(value == [1])
      #expect(throws: SecureStoreFailure.locked) {
        try store.exclusively { () throws(SecureStoreFailure) in throw .locked }
      }
    }
  }

  @Test("An exclusive body keeps other processes out until it ends, even if it ends with an error")
  func excludesProcesses() throws {
    let folder = try folder()
    let store = try FileSecureStore(folder: folder)
    // A lock belongs to the open file, so a second open file stands for another process.
    let other = open(folder + "/secure.lock", O_RDWR)
    defer { close(other) }
    func canTakeLock() -> Bool {
      guard flock(other, LOCK_EX | LOCK_NB) == 0 else { return false }
      return flock(other, LOCK_UN) == 0
    }
    #expect(throws: SecureStoreFailure.locked) {
      try store.exclusively { () throws(SecureStoreFailure) in
        #expect(!canTakeLock())
        throw .locked
      }
    }
    #expect(canTakeLock())
  }

  @Test("Two stores on one folder, as in two processes, see each other's writes and lose none")
  func shares() throws {
    let folder = try folder()
    let stores = [try FileSecureStore(folder: folder), try FileSecureStore(folder: folder)]
    DispatchQueue.concurrentPerform(iterations: 40) { index in
      try? stores[index % 2].write([SecureChange("n\(index)", [UInt8(index)])])
    }
    #expect(try stores[0].names().count == 40)
    #expect(try stores[0].names() == stores[1].names())
  }

  @Test("Only this user can read or write the file, and a write leaves no temporary file behind")
  func isPrivate() throws {
    let folder = try folder()
    try FileSecureStore(folder: folder).write([SecureChange("a", [1])])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/secure.store")
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["secure.lock", "secure.store"])
  }

  @Test("CMP-4: damaged data is reported as damaged, never as absent, and can be set aside")
  func damage() throws {
    let folder = try folder()
    let path = folder + "/secure.store"
    let store = try FileSecureStore(folder: folder)
    try store.write([SecureChange("session", [1, 2, 3]), SecureChange("b", [4])])
    let whole = try #require(FileManager.default.contents(atPath: path))
    var damaged = (0..<whole.count).map { whole.prefix($0) }
    for index in 0..<whole.count {
      var copy = whole
      copy[index] ^= 0x40
      damaged.append(copy)
    }
    for bytes in damaged {
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(throws: SecureStoreFailure.corrupt) { try store.read("session") }
      #expect(throws: SecureStoreFailure.corrupt) { try store.write([SecureChange("c", [1])]) }
      #expect(FileManager.default.contents(atPath: path) == Data(bytes))
    }
    try store.setAside()
    #expect(try store.names() == [])
    #expect(FileManager.default.fileExists(atPath: path + ".aside-1"))
    try store.write([SecureChange("c", [1])])
    #expect(try store.names() == ["c"])
  }

  @Test("Readable data is not set aside")
  func readableStays() throws {
    for store in try stores() {
      try store.write([SecureChange("a", [1])])
      try store.setAside()
      #expect(try store.read("a") == [1])
    }
  }

  @Test("Only one holder at a time has the renewal lock, and releasing it lets the next one in")
  func renewalLock() throws {
    let folder = try folder()
    let first = try FileRenewalLock(folder: folder)
    let second = try FileRenewalLock(folder: folder)
    #expect(try first.tryTake())
    #expect(try !second.tryTake())
    first.release()
    #expect(try second.tryTake())
    second.release()
  }

  @Test(
    "PHN-1: a new installation wipes what an earlier one left, device key included, and only once")
  func newInstallation() throws {
    let kept = try folder()
    let store = try FileSecureStore(folder: kept)
    let keys = SoftwareDeviceKeys(store)
    let old = try keys.create().publicBytes
    #expect(try keys.load()?.publicBytes == old)
    // Uninstalled and installed again: the app's own folder is new, secure storage is not.
    let mark = try InstallMark(folder: try folder())
    // A wipe that fails is repeated at the next launch.
    #expect(throws: SecureStoreFailure.locked) {
      try mark.claim { () throws(SecureStoreFailure) in throw .locked }
    }
    #expect(try mark.claim { () throws(SecureStoreFailure) in try store.wipe() })
    #expect(try keys.load() == nil)
    #expect(try keys.create().publicBytes != old)
    #expect(try !mark.claim { () throws(SecureStoreFailure) in try store.wipe() })
    #expect(try keys.load() != nil)
  }
}
