import ClientMachine
import Foundation
import IdentityClient
import PorticoLive
import SessionMachine

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// One process of an app: the real client on storage, lock and key in files. It reads a command a line
// and answers a line, so that a test can let two of them do things at the same time.
//
//   login USER PASSWORD   call   signout   status   user
//   authorize METHOD URL  what an app's own call carries: Authorization and DPoP
//   data METHOD URL       an app's own call: its status
//
// usage: SessionRacer SERVER FOLDER

@main
struct SessionRacer {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      FileHandle.standardError.write(Data("usage: SessionRacer SERVER FOLDER\n".utf8))
      exit(2)
    }
    // The mark of the installation comes first: without it, the session would empty the store.
    _ = try ClientPorts.live(folder: arguments[2], installFolder: arguments[2])
    let storage = try FileSecureStore(folder: arguments[2])
    let client = IdentityClient(
      settings: ClientSettings(
        server: arguments[1], appName: "racer", appVersion: "1.0", platform: "linux"),
      ports: ClientPorts(
        transport: LiveIdentityTransport(), storage: storage, keys: SoftwareDeviceKeys(storage),
        lock: try FileRenewalLock(folder: arguments[2]), clock: .live(),
        entropy: {
          var generator = SystemRandomNumberGenerator()
          return generator.next()
        }))
    await client.wake()
    let session = PorticoSession(server: arguments[1], folder: arguments[2])
    say("ready")
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "login" where words.count == 3:
        let fields = ["user_name": words[1], "password": words[2]]
        say(told(await client.perform("login", parameters: members(fields))))
      case "call": say(told(await client.perform("getUser")))
      case "signout": say(told(await client.perform("signOut")))
      case "status":
        await client.wake()
        switch await client.status {
        case .valid?, .stale?: say("in")
        case .absent?, .revoked?: say("out")
        case .unreadable?, nil: say("unknown")
        }
      case "user":
        try await session.restore()
        say(session.user?.email ?? "nobody")
      case "authorize" where words.count == 3:
        let signed = try await session.authorize(request(words[1], words[2]))
        say(
          ["Authorization", "DPoP"].map { signed.value(forHTTPHeaderField: $0) ?? "-" }
            .joined(separator: "\t"))
      case "data" where words.count == 3:
        say("\(try await session.data(for: request(words[1], words[2])).1.statusCode)")
      default: say("what")
      }
    }
  }

  private static func request(_ method: String, _ url: String) throws -> URLRequest {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    return request
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private static func members(_ fields: [String: String]) -> [UInt8] {
    (try? JSONSerialization.data(withJSONObject: fields)).map { Array($0) } ?? []
  }

  private static func told(_ answer: ClientAnswer) -> String {
    guard let failure = answer.failure else { return "ok" }
    return "no \(failure.code) \(failure.cause ?? "-")"
  }
}
