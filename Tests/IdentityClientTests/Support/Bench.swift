import ClientMachine
import FlowRuntime
import Foundation
import IdentityClient
import SessionMachine
import Synchronization
import TestSupport

/// A client on a made-up device, and a server that a test writes.
final class Bench: Sendable {
  typealias Serve = @Sendable (ClientRequest) async -> ClientOutcome

  let storage = MemorySecureStore()
  let clock = Mutex(Moment(steady: 10_000, wall: 1_700_000_000_000))
  /// That of the flows, which stands still: however long a test waits, no request takes too long.
  let runtimeClock = TestClock(1_700_000_000_000).clock
  let events = Mutex<[ClientEvent]>([])
  let requests = Mutex<[ClientRequest]>([])
  private let serve = Mutex<Serve>({ _ in .notSent })
  private let drawn = Mutex<UInt64>(0)
  private let waits = Mutex<[(time: Int64, end: AsyncStream<Never>.Continuation)]>([])

  func answer(_ serve: @escaping Serve) { self.serve.withLock { $0 = serve } }

  func advance(steady: Int64 = 0, wall: Int64 = 0) {
    clock.withLock {
      $0.steady += steady
      $0.wall += wall
    }
  }

  /// Ends what waits for so long, once it is there.
  func pass(_ times: Range<Int64>) async {
    while true {
      let found = waits.withLock { waits in
        waits.firstIndex { times.contains($0.time) }.map { waits.remove(at: $0) }
      }
      if let found {
        advance(steady: found.time, wall: found.time)
        return found.end.finish()
      }
      await Task.yield()
    }
  }

  let settings = ClientSettings(
    server: "https://id.example.com", appName: "test", appVersion: "1.2", platform: "linux")

  var ports: ClientPorts {
    ClientPorts(
      transport: BenchTransport(bench: self), storage: storage,
      keys: SoftwareDeviceKeys(storage), lock: NoLock(),
      clock: ClientClock(
        now: { [self] in clock.withLock { $0 } },
        // A wait ends when nobody needs it any more, or with `pass`.
        wait: { [self] milliseconds in
          let (ended, end) = AsyncStream.makeStream(of: Never.self)
          waits.withLock { $0.append((milliseconds, end)) }
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
      })
  }

  /// A new process on the same storage.
  func client() -> IdentityClient {
    IdentityClient(
      settings: settings, ports: ports,
      tell: { [self] event in events.withLock { $0.append(event) } })
  }

  private struct BenchTransport: ClientTransport {
    let bench: Bench

    func send(_ request: ClientRequest) async -> ClientOutcome {
      bench.requests.withLock { $0.append(request) }
      return await bench.serve.withLock { $0 }(request)
    }
  }
}

extension ClientOutcome {
  static func json(_ text: String, _ status: Int = 200, nonce: String? = nil) -> ClientOutcome {
    .received(
      ClientReply(
        status: status, contentType: "application/json", nonce: nonce, body: Array(text.utf8)))
  }

  static func failure(_ number: Int, _ code: String, _ status: Int, more: String = "")
    -> ClientOutcome
  {
    json(
      #"{"status":"failure","error_code":\#(number),"code":"\#(code)","description":"No."\#(more)}"#,
      status)
  }

  /// The answer to a sign-in or an extension.
  static func tokens(_ number: Int, family: String = "s1") -> ClientOutcome {
    json(
      #"{"status":"success","accesstoken":"A\#(number)","refreshtoken":"R\#(number)","idtoken":"I\#(number)","expires_in":600,"sessionId":"\#(family)","extra":1.50}"#
    )
  }
}

extension ClientRequest {
  var path: String { String(url.dropFirst("https://id.example.com".count)) }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The payload of the proof.
  var proof: [String: String] {
    guard let text = header("DPoP") else { return [:] }
    let spelled = String(text.split(separator: ".")[1])
    let part = spelled.replacing("-", with: "+").replacing("_", with: "/")
    let padded = part + String(repeating: "=", count: (4 - part.count % 4) % 4)
    guard let data = Data(base64Encoded: padded),
      let members = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [:] }
    return members.mapValues { "\($0)" }
  }

  var fields: [String: String] {
    let value = try? JSONSerialization.jsonObject(with: Data(body))
    return (value as? [String: Any] ?? [:]).mapValues { "\($0)" }
  }
}

extension ClientAnswer {
  var text: String {
    if case .received(_, let body) = self { String(decoding: body, as: UTF8.self) } else { "" }
  }
}
