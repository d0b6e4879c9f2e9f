import Foundation
import IdentityClient
import PorticoCommands
import PorticoLive
import ServerCommands
import Synchronization

/// The app on a device with files: one process after the other, each of which can be killed in the
/// middle of a call. What is stored outlives them.
final class MortalApp: Sendable {
  let folder: String
  private let wire: FaultyWire
  private let clock: PlayClock
  private let life = Mutex(Life())

  init(_ wire: FaultyWire, _ clock: PlayClock) {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-faults-\(UUID().uuidString)").path
    self.wire = wire
    self.clock = clock
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The process that runs takes nothing in, stores nothing and sends nothing any more.
  func die() { life.withLock { $0 }.isOver.store(true, ordering: .sequentiallyConsistent) }

  /// What its next process has.
  func begin() throws -> PlayedParts.Process {
    let new = Life()
    life.withLock { $0 = new }
    let files = try FileSecureStore(folder: folder)
    // Drawn by an earlier launch: the variant of an experiment follows from it, and is the same in
    // each run.
    try files.write([SecureChange(SecureItem.installation, Array("AAAAAAAAAAAAAAAAAAAAAA".utf8))])
    return PlayedParts.Process(
      transport: Transport(life: new, wire: wire, clock: clock),
      storage: Storage(life: new, files: files),
      lock: try FileRenewalLock(folder: folder))
  }

  fileprivate final class Life: Sendable {
    let isOver = Atomic(false)
    var isDead: Bool { isOver.load(ordering: .sequentiallyConsistent) }
  }

  /// The transport of a real device. The time limit of a call is over when the wire says so: nobody
  /// waits for it in real time.
  private struct Transport: ClientTransport {
    let life: Life
    let wire: FaultyWire
    let clock: PlayClock
    private let live = LiveIdentityTransport()

    init(life: Life, wire: FaultyWire, clock: PlayClock) {
      self.life = life
      self.wire = wire
      self.clock = clock
    }

    func send(_ request: ClientRequest) async -> ClientOutcome {
      guard !life.isDead else { return .lost }
      let sending = Task { await live.send(request) }
      let isExpired = Expiry()
      wire.onExpiry { [clock] in
        isExpired.flag.store(true, ordering: .sequentiallyConsistent)
        clock.leap(request.timeout)
        sending.cancel()
      }
      let outcome = await sending.value
      guard !life.isDead else { return .lost }
      return isExpired.flag.load(ordering: .sequentiallyConsistent) ? .timedOut : outcome
    }
  }

  private final class Expiry: Sendable {
    let flag = Atomic(false)
  }

  /// The files of a real device, for as long as the process lives.
  private struct Storage: SecureStore {
    let life: Life
    let files: FileSecureStore

    private func check() throws(SecureStoreFailure) {
      if life.isDead { throw .broken("the process is gone") }
    }

    func names() throws(SecureStoreFailure) -> [String] { try files.names() }
    func read(_ name: String) throws(SecureStoreFailure) -> [UInt8]? { try files.read(name) }

    func write(_ changes: [SecureChange]) throws(SecureStoreFailure) {
      try check()
      try files.write(changes)
    }

    func setAside() throws(SecureStoreFailure) {
      try check()
      try files.setAside()
    }

    func exclusively<Value>(
      _ body: () throws(SecureStoreFailure) -> Value
    ) throws(SecureStoreFailure) -> Value { try files.exclusively(body) }
  }
}
