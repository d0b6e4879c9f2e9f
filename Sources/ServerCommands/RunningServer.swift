import Foundation
import IdentityAPI
import IdentityDelivery
import IdentityDomain
import IdentityHTTP
import IdentityKeys
import IdentityPasswords
import IdentityPhoneNumbers
import IdentitySQLite
import IdentitySenders
import Logging

/// The parts of the server, put together.
struct RunningServer: Sendable {
  private let http: IdentityServer
  private let store: SQLiteStore
  private let keeper: KeyKeeper
  private let hasher: Argon2Hasher
  private let clock: any WallClock
  /// Nil where there is nobody to hand messages to.
  private let delivery: Delivery?
  private let log: Logger

  /// Opens the store and its keys.
  /// - Throws: why the server must not start. A store that is refused is left as it was.
  init(_ plan: ServePlan, log: Logger) async throws {
    let random = SystemRandomBytes()
    let developmentClock = plan.http.isDevelopment ? DevelopmentClock() : nil
    let clock: any WallClock = developmentClock ?? SystemClock()
    let store = try plan.store.open()
    let keeper = try await KeyKeeper(
      store: store, masterKey: plan.masterKey, isDevelopment: plan.http.isDevelopment,
      clock: clock, random: random)
    let tokens = ES256Tokens(keeper.ring)
    let hasher = try await Argon2Hasher.started(
      threads: ProcessInfo.processInfo.activeProcessorCount)
    let settings = plan.identity
    let service = IdentityService(
      ports: IdentityPorts(
        store: store, clock: clock, random: random, digests: keeper.ring, passwords: hasher,
        sealing: keeper.ring, phones: LibPhoneNumber(), signer: tokens),
      settings: settings)
    let operations = IdentityOperations(service: service) {
      FailureAnswer($0, at: clock.now()).body
    }

    let inbox = plan.http.isDevelopment ? DevelopmentInbox(clock: clock) : nil
    let sender: (any MessageSender)? = inbox ?? plan.providers.sender(clock: clock)
    let delivery = sender.map {
      Delivery(
        to: $0, settings: plan.delivery, store: store, sealing: keeper.ring, random: random,
        log: log)
    }
    let start = ContinuousClock.now
    http = try IdentityServer(
      settings: plan.http,
      ports: TransportPorts(
        answer: { call in
          // A refusal may have written a message as well.
          defer { if call.operation.changesState { delivery?.wake() } }
          return try await operations.answer(call)
        },
        credentials: CredentialCheck(
          reading: tokens, digests: keeper.ring, clock: clock, tokens: settings.tokens),
        random: random,
        isReady: { (try? await store.read("ready") { _ in true }) ?? false },
        passwordQueue: { hasher.load.waiting },
        openAPI: OpenAPIDocument.bytes,
        development: Self.development(inbox, developmentClock),
        uptime: { ContinuousClock.now - start },
        log: log))
    self.clock = clock
    self.store = store
    self.keeper = keeper
    self.hasher = hasher
    self.delivery = delivery
    self.log = log
    guard inbox == nil else { return }
    for channel in MessageChannel.allCases where !plan.providers.channels.contains(channel) {
      log.warning("nothing is delivered by \(channel): no provider is set (--smtp, --sms)")
    }
  }

  private static func development(
    _ inbox: DevelopmentInbox?, _ clock: DevelopmentClock?
  ) -> DevelopmentPorts? {
    guard let inbox, let clock else { return nil }
    return DevelopmentPorts(inbox: { inbox.json(to: $0) }, advanceClock: { clock.advance($0) })
  }

  /// Serves until the task is cancelled; then calls in progress are answered, and the store closed.
  ///
  /// - Parameter onListening: called with the server's own address when calls are accepted.
  func run(onListening: @escaping @Sendable (String) async -> Void) async throws {
    let host = http.settings.host
    let name = host.contains(":") ? "[\(host)]" : host
    var failure: (any Error)?
    do {
      try await serve { await onListening("http://\(name):\($0)") }
    } catch { failure = error }
    await hasher.shutdown()
    try store.close()
    if let failure { throw failure }
  }

  private func serve(onListening: @escaping @Sendable (Int) async -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await http.run(onListening: onListening) }
      group.addTask { await tidy() }
      group.addTask { await renewKeys() }
      if let delivery { group.addTask { await delivery.run(clock: clock) } }
      // Whichever ends first, in good or bad: the others end with it.
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Takes away what expired, each minute; and its traces from the log of the store.
  private func tidy() async {
    await repeating("tidying", .seconds(60)) {
      let now = clock.now()
      let gone = try await store.transaction("expired.remove") {
        try $0.removeExpired(before: now)
      }
      if gone > 0 { _ = try await store.emptyLog() }
    }
  }

  private func renewKeys() async {
    await repeating("keys", SecurityRules.keyRefreshInterval) { try await keeper.refresh() }
  }

  /// Goes on after failures: the store may be full now and not in a minute.
  private func repeating(
    _ name: String, _ interval: Duration, _ work: @Sendable () async throws -> Void
  ) async {
    while (try? await Task.sleep(for: interval)) != nil {
      do { try await work() } catch { log.failed(name, error) }
    }
  }
}
