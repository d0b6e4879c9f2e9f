import Statechart

// The life of a request: started, answered, retried, cancelled. Times are in milliseconds. What the
// keys of a request (`once`, `repeat`, `retries`, …) promise is in docs/flow-language.md.

extension FlowMemory {
  private func status(_ request: RequestID, _ state: borrowing ChartState) -> Int64 {
    state.cells[Int(flow.rows.requests[Int(request)].cell)]
  }

  private func setStatus(
    _ request: RequestID, _ status: Int64, _ state: inout ChartState
  ) {
    state.cells[Int(flow.rows.requests[Int(request)].cell)] = status
  }

  /// Starts a request unless it is running. A `once` request succeeds without being sent if the
  /// facts that it saves are present.
  mutating func start(_ request: RequestID, _ state: inout ChartState) {
    let row = flow.rows.requests[Int(request)]
    guard state.cells[Int(row.cell)] != RequestStatus.running else { return }
    let call = chooseCall(row, state)
    if row.isOnce, holdsWhatItSaves(call, state) {
      setStatus(request, RequestStatus.succeeded, &state)
      return
    }
    let index = Int(request)
    let repetition = flow.rows.calls[call].repetition
    let deadline = deadline(row, state)
    lastTicket &+= 1
    if !canReusePlan(request, call, state) { makePlan(request, call, state) }
    requests[index].ticket = lastTicket
    requests[index].attempt = 1
    requests[index].retryAt = absent
    requests[index].deadline = deadline
    requests[index].hasPlan = true
    soonest = min(soonest, deadline)
    if repetition == .keyed, requests[index].nonce == 0 {
      requests[index].nonce = draw()
      requests[index].keyNumber = flow.rows.requestNumbers[index]
    }
    setStatus(request, RequestStatus.running, &state)
    // On disk before it is sent: after a kill it may have taken effect.
    if repetition != .safe { needsForcedJournal = true }
    append(.perform(request, ticket: lastTicket))
  }

  /// Whether the last plan can be used again: the call is the same, and the plan depends on cells
  /// alone, which are unchanged.
  private func canReusePlan(
    _ request: RequestID, _ call: UInt16, _ state: borrowing ChartState
  ) -> Bool {
    let index = Int(request)
    guard requests[index].isPlanReusable, requests[index].call == call else { return false }
    let source = flow.rows.planSources[call]
    for place in 0..<source.count
    where requests[index].cells[place]
      != state.cells[Int(flow.rows.planCells[source.start + place])]
    {
      return false
    }
    return true
  }

  /// Makes the plan for a request's new start: what is sent, frozen. The same input keeps its
  /// idempotency key; any other input begins a new intent.
  private mutating func makePlan(
    _ request: RequestID, _ call: UInt16, _ state: borrowing ChartState
  ) {
    let index = Int(request)
    var plan = TemplateExpansion(flow, over: exchange(&requests[index].plan, with: []))
    plan.put(flow.rows.calls[call], self, state.cells)
    let isKeyed = flow.rows.calls[call].repetition == .keyed
    if isKeyed {
      let digest = digest(of: plan, state)
      if requests[index].digest != digest { requests[index].nonce = 0 }
      requests[index].digest = digest
    }
    for fact in plan.secrets {
      let isTyped = state.cells[Int(fact)] == SecretStatus.typed
      if isKeyed {
        sentGenerations[Int(fact)] = isTyped ? secretGenerations[Int(fact)] : 0
        senders[Int(fact)] = request
      }
      guard isTyped else { continue }
      append(.sealSecret(fact, request, ticket: lastTicket))
      if !submittedSecrets.contains(fact) { submittedSecrets.append(fact) }
    }
    let source = flow.rows.planSources[call]
    requests[index].hold(plan, of: call, isPlanReusable: source.isKnown)
    guard source.isKnown else { return }
    for place in source.start..<source.start + source.count {
      requests[index].cells.append(state.cells[Int(flow.rows.planCells[place])])
    }
  }

  /// When a request sent now times out. A timeout from a fact is at least 1 ms, also if the fact is
  /// absent, and at most `FlowLimits.wait`.
  private func deadline(_ row: RequestRow, _ state: borrowing ChartState) -> Int64 {
    guard row.timeoutFact != noID else { return now + Int64(row.timeout) }
    let milliseconds = state.cells[Int(row.timeoutFact)]
    return now + min(max(milliseconds, 1), FlowLimits.wait)
  }

  /// The first of a request's calls whose condition holds. The last one has none.
  private mutating func chooseCall(_ row: RequestRow, _ state: borrowing ChartState) -> UInt16 {
    var chosen = row.calls.start
    for index in row.calls.indices {
      chosen = UInt16(index)
      if holds(flow.rows.calls[index].condition, state) { break }
    }
    return chosen
  }

  /// Whether the facts that a `once` request saves are present, other than optional ones; if so, it
  /// has succeeded before. False if it saves none.
  private func holdsWhatItSaves(_ call: UInt16, _ state: borrowing ChartState) -> Bool {
    var isEmpty = true
    for index in flow.rows.calls[call].saves.indices {
      let save = flow.rows.saves[index]
      guard !save.isOptional else { continue }
      isEmpty = false
      if state.cells[Int(save.fact)] == absent { return false }
    }
    return !isEmpty
  }

  /// How the running call of a request may be repeated.
  func repetition(of request: RequestID) -> Repetition {
    flow.rows.calls[Int(requests[Int(request)].call)].repetition
  }

  /// A digest that changes with the content to be sent. A secret's value is not in it, but the
  /// number of its changes is, except for a stored credential in a header.
  private func digest(
    of plan: borrowing TemplateExpansion, _ state: borrowing ChartState
  ) -> UInt64 {
    var digest = InputDigest()
    digest.add(plan.bytes)
    for (place, fact) in plan.secrets.enumerated()
    where place >= plan.headerSecrets || state.cells[Int(fact)] == SecretStatus.typed {
      digest.add(UInt64(secretGenerations[Int(fact)]))
    }
    return digest.value
  }

  /// Takes the outcome of an attempt: the request succeeds, fails, or waits for a retry.
  ///
  /// - Returns: `late` for an outcome that is no longer awaited; nil if it was taken.
  mutating func finish(
    _ request: RequestID, ticket: UInt32, _ outcome: RequestOutcome, _ state: inout ChartState
  ) -> Refusal? {
    let row = flow.rows.requests[Int(request)]
    guard status(request, state) == RequestStatus.running,
      requests[Int(request)].ticket == ticket
    else { return .late }
    // A request that waits for a retry has already reported a failure of this attempt; a success
    // that comes after all still counts.
    guard outcome.failure == nil || requests[Int(request)].retryAt == absent else { return .late }
    hasChanged = true
    guard let failure = outcome.failure else {
      succeed(request, row, outcome, &state)
      return nil
    }
    // `offline`, `timeout` or `unavailable`: another attempt may succeed.
    let isRepeatable = repetition(of: request) != .never && failure <= FailureClass.unavailable
    if isRepeatable, requests[Int(request)].attempt <= row.retries {
      retryLater(request, row)
      return nil
    }
    // It may have taken effect, and must not be sent again to find out.
    let isUnknown =
      repetition(of: request) == .never && failure == FailureClass.timeout
    fail(request, isUnknown ? FailureClass.unknown : failure, outcome.values, &state)
    return nil
  }

  private mutating func succeed(
    _ request: RequestID, _ row: RequestRow, _ outcome: RequestOutcome, _ state: inout ChartState
  ) {
    settle(request, keepsIntent: false)
    setStatus(request, RequestStatus.succeeded, &state)
    save(outcome.values, flow.rows.calls[Int(requests[Int(request)].call)].saves, &state)
    for fact in outcome.storedSecrets
    where Int(fact) < flow.rows.facts.count && flow.rows.facts[Int(fact)].type == .secret {
      didStoreSecret(fact, &state)
    }
    if row.isFinal { forgetBack() }
  }

  /// Ends a request with a failure class: saves the values of the error response, and shows the
  /// request's overlay, if it has one and `failure.unless` does not hold.
  mutating func fail(
    _ request: RequestID, _ failure: UInt16, _ values: [FactChange], _ state: inout ChartState
  ) {
    let row = flow.rows.requests[Int(request)]
    settle(request, keepsIntent: FailureClass.isOpen(failure))
    setStatus(
      request, RequestStatus.failed + Int64(min(failure, FailureClass.last)), &state)
    save(values, row.failureSaves, &state)
    guard row.overlay != noID else { return }
    if row.unless == noID || !holds(row.unless, state) { show(row.overlay, &state) }
  }

  /// Takes over the values of a response.
  private mutating func save(
    _ values: [FactChange], _ saves: RowRange, _ state: inout ChartState
  ) {
    for change in values where fits(change.value, change.fact) {
      var value = change.value
      for index in saves.indices {
        let save = flow.rows.saves[index]
        guard save.key != noID, save.fact == change.fact else { continue }
        guard let rows = joined(value, save, state.cells) else { continue }
        value = .text(ListValue.encode(Array(rows.prefix(FlowLimits.listRows))))
      }
      set(change.fact, value, &state)
    }
  }

  /// The rows of a list and those that are appended to it; nil where there are none before.
  @inline(never)
  func joined(_ value: FactValue, _ save: SaveRow, _ cells: [Int64]) -> [[Text]]? {
    let columns = flow.rows.facts[save.fact].columns
    guard columns.indices.contains(Int(save.key)), case .text(let added) = value,
      case .text(let known) = self.value(of: save.fact, cells: cells)
    else { return nil }
    return ListValue.joined(
      known, added, columns: Int(columns.count), key: Int(save.key - columns.start))
  }

  /// Ends a request's run. Its plan is not sent again, so the sealed secrets are no longer needed.
  ///
  /// - Parameter keepsIntent: whether a new start with the same input has the same idempotency key,
  ///   since the outcome is open.
  private mutating func settle(_ request: RequestID, keepsIntent: Bool) {
    if requests[Int(request)].hasPlan, requests[Int(request)].sendsSecrets {
      append(.unseal(request, ticket: requests[Int(request)].ticket))
    }
    requests[Int(request)].deadline = absent
    requests[Int(request)].retryAt = absent
    requests[Int(request)].hasPlan = false
    if !keepsIntent { requests[Int(request)].nonce = 0 }
  }

  /// Schedules the next attempt: `backoffFirst` from now after the first one, then `backoffFactor`
  /// times as long each time, up to `backoffMost`.
  private mutating func retryLater(_ request: RequestID, _ row: RequestRow) {
    var wait = Int64(row.backoffFirst)
    for _ in 1..<max(requests[Int(request)].attempt, 1) {
      wait = min(wait * Int64(row.backoffFactor), Int64(row.backoffMost))
    }
    requests[Int(request)].attempt += 1
    requests[Int(request)].deadline = absent
    requests[Int(request)].retryAt = now + min(wait, Int64(row.backoffMost))
    soonest = min(soonest, requests[Int(request)].retryAt)
  }

  /// Sends a running request once more, with the same idempotency key and content.
  mutating func sendAgain(_ request: RequestID, _ state: borrowing ChartState) {
    requests[Int(request)].retryAt = absent
    requests[Int(request)].deadline = deadline(flow.rows.requests[Int(request)], state)
    soonest = min(soonest, requests[Int(request)].deadline)
    append(.perform(request, ticket: requests[Int(request)].ticket))
    if repetition(of: request) != .safe { needsForcedJournal = true }
    hasChanged = true
  }

  /// Makes a request idle: ends it without an outcome, or forgets the outcome that it had.
  mutating func cancel(_ request: RequestID, _ state: inout ChartState) {
    guard status(request, state) != RequestStatus.idle else { return }
    if status(request, state) == RequestStatus.running {
      append(.cancel(request, ticket: requests[Int(request)].ticket))
      // It may have taken effect, so a new start with the same input must have the same key.
      settle(request, keepsIntent: true)
    }
    setStatus(request, RequestStatus.idle, &state)
    hasChanged = true
  }

  /// Cancels a request whose state has been left; the success of a `once` request stays.
  mutating func release(_ request: RequestID, _ state: inout ChartState) {
    let row = flow.rows.requests[Int(request)]
    if row.isOnce, status(request, state) == RequestStatus.succeeded { return }
    cancel(request, &state)
  }

  /// Makes a request as if it had never been started: the next start is a new intent.
  mutating func reset(_ request: RequestID, _ state: inout ChartState) {
    cancel(request, &state)
    requests[Int(request)].nonce = 0
    requests[Int(request)].plan = []
    requests[Int(request)].isPlanReusable = false
  }
}
