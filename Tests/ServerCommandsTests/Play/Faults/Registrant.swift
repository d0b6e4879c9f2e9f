import ClientMachine
import FlowRuntime
import Foundation
import IdentityClient
import PorticoCommands
import PorticoLive
import ServerCommands
import SessionMachine

/// Somebody who has made an account on another device, before the person of a walk comes.
struct Registrant: Sendable {
  var email = "ada@example.org"
  var password = "staple battery lamp"
  /// Also proves a number.
  var number: String?

  struct Refused: Error { var call: String, answer: ClientAnswer }

  func register(at server: LocalServer, _ clock: PlayClock) async throws {
    let parts = try PlayedParts().process()
    let client = IdentityClient(
      settings: ClientSettings(
        server: server.address, appName: "earlier", appVersion: "1.0", platform: "test"),
      ports: ClientPorts(
        transport: parts.transport, storage: parts.storage, keys: SoftwareDeviceKeys(parts.storage),
        lock: parts.lock, clock: clock.client, entropy: { LiveEntropy.next() }))
    let person = ["user_name": email, "password": password]
    try await call(client, "user", person, key: "past-1")
    await server.settle()
    let code = server.newestCode(in: "email") ?? ""
    try await call(client, "user", ["user_name": email, "verification_code": code], key: "past-2")
    if let number {
      try await call(client, "login", person, key: "past-3")
      try await call(client, "beginIdentifier", ["identifier": number], key: "past-4")
      await server.settle()
      let sms = server.newestCode(in: "sms") ?? ""
      try await call(client, "verifyIdentifier", ["verification_code": sms], key: "past-5")
      try await call(client, "signOut", ["cause": "logout"], key: nil)
      await client.settled()
    }
    await client.close()
  }

  private func call(
    _ client: IdentityClient, _ name: String, _ fields: [String: String], key: String?
  ) async throws {
    let parameters = try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys)
    let answer = await client.perform(name, parameters: Array(parameters), idempotencyKey: key)
    guard answer.failure == nil else { throw Refused(call: name, answer: answer) }
  }
}
