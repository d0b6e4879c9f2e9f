import DeviceContract
import Foundation
import IdentityClient
import PorticoLive
import Synchronization
import Testing

/// What the Keychain answers, and what secure storage makes of it.
@Suite("Secure storage in the Keychain")
struct KeychainStoreTests {
  private let keychain = MemoryKeychain()

  private func store() throws -> KeychainStore {
    let path = NSTemporaryDirectory() + "portico-keychain-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return try KeychainStore(keychain, folder: path)
  }

  @Test("PHN-5: it keeps the contract of a device's storage")
  func contract() throws {
    let store = try store()
    #expect(DeviceContract.secureStore { store } == [])
    let found = DeviceContract.deviceKeys(
      { store }, { SoftwareDeviceKeys($0) }, verify: DeviceContract.isSignature)
    #expect(found == [])
  }

  @Test(
    "A status is the failure that it means, for reading and writing alike",
    arguments: [
      (KeychainStatus.locked, SecureStoreFailure.locked), (KeychainStatus.diskFull, .full),
      (-25_291, .broken("the Keychain answered -25291")),
    ])
  func statuses(_ status: Int32, _ failure: SecureStoreFailure) throws {
    let store = try store()
    try store.write([SecureChange("a", [1])])
    keychain.fail(status)
    #expect(throws: failure) { try store.read("a") }
    #expect(throws: failure) { try store.write([SecureChange("a", [2])]) }
    #expect(throws: failure) { try store.wipe() }
    #expect(throws: failure) { try store.empty() }
    keychain.fail(nil)
    #expect(try store.read("a") == [1])
  }

  @Test("An unsigned app is told to be signed")
  func unsigned() throws {
    let store = try store()
    keychain.fail(KeychainStatus.unsigned)
    let error = #expect(throws: SecureStoreFailure.self) { try store.read("a") }
    guard case .broken(let words)? = error else { throw SecureStoreFailure.full }
    #expect(words.contains("signed") && words.contains("-34018"))
  }

  @Test("An item that somebody else makes between two calls is replaced")
  func duplicate() throws {
    let store = try store()
    keychain.addMeanwhile("secure", [7])
    try store.write([SecureChange("a", [1])])
    #expect(try store.read("a") == [1])
  }

  @Test("CMP-4: damaged data is reported, can be set aside once, and is no absence")
  func damage() throws {
    let store = try store()
    for value: [UInt8] in [[], [0], [UInt8](repeating: 0xFF, count: 4_096)] {
      keychain.put("secure", value)
      #expect(throws: SecureStoreFailure.corrupt) { try store.read("a") }
      #expect(throws: SecureStoreFailure.corrupt) { try store.write([SecureChange("a", [1])]) }
      try store.setAside()
      #expect(try store.names() == [])
      #expect(keychain.items["secure-aside"] == value)
    }
  }

  @Test("PHN-1: a wipe leaves nothing, not even what was set aside")
  func wiped() throws {
    let store = try store()
    for wipe in [{ try store.wipe() }, { try store.empty() }] {
      keychain.put("secure", [0])
      try store.setAside()
      try store.write([SecureChange("a", [1])])
      #expect(keychain.items.count == 2)
      try wipe()
      #expect(try store.names() == [])
      #expect(keychain.items["secure-aside"] == nil)
    }
  }
}

/// The Keychain of one app, in memory.
private final class MemoryKeychain: KeychainItems {
  private struct State {
    var items: [String: [UInt8]] = [:]
    var failure: Int32?
    var meanwhile: (account: String, value: [UInt8])?
  }
  private let state = Mutex(State())

  var items: [String: [UInt8]] { state.withLock { $0.items } }

  func fail(_ status: Int32?) { state.withLock { $0.failure = status } }

  func put(_ account: String, _ value: [UInt8]) { state.withLock { $0.items[account] = value } }

  /// Just before the next call of `add`.
  func addMeanwhile(_ account: String, _ value: [UInt8]) {
    state.withLock { $0.meanwhile = (account, value) }
  }

  func copy(_ account: String) -> (status: Int32, value: [UInt8]?) {
    state.withLock { state in
      if let failure = state.failure { return (failure, nil) }
      let value = state.items[account]
      return (value == nil ? KeychainStatus.notFound : KeychainStatus.success, value)
    }
  }

  func add(_ account: String, _ value: [UInt8]) -> Int32 {
    change { state in
      if let (other, value) = state.meanwhile.take() { state.items[other] = value }
      guard state.items[account] == nil else { return KeychainStatus.duplicate }
      state.items[account] = value
      return KeychainStatus.success
    }
  }

  func update(_ account: String, _ value: [UInt8]) -> Int32 {
    change { state in
      guard state.items[account] != nil else { return KeychainStatus.notFound }
      state.items[account] = value
      return KeychainStatus.success
    }
  }

  func rename(_ account: String, to other: String) -> Int32 {
    change { state in
      guard let value = state.items[account] else { return KeychainStatus.notFound }
      guard state.items[other] == nil else { return KeychainStatus.duplicate }
      state.items[account] = nil
      state.items[other] = value
      return KeychainStatus.success
    }
  }

  func delete(_ account: String) -> Int32 {
    change { state in
      state.items.removeValue(forKey: account) == nil
        ? KeychainStatus.notFound : KeychainStatus.success
    }
  }

  private func change(_ body: (inout State) -> Int32) -> Int32 {
    state.withLock { state in state.failure ?? body(&state) }
  }
}
