import DeviceContract
import Foundation
import IdentityClient
import Portico
import PorticoLive
import Synchronization
import Testing

/// What Apple's parts are checked for in a signed app (Tests/DeviceHost.swiftpm), on what there is here; and that each check
/// finds what it is there for.
@Suite("The contract of a device's parts")
struct DeviceContractTests {
  private func folder() throws -> String {
    let path = NSTemporaryDirectory() + "portico-contract-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return path
  }

  @Test("PHN-5: storage in memory and in a file keeps it, and so do keys in both")
  func kept() throws {
    let (memory, folder) = (MemorySecureStore(), try folder())
    for open: () throws -> any SecureStore in [
      { memory }, { try FileSecureStore(folder: folder) },
    ] {
      #expect(DeviceContract.secureStore(open) == [])
      let found = DeviceContract.deviceKeys(
        open, { SoftwareDeviceKeys($0) }, verify: DeviceContract.isSignature)
      #expect(found == [])
    }
  }

  @Test("The report on this machine has no problem")
  func report() async throws {
    #expect(await deviceContractReport(folder: try folder()) == "device contract: 0 problems")
  }

  @Test(
    "Storage that does not keep it is found out",
    arguments: [
      (Fault.forgets, "another process does not see"), (.keepsRemoved, "still there"),
      (.keepsOld, "the old one"), (.losesEmpty, "an empty value is not kept"),
      (.cutsLarge, "a large value is not the same"), (.swallows, "is lost"),
      (.setsAsideAll, "does not stay when set aside"), (.isLocked, "throws locked"),
    ])
  func storage(_ fault: Fault, _ wanted: String) {
    let kept = MemorySecureStore()
    let found = DeviceContract.secureStore { FaultyStore(fault, kept) }
    #expect(found.contains { $0.contains(wanted) }, "\(found)")
  }

  @Test("The contract finds keys that change at every launch, and signatures of other bytes")
  func keys() {
    let storage = MemorySecureStore()
    let found = DeviceContract.deviceKeys(
      { storage }, { _ in NewKeys() }, verify: DeviceContract.isSignature)
    #expect(found.contains { $0.contains("another process does not find the key") })
    let blind = DeviceContract.deviceKeys(
      { storage }, { SoftwareDeviceKeys($0) }, verify: { _, _, _ in false })
    #expect(blind == ["device keys: a signature is not valid"])
  }

  @Test(
    "CMP-14: a location that is denied, granted or unavailable keeps the contract",
    arguments: LocationGrant.allCases)
  func location(_ answer: LocationGrant) async {
    let grant = Mutex(LocationGrant.notAsked)
    let device = Device.Location(
      request: { _ in grant.withLock { $0 = answer == .notAsked ? .denied : answer } },
      grant: { grant.withLock { $0 } },
      coordinates: {
        grant.withLock { $0 == .lower || $0 == .highest } ? (52.5, 13.4) : nil
      })
    #expect(await DeviceContract.location(device, asks: false) == [])
    #expect(await DeviceContract.location(device, asks: true) == [])
    #expect(await DeviceContract.location(.none, asks: true) == [])
  }

  @Test("The contract finds a location reported without permission, and one that does not exist")
  func places() async {
    let told = Device.Location(
      request: { _ in }, grant: { .denied }, coordinates: { (52.5, 13.4) })
    #expect(
      await DeviceContract.location(told, asks: false)
        == ["location: tells a place without a permission"])
    let far = Device.Location(request: { _ in }, grant: { .lower }, coordinates: { (99, 13.4) })
    #expect(
      await DeviceContract.location(far, asks: false) == ["location: tells no place on Earth"])
  }

  @Test("PHN-7: notifications answer alike, with a token in hexadecimal")
  func push() async {
    #expect(await DeviceContract.push(.none) == [])
    #expect(await DeviceContract.push(Device.Push { .token("00ff") }) == [])
    let wrong = await DeviceContract.push(Device.Push { .token("0xFF") })
    #expect(wrong.count == 2)
    let count = Mutex(0)
    let moody = await DeviceContract.push(
      Device.Push {
        count.withLock {
          $0 += 1
          return $0 == 1 ? .denied : .unavailable
        }
      })
    #expect(moody == ["notifications: answers two requests differently"])
  }
}

/// What can be wrong with a storage.
enum Fault: Sendable {
  case forgets, keepsRemoved, keepsOld, losesEmpty, cutsLarge, swallows, setsAsideAll, isLocked
}

private final class FaultyStore: SecureStore {
  private let fault: Fault
  private let kept: MemorySecureStore

  init(_ fault: Fault, _ kept: MemorySecureStore) {
    self.fault = fault
    self.kept = fault == .forgets ? MemorySecureStore() : kept
  }

  func names() throws(SecureStoreFailure) -> [String] {
    if fault == .isLocked { throw .locked }
    return try kept.names()
  }

  func read(_ name: String) throws(SecureStoreFailure) -> [UInt8]? { try kept.read(name) }

  func write(_ changes: [SecureChange]) throws(SecureStoreFailure) {
    for change in changes {
      if fault == .keepsRemoved, change.value == nil { continue }
      if fault == .keepsOld, try kept.read(change.name) != nil, change.value != nil { continue }
      if fault == .losesEmpty, change.value == [] { continue }
      let value = fault == .cutsLarge ? change.value.map { Array($0.prefix(4_096)) } : change.value
      try kept.write([SecureChange(change.name, value)])
    }
  }

  func setAside() throws(SecureStoreFailure) {
    guard fault == .setsAsideAll else { return try kept.setAside() }
    try kept.write(kept.names().map { SecureChange($0, nil) })
  }

  func exclusively<Value>(
    _ body: () throws(SecureStoreFailure) -> Value
  ) throws(SecureStoreFailure) -> Value {
    guard fault == .swallows else { return try body() }
    do { return try body() } catch {
      // Whatever it was, it is not said.
      if let value = () as? Value { return value }
      throw error
    }
  }
}

private struct NewKeys: DeviceKeySource {
  func load() throws(SecureStoreFailure) -> (any DeviceKey)? { try create() }
  func create() throws(SecureStoreFailure) -> any DeviceKey {
    try SoftwareDeviceKeys(MemorySecureStore()).create()
  }
}
