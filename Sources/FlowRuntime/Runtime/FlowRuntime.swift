package import FlowMachine

/// Runs a flow in real time: one mailbox, one driver, a clock, and a task for each running request.
///
/// Every event goes into the mailbox, and events are processed in order, each to completion before
/// the next. `run` is the service; it ends when its task is cancelled or `stop` is called, and with
/// it everything that it started.
package actor FlowRuntime {
  package let flow: Flow
  private let parts: RuntimeParts
  private let facts: LaunchFacts
  private let language: Text
  private let mailbox: AsyncStream<Message>
  private let post: AsyncStream<Message>.Continuation
  private let deferred = DeferredActions()
  private var driver: FlowDriver?
  private var sends: [SendID: Task<Void, Never>] = [:]
  /// Each waits until no request is running.
  private var idlers: [UInt64: AsyncStream<Never>.Continuation] = [:]
  private var alarm: Task<Void, Never>?
  private var watchers: [UInt64: AsyncStream<ScreenValue>.Continuation] = [:]
  private var followers: [UInt64: AsyncStream<ScreenUpdate>.Continuation] = [:]
  private var watcherCount: UInt64 = 0
  /// Inputs and texts from the mailbox.
  private var inputsTaken = 0
  private var inputsTold = 0
  private var shown: ScreenValue?
  /// The callers that wait for the result of an input, by the number of its message.
  private var waiting: [UInt64: CheckedContinuation<StepReport?, Never>] = [:]
  private var replyCount: UInt64 = 0
  private var hasEnded = false

  private enum Message: Sendable {
    case input(Input, reply: UInt64?)
    case type(Text, ElementID)
    case answer(Answer, SendID)
    case time
    case storageMayWork
  }

  package init(
    _ flow: Flow, _ parts: RuntimeParts, facts: LaunchFacts = LaunchFacts(), language: Text = []
  ) {
    self.flow = flow
    self.parts = parts
    self.facts = facts
    self.language = language
    (mailbox, post) = AsyncStream.makeStream()
  }

  // MARK: Inputs

  /// Puts an input into the mailbox; returns at once.
  package nonisolated func send(_ input: Input) { post.yield(.input(input, reply: nil)) }

  /// Puts an input into the mailbox and waits until it has been processed.
  ///
  /// - Returns: the report of the step, or nil if the runtime has ended.
  package func perform(_ input: Input) async -> StepReport? {
    guard !hasEnded else { return nil }
    replyCount += 1
    let reply = replyCount
    return await withCheckedContinuation { continuation in
      waiting[reply] = continuation
      post.yield(.input(input, reply: reply))
    }
  }

  /// Puts the text of a field into the mailbox.
  package nonisolated func type(_ text: Text, into element: ElementID) {
    post.yield(.type(text, element))
  }

  /// Reports that storage may work again: after an unlock, or when space was freed.
  package nonisolated func storageMayWork() { post.yield(.storageMayWork) }

  /// Ends the service once everything in the mailbox has been processed. Stored data stays.
  package nonisolated func stop() { post.finish() }

  /// The current screen, then each change. A slow reader gets the latest.
  package func screens() -> AsyncStream<ScreenValue> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ScreenValue.self, bufferingPolicy: .bufferingNewest(1))
    watcherCount += 1
    let watcher = watcherCount
    watchers[watcher] = continuation
    if let shown { continuation.yield(shown) }
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      Task { await self.forget(watcher) }
    }
    return stream
  }

  /// The current screen with how many inputs it comes after, then each change of either. A slow reader gets the latest.
  package func updates() -> AsyncStream<ScreenUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ScreenUpdate.self, bufferingPolicy: .bufferingNewest(1))
    watcherCount += 1
    let follower = watcherCount
    followers[follower] = continuation
    if let shown { continuation.yield(ScreenUpdate(screen: shown, inputsTaken: inputsTold)) }
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      Task { await self.forget(follower) }
    }
    return stream
  }

  /// What a host may read between two steps, such as the topmost elements.
  package func read<Value: Sendable>(_ body: @Sendable (FlowMachine) -> Value) -> Value? {
    (driver?.machine).map(body)
  }

  /// A secret that the screen shows to its owner.
  ///
  /// - Parameter element: one of kind `secret`.
  /// - Returns: nil if it is not on the screen, or the secret is absent or cannot be read now.
  package func secret(of element: ElementID) -> Text? {
    let surfaces = [shown?.screen].compactMap { $0 } + (shown?.overlays ?? [])
    let found = surfaces.flatMap(\.elements).first { $0.id == element && $0.kind == .secret }
    guard let found else { return nil }
    return (try? parts.secrets.read(SecretName(fact: found.name))) ?? nil
  }

  /// Returns when no request is running and every answer has been processed, or the runtime has ended.
  package func answered() async {
    guard !hasEnded, !sends.isEmpty else { return }
    let (idle, post) = AsyncStream.makeStream(of: Never.self)
    watcherCount += 1
    let idler = watcherCount
    idlers[idler] = post
    for await _ in idle {}
    idlers[idler] = nil
  }

  // MARK: The service

  /// Launches the flow and runs it.
  ///
  /// - Throws: if the stored data cannot be read now; try again later with another runtime.
  package func run() async throws(LaunchFailure) {
    var inspection = Inspection()
    inspection.trace = parts.trace
    inspection.record = parts.record
    inspection.notice = parts.notice
    let host = FlowHost(
      journal: parts.journal, secrets: parts.secrets, preferences: parts.preferences,
      outlet: deferred)
    defer { end() }
    driver = try FlowDriver(
      flow, host: host, facts: facts, language: language, clock: parts.clock.now,
      entropy: parts.entropy, inspection: inspection)
    settle()
    for await message in mailbox {
      open(message)
      settle()
      if Task.isCancelled { return }
    }
  }

  private func open(_ message: Message) {
    // Only a simulation kills a driver; here the process would be gone too.
    switch message {
    case .input(let input, let reply):
      inputsTaken += 1
      let report = try? driver?.send(input)
      if let reply { waiting.removeValue(forKey: reply)?.resume(returning: report) }
    case .type(let text, let element):
      inputsTaken += 1
      _ = try? driver?.type(text, into: element)
    case .answer(let answer, let send):
      sends[send] = nil
      _ = try? driver?.answer(answer, to: send)
    case .time: _ = try? driver?.passTime()
    case .storageMayWork: try? driver?.catchUp()
    }
  }

  /// Performs the step's effects outside, publishes the screen, and waits for the next deadline.
  private func settle() {
    for action in deferred.take() { perform(action) }
    // Read once: a second that begins between the screen and its alarm would never be shown.
    let now = parts.clock.now()
    show(at: now)
    setAlarm(at: now)
    if sends.isEmpty { for idler in idlers.values { idler.finish() } }
  }

  private func perform(_ action: OutsideAction) {
    switch action {
    case .perform(let call):
      // Capturing `parts` would let an abandoned request hold the journal's lock.
      sends[call.send] = Task { [perform = parts.perform, post] in
        let answer = await perform(call)
        post.yield(.answer(answer, call.send))
      }
    case .cancel(let send): sends.removeValue(forKey: send)?.cancel()
    case .startService(let name): parts.app.startService(name)
    case .stopService(let name): parts.app.stopService(name)
    case .toast(let text): parts.app.toast(parts.moments.text(text, language: languageTag))
    case .open(let url): parts.app.open(url)
    case .tell(let name, let body): parts.app.tell(name, body)
    }
  }

  private var languageTag: String {
    driver.map { flow.languageTag($0.language) } ?? ""
  }

  private func show(at now: Int64) {
    guard let driver else { return }
    let screen = driver.machine.screen(at: now, language: driver.language)
      .writing(parts.moments, language: languageTag)
    let isNew = screen != shown
    shown = screen
    if isNew { for watcher in watchers.values { watcher.yield(screen) } }
    guard isNew || inputsTaken != inputsTold else { return }
    inputsTold = inputsTaken
    let update = ScreenUpdate(screen: screen, inputsTaken: inputsTaken)
    for follower in followers.values { follower.yield(update) }
  }

  /// Sleeps until the flow's next deadline, or until the screen changes by time alone.
  private func setAlarm(at now: Int64) {
    alarm?.cancel()
    alarm = nil
    guard let driver else { return }
    let due = [
      driver.process.nextDeadline, driver.machine.nextChangeOfScreen(after: now, driver.language),
    ]
    guard let next = due.compactMap({ $0 }).min() else { return }
    alarm = Task { [clock = parts.clock, post] in
      await clock.sleep(next)
      if !Task.isCancelled { post.yield(.time) }
    }
  }

  private func forget(_ watcher: UInt64) {
    watchers[watcher] = nil
    followers[watcher] = nil
  }

  private func end() {
    hasEnded = true
    post.finish()
    for continuation in waiting.values { continuation.resume(returning: nil) }
    waiting = [:]
    alarm?.cancel()
    for task in sends.values { task.cancel() }
    sends = [:]
    for idler in idlers.values { idler.finish() }
    driver = nil
    for watcher in watchers.values { watcher.finish() }
    watchers = [:]
    for follower in followers.values { follower.finish() }
    followers = [:]
  }
}

extension FlowMachine {
  /// The next time within a second at which the screen changes without a step: a countdown.
  func nextChangeOfScreen(after now: Int64, _ language: Int) -> Int64? {
    let present = screen(at: now, language: language)
    guard screen(at: now + 1000, language: language) != present else { return nil }
    var before = now
    var after = now + 1000
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if screen(at: middle, language: language) == present {
        before = middle
      } else {
        after = middle
      }
    }
    return after
  }
}
