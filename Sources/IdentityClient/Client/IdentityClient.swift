package import SessionMachine

/// The identity API as an app uses it: operations by name, JSON in and out, and one session.
///
/// Credentials never pass through here in either direction: the client adds them to calls and takes
/// them out of answers. Every process of an app may have one client on the same storage and lock.
package actor IdentityClient {
  let settings: ClientSettings
  let ports: ClientPorts
  let tell: @Sendable (ClientEvent) -> Void

  private var machine: SessionState
  private var actions: [SessionAction] = []
  private var isPerforming = false
  private var lastCaller: CallerID = 0
  private var waiters: [CallerID: Waiter] = [:]
  /// What runs on behalf of the machine, until `close`.
  private var tasks: [UInt64: Task<Void, Never>] = [:]
  private var lastTask: UInt64 = 0
  /// Waits until a sign-out is told again. Nobody waits for it, so it is none of `tasks`.
  private var pause: Task<Void, Never>?

  private struct Waiter {
    var continuation: CheckedContinuation<Heard, Never>
    /// What gives up for it.
    var timer: UInt64
  }

  /// What is not told yet; nil where nothing is kept back.
  private var heldEvents: [ClientEvent]?

  var key: (any DeviceKey)?
  /// The newest nonce of the server.
  var nonce: String?
  /// The launch call that a renewal was, while its callers are answered.
  var launchAnswer: ClientAnswer?
  /// What the server said when it did not extend the session and did not end it either.
  var extensionFailure: IdentityError?
  /// Of the installation, in memory only: it is opened again by its device key.
  var installationToken: (token: Bytes, expiresAt: Int64)?

  /// - Parameter tell: called in the order of events, and must not wait.
  package init(
    settings: ClientSettings, ports: ClientPorts, rules: SessionRules = SessionRules(),
    tell: @escaping @Sendable (ClientEvent) -> Void = { _ in }
  ) {
    self.settings = settings
    self.ports = ports
    self.tell = tell
    machine = SessionState(rules: rules)
  }

  /// Reads what is stored and tells the session's status; then tells the server what it is owed. To
  /// be called at launch, when the app comes to the front, and when the network comes back.
  package func wake() {
    feed(.woke)
    loadKey()
  }

  /// Empties secure storage, damaged or not, and forgets what of it is in memory: session, device key,
  /// challenges (PHN-1).
  ///
  /// - Throws: when it could not be emptied; then nothing is forgotten.
  package func wipe() throws(SecureStoreFailure) {
    try ports.storage.empty()
    key = nil
    nonce = nil
    installationToken = nil
    feed(.woke)
  }

  /// Ends what runs. Whoever still waits hears `lost`.
  package func close() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
    pause?.cancel()
    let waiting = waiters
    waiters = [:]
    for waiter in waiting.values {
      waiter.continuation.resume(
        returning: Heard(reply: .refused(.trouble(.lost)), launch: nil))
    }
  }

  /// The same, and returns when nothing of it runs any more.
  package func end() async {
    let running = Array(tasks.values)
    close()
    for task in running { await task.value }
  }

  /// Returns when nothing runs any more that was begun beside the calls, such as telling a sign-out.
  package func settled() async {
    while let task = tasks.values.first { await task.value }
  }

  /// What is known of the session now.
  package var status: SessionStatus? { machine.status(at: ports.clock.now()) }

  var session: SessionRecord? { machine.session }

  // MARK: The machine

  /// Hands the machine an input and performs what it asks for; waits for nothing.
  func feed(_ input: SessionInput) {
    actions += machine.handle(input, at: ports.clock.now())
    guard !isPerforming else { return }
    isPerforming = true
    while !actions.isEmpty { perform(actions.removeFirst()) }
    isPerforming = false
  }

  /// Asks the machine for something, and waits until it is answered or the time is over.
  func ask(
    timeout: Int64, _ input: (CallerID) -> SessionInput
  ) async -> SessionReply {
    await hear(timeout: timeout, input).reply
  }

  /// The same, with the launch call that a renewal was.
  func hear(timeout: Int64, _ input: (CallerID) -> SessionInput) async -> Heard {
    lastCaller &+= 1
    let caller = lastCaller
    let input = input(caller)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let timer = run { client in
          await client.ports.clock.wait(timeout)
          if !Task.isCancelled { client.giveUp(caller) }
        }
        waiters[caller] = Waiter(continuation: continuation, timer: timer)
        feed(input)
      }
    } onCancel: {
      Task { await self.giveUp(caller) }
    }
  }

  private func giveUp(_ caller: CallerID) {
    guard waiters[caller] != nil else { return }
    feed(.gaveUp(caller))
    answer(caller, .refused(.trouble(.timedOut)))
  }

  private func answer(_ caller: CallerID, _ reply: SessionReply) {
    guard let waiter = waiters.removeValue(forKey: caller) else { return }
    tasks.removeValue(forKey: waiter.timer)?.cancel()
    waiter.continuation.resume(returning: Heard(reply: reply, launch: launchAnswer))
  }

  /// Runs something on behalf of the machine; `close` ends it.
  @discardableResult
  private func run(
    _ work: @escaping @Sendable (isolated IdentityClient) async -> Void
  ) -> UInt64 {
    lastTask &+= 1
    let number = lastTask
    tasks[number] = Task { [weak self] in
      guard let self else { return }
      await work(self)
      await self.ended(number)
    }
    return number
  }

  private func ended(_ number: UInt64) { tasks[number] = nil }

  private func perform(_ action: SessionAction) {
    switch action {
    case .read(let number): feed(.read(number, readSession()))
    case .change(let id, let change): feed(.changed(id, apply(change)))
    case .takeLock(let attempt): run { await $0.takeLock(attempt) }
    case .releaseLock: ports.lock.release()
    case .refresh(let send, let family, let token, let form):
      run { client in
        let answer = await client.extend(family: family, token: token, form)
        client.feed(.refreshAnswered(send: send, answer))
        // Whoever waited for it has it.
        client.launchAnswer = nil
      }
    case .deliver(let pending):
      run { client in
        let answer = await client.deliver(pending)
        let chance = UInt8(truncatingIfNeeded: client.ports.entropy())
        client.feed(.signOutDelivered(family: pending.family, answer, chance: chance))
      }
    case .deliverLater(let pause): deliverLater(pause)
    case .serve(let caller, let token, let family):
      answer(caller, .served(accessToken: token, family: family))
    case .refuse(let caller, let refusal): answer(caller, .refused(refusal))
    case .finished(let caller, let problem): answer(caller, .finished(problem))
    case .tell(let status): tell(status)
    }
  }

  private func deliverLater(_ milliseconds: Int64) {
    pause?.cancel()
    pause = Task { [weak self, clock = ports.clock] in
      await clock.wait(milliseconds)
      if !Task.isCancelled { await self?.feed(.timePassed) }
    }
  }

  private func takeLock(_ attempt: UInt32) async {
    for _ in 0..<ClientLimits.lockTries {
      guard let isTaken = try? ports.lock.tryTake() else { break }
      if isTaken { return feed(.lockTaken(attempt: attempt)) }
      await ports.clock.wait(ClientLimits.lockWait)
      if Task.isCancelled { break }
    }
    feed(.lockMissed(attempt: attempt))
  }

  private func tell(_ status: SessionStatus) {
    var events = [ClientEvent.session(status)]
    if case .revoked(let note) = status { events.append(.sessionExpired(note.cause)) }
    guard heldEvents == nil else { return heldEvents! += events }
    for event in events { tell(event) }
  }

  /// Keeps back what happens to the session, until it is known whether it is over.
  func holdEvents() {
    if heldEvents == nil { heldEvents = [] }
  }

  /// - Parameter isOver: false: another session has taken its place, and only how it stands now
  ///   counts.
  func releaseEvents(isOver: Bool) {
    let held = heldEvents ?? []
    heldEvents = nil
    for event in isOver ? held : Array(held.suffix(1)) { tell(event) }
  }
}

/// What somebody who waited gets.
struct Heard: Sendable {
  var reply: SessionReply
  var launch: ClientAnswer?
}

/// What the machine answered to somebody who waited.
enum SessionReply: Sendable {
  case served(accessToken: Bytes, family: Bytes)
  case refused(SessionRefusal)
  case finished(StorageProblem?)
}
