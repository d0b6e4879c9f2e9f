package import ClientMachine
package import SessionMachine

/// The identity API as an app uses it: operations by name, JSON in and out, and one session.
///
/// It decides nothing: `ClientProcess` says what to do, and this performs it. Every process of an
/// app may have one client on the same storage and lock.
package actor IdentityClient {
  let settings: ClientSettings
  let ports: ClientPorts
  private let tell: @Sendable (ClientEvent) -> Void

  private(set) var process: ClientProcess
  private var inputs: [ClientInput] = []
  private var isPerforming = false
  private var isClosed = false
  private var lastCall: CallID = 0
  var looks: UInt64 = 0
  private var waiters: [CallID: CheckedContinuation<ClientAnswer, Never>] = [:]
  /// Work in progress, until `close`.
  private var tasks: [Work: Task<Void, Never>] = [:]
  private var key: (any DeviceKey)?

  private enum Work: Hashable {
    case send(SendID)
    case timer(TimerID)
    case lock(LockID)
  }

  /// - Parameter tell: called in the order of events; must not block.
  package init(
    settings: ClientSettings, ports: ClientPorts, rules: SessionRules = SessionRules(),
    tell: @escaping @Sendable (ClientEvent) -> Void = { _ in }
  ) {
    self.settings = settings
    self.ports = ports
    self.tell = tell
    process = ClientProcess(
      ClientProfile(
        kind: .tokens, platform: Array(settings.platform.utf8),
        appVersion: Array(settings.appVersion.utf8), sheets: settings.sheets.map { Array($0.utf8) }),
      rules: rules)
  }

  /// Reads what is stored and reports the session's status, then delivers pending sign-outs to the
  /// server. Call it at launch, when the app comes to the foreground, and when the network is back.
  package func wake() { feed(.woke) }

  /// A third party redirected back to the app (CMP-7): stores the data, then notifies the flow.
  ///
  /// - Parameter query: the redirect's query, as received; or what a native sheet gave (`SheetEnding.data`).
  package func returned(_ query: String) { feed(.returned(Array(query.utf8))) }

  /// Empties secure storage, damaged or not, and forgets what of it is in memory: session, device
  /// key, challenges (PHN-1).
  ///
  /// - Throws: if it could not be emptied; then nothing is forgotten.
  package func wipe() throws(SecureStoreFailure) {
    try ports.storage.empty()
    key = nil
    feed(.emptied)
  }

  /// Ends all work. Calls still waiting get `lost`.
  package func close() {
    isClosed = true
    for task in tasks.values { task.cancel() }
    tasks = [:]
    let waiting = waiters
    waiters = [:]
    for waiter in waiting.values { waiter.resume(returning: .lost) }
  }

  /// The same, and returns when nothing of it is running any longer.
  package func end() async {
    let running = Array(tasks.values)
    close()
    for task in running { await task.value }
  }

  /// Returns when no background work is left, such as delivering a sign-out.
  package func settled() async {
    // A pause is not waited for.
    while let task = tasks.first(where: { $0.key != .timer(0) })?.value { await task.value }
  }

  /// The current status of the session.
  package var status: SessionStatus? { process.status(at: ports.clock.now()) }

  /// Performs an operation of the identity API, or one of the client's own: `launch`,
  /// `extendSession`, `automaticLogin`, `signOut`.
  ///
  /// - Parameters:
  ///   - parameters: a JSON object: what goes into `{…}` of the path, into the body, or for GET
  ///     into the query. Empty for none.
  ///   - idempotencyKey: identifies the intent; with it a repetition has no second effect.
  ///   - timeout: milliseconds for the whole call.
  ///   - repeats: how often to resend after a response was lost. Only for what is safe: reading
  ///     calls, and calls with an idempotency key.
  ///   - refused: an access token that the caller was refused: it is not used again.
  package func perform(
    _ name: String, parameters: [UInt8] = [], idempotencyKey: String? = nil,
    timeout: Int64 = 30_000, repeats: Int = 0, refused: [UInt8]? = nil
  ) async -> ClientAnswer {
    lastCall += 1
    let call = ClientCall(
      id: lastCall, name: Array(name.utf8), parameters: parameters,
      key: idempotencyKey.map { Array($0.utf8) }, timeout: timeout, repeats: repeats,
      refused: refused)
    guard !isClosed else { return .lost }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters[call.id] = continuation
        feed(.call(call))
      }
    } onCancel: {
      Task { await self.feed(.cancelled(call.id)) }
    }
  }

  // MARK: The process

  private var moment: ClientMoment {
    ClientMoment(time: ports.clock.now(), random: (ports.entropy(), ports.entropy()))
  }

  /// Passes an event to the process, and starts the actions it requests, without waiting.
  private func feed(_ input: ClientInput) {
    guard !isClosed else { return }
    inputs.append(input)
    guard !isPerforming else { return }
    isPerforming = true
    while !inputs.isEmpty {
      for action in process.take(inputs.removeFirst(), at: moment) { perform(action) }
    }
    isPerforming = false
  }

  private func perform(_ action: ClientAction) {
    switch action {
    case .setAside: try? ports.storage.setAside()
    case .store(let id, let item, let onlyReads):
      feed(.stored(id, onlyReads ? read(id, item) : change(id, item)))
    case .lookForKey: lookForKey()
    case .takeLock(let id, let wait): run(.lock(id)) { await $0.takeLock(id, wait) }
    case .releaseLock: ports.lock.release()
    case .send(let id, let request): send(id, request)
    case .cancelSend(let id): tasks.removeValue(forKey: .send(id))?.cancel()
    case .startTimer(let id, let milliseconds):
      run(.timer(id)) { client in
        await client.ports.clock.wait(milliseconds)
        if !Task.isCancelled { client.feed(.timePassed(id)) }
      }
    case .stopTimer(let id): tasks.removeValue(forKey: .timer(id))?.cancel()
    case .answer(let id, let answer): waiters.removeValue(forKey: id)?.resume(returning: answer)
    case .tell(let event): tell(event)
    }
  }

  /// Runs something that takes time; `close` ends it.
  private func run(
    _ work: Work, _ body: @escaping @Sendable (isolated IdentityClient) async -> Void
  ) {
    tasks[work]?.cancel()
    tasks[work] = Task { [weak self] in
      guard let self else { return }
      await self.ended(work, after: body)
    }
  }

  private func ended(
    _ work: Work, after body: @Sendable (isolated IdentityClient) async -> Void
  ) async {
    await body(self)
    // A cancelled task has been removed from the list, which may contain another of the same name.
    if !Task.isCancelled { tasks[work] = nil }
  }

  private func takeLock(_ id: LockID, _ wait: Int64) async {
    for _ in 0..<wait / ClientLimits.lockWait {
      guard let isTaken = try? ports.lock.tryTake() else { break }
      if isTaken { return feed(.lockTaken(id)) }
      await ports.clock.wait(ClientLimits.lockWait)
      if Task.isCancelled { break }
    }
    feed(.lockMissed(id))
  }

  // MARK: Storage

  private func read(_ id: StoreID, _ item: StoredItem) -> StorageProblem? {
    _ = process.writes(for: id, found: finding(item))
    return nil
  }

  private func finding(_ item: StoredItem) -> StoreFinding {
    do throws(SecureStoreFailure) { return .value(try ports.storage.read(item.name)) } catch {
      return .problem(error.problem)
    }
  }

  /// Reads, asks and writes while no other process does (CMP-2).
  private func change(_ id: StoreID, _ item: StoredItem) -> StorageProblem? {
    do throws(SecureStoreFailure) {
      try ports.storage.exclusively { () throws(SecureStoreFailure) in
        let writes = process.writes(for: id, found: finding(item))
        guard !writes.items.isEmpty else { return }
        let changes = writes.items.map { SecureChange($0.name, writes.value) }
        do throws(SecureStoreFailure) {
          try ports.storage.write(changes)
        } catch .full where writes.makesRoom {
          try ports.storage.write(changes.map { SecureChange($0.name, nil) })
          try? ports.storage.write(changes)
        }
      }
      return nil
    } catch {
      return error.problem
    }
  }

  // MARK: The device key

  private func lookForKey() {
    do throws(SecureStoreFailure) {
      key = try ports.keys.load()
      feed(.keyKnown(key.map { ProofOfPossession.thumbprint(of: $0) } ?? []))
    } catch {
      // It cannot be read now, so nothing is known about it.
    }
  }

  /// The device key; created at the first call that needs one.
  func deviceKey() throws(SecureStoreFailure) -> any DeviceKey {
    if let key { return key }
    let found: any DeviceKey
    if let stored = try ports.keys.load() {
      found = stored
    } else {
      found = try ports.keys.create()
    }
    key = found
    feed(.keyKnown(ProofOfPossession.thumbprint(of: found)))
    return found
  }

  // MARK: Network

  private func send(_ id: SendID, _ call: CallRequest) {
    let request: ClientRequest
    do throws(SecureStoreFailure) {
      request = try ClientRequest(
        call, settings, by: deviceKey(), at: ports.clock.now(), entropy: ports.entropy)
    } catch {
      return feed(.answered(id, .unsigned(error.problem)))
    }
    run(.send(id)) { client in
      let outcome = await client.ports.transport.send(request)
      if !Task.isCancelled { client.feed(.answered(id, SendOutcome(outcome))) }
    }
  }
}
