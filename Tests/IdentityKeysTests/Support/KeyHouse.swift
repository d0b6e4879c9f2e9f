import IdentityDomain
import IdentityKeys
import IdentityStoreContract
import IdentityTestSupport
import Synchronization

/// Bytes that say at which draw they came: 0s, then 1s, ... So a test knows every key.
final class NumberedBytes: RandomBytes {
  private let draws = Atomic<UInt8>(0)

  func bytes(_ count: Int) -> [UInt8] {
    let number = draws.wrappingAdd(1, ordering: .relaxed).oldValue
    return [UInt8](repeating: number, count: count)
  }
}

/// Servers over one store in memory, with one clock that stands until a test moves it.
struct KeyHouse {
  static let masterKey = MasterKey(testing: 0)

  let store: MemoryStore
  let clock = SetClock()

  init(runsTwice: Bool = false) { store = MemoryStore(runsTwice: runsTwice) }

  func server(
    masterKey: MasterKey = Self.masterKey, isDevelopment: Bool = false,
    random: any RandomBytes = SystemRandomBytes()
  ) async throws -> KeyKeeper {
    try await KeyKeeper(
      store: store, masterKey: masterKey, isDevelopment: isDevelopment, clock: clock,
      random: random)
  }

  func rows(_ use: ServerKeyUse) async throws -> [ServerKey] {
    try await store.read("look") { try $0.serverKeys(for: use) }
  }

  func change(_ body: @escaping @Sendable (any IdentityTransaction) throws -> Void) async throws {
    try await store.transaction("tamper", body)
  }

  /// What would be found by who looks for secrets in messages.
  static func texts(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), dumped]
  }
}

extension MasterKey {
  /// The bytes from a number on, one after the other.
  init(testing first: UInt8) {
    let digits = (first..<first + 32).map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    do {
      self = try MasterKey(environment: digits.joined(), variable: "TEST")
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
