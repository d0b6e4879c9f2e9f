import DevelopmentProviders
import Foundation
import IdentityAPI
import IdentityDelivery
import IdentityDomain
import IdentityHTTP
import IdentityKeys
import IdentityPasswords
import IdentityPhoneNumbers
import IdentitySenders
import Logging
import NetworkTransfer
import PorticoCommands
import Synchronization
import WorkThreads

/// Told once, when a port was found.
private final class OwnAddress: Sendable {
  private let address = Mutex("")

  var text: String { address.withLock { $0 } }
  func set(_ text: String) { address.withLock { $0 = text } }
}

/// The parts of the server, put together.
struct RunningServer: Sendable {
  private let http: IdentityServer
  private let store: any OperableStore
  private let keeper: KeyKeeper
  private let hasher: Argon2Hasher
  private let clock: any WallClock
  /// For what is handed to providers; nil in development, where nothing is.
  private let transfers: WorkThreads?
  private let signIn: SignInProviders
  /// Nil where there is nobody to hand messages to.
  private let delivery: Delivery?
  /// In development: what was sent.
  let inbox: DevelopmentInbox?
  private let log: Logger
  private let events: SecurityEventLog
  private let accounts: AccountOperations
  private let isStopping = StopSignal()
  /// Where it listens; in development people reach it there.
  private let own: OwnAddress

  /// Opens the store and its keys.
  ///
  /// - Parameters:
  ///   - ownClock: in place of the system's, for a play.
  ///   - site: the page that is served beside the API.
  /// - Throws: why the server must not start. A store that is refused is left as it was.
  init(
    _ plan: ServePlan, log: Logger, clock ownClock: (any WallClock)? = nil, site: Site? = nil
  ) async throws {
    let http = try Self.fitted(plan, log: log)
    try http.requireListenable()
    let random = SystemRandomBytes()
    let developmentClock = plan.http.isDevelopment ? DevelopmentClock() : nil
    let (store, (clock, keeper)) = try await plan.openedStore(log: log) { store in
      // Nodes of one store go by one clock.
      let clock: any WallClock = ownClock ?? developmentClock ?? store.clock ?? SystemClock()
      let keeper = try await KeyKeeper(
        store: store, masterKey: plan.masterKey, isDevelopment: plan.http.isDevelopment,
        clock: clock, random: random)
      return (clock, keeper)
    }
    let tokens = ES256Tokens(keeper.ring)
    let hasher = try await Argon2Hasher.started(
      threads: ProcessInfo.processInfo.activeProcessorCount)
    var settings = plan.identity
    settings.pushPlatforms =
      plan.http.isDevelopment ? Set(PushPlatform.allCases) : plan.providers.pushPlatforms
    let signIn = try SignInProviders(
      plan.signIn, isDevelopment: plan.http.isDevelopment,
      authorities: plan.providers.authorities, clock: clock, random: random, log: log)
    // With a thread for each place of each channel, one that is slow holds up no other.
    let transfers =
      !plan.http.isDevelopment && !plan.providers.channels.isEmpty
      ? WorkThreads.forTransfers(
        threads: OutboxWorker.standardPlaces * plan.providers.channels.count) : nil
    let figures = try await OperatorFigures(
      store, clock: clock,
      host: HostFigures(
        engine: plan.store.engine, folder: plan.store.folder,
        transfersWaiting: { transfers?.load.waiting ?? 0 }))
    let measured = figures.measured(store)
    let service = IdentityService(
      ports: IdentityPorts(
        store: measured, clock: clock, random: random, digests: keeper.ring,
        passwords: hasher,
        sealing: keeper.ring, phones: StandardPhoneNumbers(), signer: tokens,
        factors: FactorKeys(keeper.ring),
        providers: signIn, passkeys: PasskeyCryptography()),
      settings: settings)
    let operations = IdentityOperations(service: service) {
      FailureAnswer($0, at: clock.now()).body
    }

    let inbox = plan.http.isDevelopment ? DevelopmentInbox(clock: clock) : nil
    let own = OwnAddress()
    var senders: [MessageChannel: any MessageSender] = [:]
    if let inbox {
      for channel in MessageChannel.toPeople { senders[channel] = inbox }
    } else if let transfers {
      senders = plan.providers.senders(clock: clock, threads: transfers)
    }
    if !signIn.policies.isEmpty { senders[.provider] = GrantRevoker(providers: signIn) }
    let sender = senders.isEmpty ? nil : RoutedSender(senders)
    let delivery = sender.map {
      Delivery(
        to: $0, settings: plan.delivery, store: measured, sealing: keeper.ring, random: random,
        tally: figures.messages,
        address: { [publicURL = plan.http.publicURL?.text, own] in
          publicURL ?? own.text
        }, log: log)
    }
    self.own = own
    events = try await SecurityEventLog(store, log: log)
    accounts = service.account
    let start = ContinuousClock.now
    let isStopping = isStopping
    let readiness = Readiness(
      store, uptime: { ContinuousClock.now - start }, checkPlace: { try store.checkPlace() },
      log: log)
    self.http = try IdentityServer(
      settings: http,
      ports: TransportPorts(
        answer: { call in
          // A refusal may have written a message as well.
          defer { if call.operation.changesState { delivery?.wake() } }
          do {
            return try await operations.answer(call)
          } catch let error as any StoreError
            where error.isUnavailable && call.operation.changesState
          {
            await readiness.refused()
            throw error
          }
        },
        receive: { try await operations.receive($0, $1, $2) },
        obey: { provider, body, caller in
          defer { delivery?.wake() }
          try await service.federation.obey(body, from: provider, caller: caller)
        },
        credentials: CredentialCheck(
          reading: tokens, digests: keeper.ring, clock: clock, tokens: settings.tokens),
        random: random, languages: LanguageOffer(MessageTexts.standard.tags),
        isReady: { isStopping.isRaised ? false : await readiness.isReady() },
        passwordQueue: { hasher.load.waiting },
        figures: { await figures.families },
        openAPI: OpenAPIDocument.bytes, associations: plan.associations,
        development: Self.development(inbox, developmentClock, signIn), pages: site?.port,
        service: plan.delivery.service, brand: plan.delivery.brand,
        uptime: { ContinuousClock.now - start },
        log: log))
    self.clock = clock
    self.store = store
    self.keeper = keeper
    self.hasher = hasher
    self.delivery = delivery
    self.inbox = inbox
    self.transfers = transfers
    self.signIn = signIn
    self.log = log
    guard inbox == nil else { return }
    for channel in [MessageChannel.email, .sms] where !plan.providers.channels.contains(channel) {
      log.warning("\(channel) messages are not delivered: no provider is set (--smtp, --sms)")
    }
  }

  /// The settings with as many connections as this process has descriptors for.
  private static func fitted(_ plan: ServePlan, log: Logger) throws -> HTTPSettings {
    let wanted = plan.http.limits.connections
    let needed = DescriptorBudget(plan, files: 0).needed(for: wanted)
    let fitting = DescriptorBudget(plan, files: DescriptorLimit.raise(to: needed))
    var settings = plan.http
    settings.limits.connections = try fitting.connections(wanted: wanted)
    if let warning = fitting.warning(wanted: wanted, connections: settings.limits.connections) {
      log.warning("\(warning)")
    }
    return settings
  }

  private static func development(
    _ inbox: DevelopmentInbox?, _ clock: DevelopmentClock?, _ signIn: SignInProviders
  ) -> DevelopmentPorts? {
    guard let inbox, let clock else { return nil }
    return DevelopmentPorts(
      inbox: { inbox.json(to: $0) }, advanceClock: { clock.advance($0) },
      provider: { name, method, path, query, body in
        let request = DevelopmentRequest(method, path, query: query, body: body)
        return await signIn.development?.answer(request, at: name)
          .map { DevelopmentPage(status: $0.status, fields: $0.headers, body: $0.body) }
      })
  }

  /// Returns when nothing is left in the outbox that is due.
  func settleDelivery() async { await delivery?.settle(at: clock.now()) }

  /// Serves until the task is cancelled; then calls in progress are answered, and the store closed.
  ///
  /// - Parameter onListening: called with the server's own address when calls are accepted.
  func run(onListening: @escaping @Sendable (String) async -> Void) async throws {
    let host = http.settings.host
    let name = host.contains(":") ? "[\(host)]" : host
    var failure: (any Error)?
    do {
      try await withTaskCancellationHandler {
        try await serve { port in
          let address = "http://\(name):\(port)"
          own.set(address)
          if inbox != nil { begin(at: http.settings.publicURL?.text ?? address) }
          await onListening(address)
        }
      } onCancel: {
        isStopping.raise()
        log.notice("stopping")
      }
    } catch { failure = error }
    await hasher.shutdown()
    // Delivery has ended with the calls. Its threads end before the process does.
    await transfers?.shutdown()
    await signIn.shutdown()
    try await store.close()
    if let failure { throw failure }
    log.notice("stopped")
  }

  private func begin(at address: String) {
    do { try signIn.begin(at: address) } catch { log.failed("providers of development", error) }
  }

  private func serve(onListening: @escaping @Sendable (Int) async -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await http.run(onListening: onListening) }
      group.addTask { await tidy() }
      group.addTask { await deleteAccounts() }
      group.addTask { await renewKeys() }
      group.addTask { await logSecurityEvents() }
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
      if gone > 0 { _ = try await store.eraseRemoved() }
    }
  }

  /// Deletes the accounts whose waiting time is over, at once and then each minute (CTR-10).
  private func deleteAccounts() async {
    do { try await deleteWhatIsDue() } catch { log.failed("deletions", error) }
    await repeating("deletions", .seconds(60)) { try await deleteWhatIsDue() }
  }

  private func deleteWhatIsDue() async throws {
    let deleted = try await accounts.deleteWhatIsDue()
    guard deleted > 0 else { return }
    log.info("accounts deleted", metadata: ["count": "\(deleted)"])
    // A grant at a provider may be waiting to be ended.
    delivery?.wake()
    _ = try await store.eraseRemoved()
  }

  private func renewKeys() async {
    await repeating("keys", SecurityRules.keyRefreshInterval) { try await keeper.refresh() }
  }

  private func logSecurityEvents() async {
    await repeating("security events", .seconds(2)) { try await events.look() }
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
