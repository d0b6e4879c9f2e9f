import ClientMachine
import Foundation
import IdentityClient
import IdentityDomain
import IdentityTestSupport
import PorticoLive
import SessionMachine
import Synchronization
import WireText

/// A device with the real client, on storage in files, and the server's time.
final class Phone: Sendable {
  let house: House
  let transport: RouterTransport
  let folder: String
  let events = Mutex<[ClientEvent]>([])
  private let drawn: Mutex<UInt64>
  /// How far the device's own clock is off, in milliseconds.
  let skew = Mutex<Int64>(0)

  init(_ house: House, number: UInt64 = 1) throws {
    self.house = house
    transport = RouterTransport(try house.server())
    folder = NSTemporaryDirectory() + "portico-phone-\(UUID().uuidString)"
    drawn = Mutex(number << 40)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A process of the app.
  func launch() async throws -> IdentityClient {
    let storage = try FileSecureStore(folder: folder)
    let client = IdentityClient(
      settings: ClientSettings(
        server: house.publicURL, appName: "app", appVersion: "1.0", platform: "test"),
      ports: ClientPorts(
        transport: transport, storage: storage, keys: SoftwareDeviceKeys(storage),
        lock: try FileRenewalLock(folder: folder),
        clock: ClientClock(
          now: { [self] in
            let now = house.rig.clock.now().milliseconds
            return Moment(steady: now - 1_600_000_000_000, wall: now + skew.withLock { $0 })
          },
          // The lock is tried again at once; what is not needed any more ends with its task.
          wait: { milliseconds in
            guard milliseconds > 100 else { return await Task.yield() }
            let (ended, end) = AsyncStream.makeStream(of: Never.self)
            await withTaskCancellationHandler {
              for await _ in ended {}
            } onCancel: {
              end.finish()
            }
          }),
        entropy: { [self] in
          drawn.withLock {
            $0 += 1
            return $0
          }
        }),
      tell: { [weak self] event in self?.events.withLock { $0.append(event) } })
    await client.wake()
    return client
  }
}

extension IdentityClient {
  func call(_ name: String, _ fields: [String: String] = [:], key: String? = nil) async
    -> ClientAnswer
  {
    let parameters = try? JSONSerialization.data(withJSONObject: fields, options: .sortedKeys)
    return await perform(
      name, parameters: parameters.map { Array($0) } ?? [], idempotencyKey: key)
  }
}

extension ClientAnswer {
  var json: JSON.Value? {
    if case .received(_, let body) = self { JSON(body)?.root } else { nil }
  }
}

extension JSON.Value {
  var string: String? { text.map { String(decoding: $0, as: UTF8.self) } }
}
