import Foundation
import IdentityDomain
import IdentityHTTP
import IdentityKeys
import IdentityStoreContract
import IdentityTestSupport
import Logging

/// The real server but for its store, clock, password hashes and senders: real tokens, proofs and
/// routes.
struct House: Sendable {
  let rig: Rig
  private let keeper: KeyKeeper
  /// As clients call it.
  var publicURL = "http://localhost"

  init(_ change: (inout IdentitySettings) -> Void = { _ in }) async throws {
    rig = Rig(seed: 11, change)
    keeper = try await KeyKeeper(
      store: rig.store, masterKey: .development, isDevelopment: true, clock: rig.clock,
      random: rig.random)
  }

  func server(port: Int = 0) throws -> IdentityServer {
    let rig = rig
    let tokens = ES256Tokens(keeper.ring)
    let service = IdentityService(
      ports: IdentityPorts(
        store: rig.store, clock: rig.clock, random: rig.random, digests: keeper.ring,
        passwords: rig.hasher, sealing: MadeUpSealing(), phones: GermanPhones(), signer: tokens,
        factors: MadeUpFactorSecrets()),
      settings: rig.settings)
    let operations = IdentityOperations(service: service) {
      FailureAnswer($0, at: rig.clock.now()).body
    }
    return try IdentityServer(
      settings: HTTPSettings(port: port, isDevelopment: true),
      ports: TransportPorts(
        answer: { try await operations.answer($0) },
        credentials: CredentialCheck(
          reading: tokens, digests: keeper.ring, clock: rig.clock, tokens: rig.settings.tokens),
        random: rig.random, languages: LanguageOffer(["en"]), isReady: { true }, uptime: { .zero },
        log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
  }

  /// Serves on a socket of loopback while a body runs.
  func serving<Value: Sendable>(
    port: Int = 0, _ body: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> Value {
    let server = try server(port: port)
    let (listening, told) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { told.finish() }
        try await server.run { told.yield($0) }
      }
      var ports = listening.makeAsyncIterator()
      guard let port = await ports.next() else {
        try await group.next()
        throw CancellationError()
      }
      do {
        let value = try await body(port)
        group.cancelAll()
        try await group.waitForAll()
        return value
      } catch {
        group.cancelAll()
        throw error
      }
    }
  }

  /// The code that was sent last, without asking for a proof of anything.
  func code(to recipient: String) async throws -> String {
    try await rig.code(to: recipient).exposed
  }

  /// All sessions that a person has, open or not.
  func session(_ name: String) async throws -> Session? {
    try await rig.store.read("test") { try $0.session(ID(name)) }
  }
}
