import Statechart

extension FlowMemory {
  private func status(_ request: RequestID, _ state: borrowing ChartState) -> Int64 {
    state.cells[Int(flow.tables.requests[Int(request)].cell)]
  }

  private func setStatus(
    _ request: RequestID, _ status: Int64, _ state: inout ChartState
  ) {
    state.cells[Int(flow.tables.requests[Int(request)].cell)] = status
  }

  /// Starts a request, unless it runs already or was to succeed once and has.
  mutating func start(_ request: RequestID, _ state: inout ChartState) {
    let row = flow.tables.requests[Int(request)]
    guard state.cells[Int(row.cell)] != RequestStatus.running else { return }
    let call = chooseCall(row, state)
    if row.isOnce, holdsWhatItSaves(call, state) {
      setStatus(request, RequestStatus.succeeded, &state)
      return
    }
    let plan = makePlan(call, state)
    let digest = self.digest(of: plan)
    lastTicket &+= 1
    let index = Int(request)
    requests[index].ticket = lastTicket
    requests[index].attempt = 1
    requests[index].retryAt = absent
    requests[index].deadline = deadline(row, state)
    requests[index].call = call
    let repetition = flow.tables.calls[Int(call)].repetition
    if repetition == .keyed, requests[index].nonce == 0 || requests[index].digest != digest {
      requests[index].nonce = draw()
      requests[index].digest = digest
      requests[index].keyNumber = flow.tables.stable.requests[index]
    }
    setStatus(request, RequestStatus.running, &state)
    for fact in plan.secrets where state.cells[Int(fact)] == SecretStatus.typed {
      effects.append(.sealSecret(fact, request, ticket: lastTicket))
      if !submittedSecrets.contains(fact) { submittedSecrets.append(fact) }
    }
    requests[index].plan = plan
    if repetition != .safe { needsForcedJournal = true }
    effects.append(.perform(request, ticket: lastTicket))
  }

  /// When an answer to what is sent now is awaited no longer.
  private func deadline(_ row: RequestRow, _ state: borrowing ChartState) -> Int64 {
    guard row.timeoutFact != noID else { return now + Int64(row.timeout) }
    let milliseconds = state.cells[Int(row.timeoutFact)]
    return now + min(max(milliseconds, 1), FlowLimits.wait)
  }

  private mutating func chooseCall(_ row: RequestRow, _ state: borrowing ChartState) -> UInt16 {
    var chosen = row.calls.start
    for index in row.calls.indices {
      chosen = UInt16(index)
      if holds(flow.tables.calls[index].condition, state) { break }
    }
    return chosen
  }

  /// What a request of `once` was to bring is there: it has succeeded, whenever that was.
  private func holdsWhatItSaves(_ call: UInt16, _ state: borrowing ChartState) -> Bool {
    let saves = flow.tables.saves[flow.tables.calls[Int(call)].saves.indices]
    var isEmpty = true
    for save in saves where !save.isOptional {
      isEmpty = false
      if state.cells[Int(save.fact)] == absent { return false }
    }
    return !isEmpty
  }

  /// How the running call of a request may be repeated.
  func repetition(of request: RequestID) -> Repetition {
    flow.tables.calls[Int(requests[Int(request)].call)].repetition
  }

  private func makePlan(_ call: UInt16, _ state: borrowing ChartState) -> RequestPlan {
    let row = flow.tables.calls[Int(call)]
    let cells = state.cells
    var headers: [RequestPlan.Header] = []
    headers.reserveCapacity(Int(row.headers.count))
    for header in flow.tables.headers[row.headers.indices]
    where !TemplateExpansion.isAbsent(header.value, flow, cells) {
      headers.append(
        RequestPlan.Header(
          name: flow.blob(header.name),
          value: TemplateExpansion.parts(of: header.value, flow, self, cells).map(Self.onOneLine)))
    }
    return RequestPlan(
      kind: row.kind, name: flow.blob(row.name),
      url: row.url == noID ? [] : TemplateExpansion.text(of: row.url, flow, self, cells),
      headers: headers, isForm: row.isForm,
      body: TemplateExpansion.parts(of: row.body, flow, self, cells))
  }

  /// A header's value ends with its line: what a person typed must not begin another header.
  private static func onOneLine(_ part: RequestPlan.Part) -> RequestPlan.Part {
    guard case .bytes(let bytes) = part else { return part }
    return .bytes(bytes.filter { $0 >= 0x20 && $0 != 0x7F })
  }

  /// Changes when what is sent changes; a secret counts by how often it changed, never by its
  /// value.
  private func digest(of plan: RequestPlan) -> UInt64 {
    var writer = ByteWriter()
    writer.bytes = plan.encoded(flow.tables.stable.facts)
    for fact in plan.secrets { writer.put(secretGenerations[Int(fact)]) }
    return Checksum.of(writer.bytes, in: 0..<writer.bytes.count)
  }

  /// Takes what a request came to. An answer that is not wanted any more is refused.
  mutating func finish(
    _ request: RequestID, ticket: UInt32, _ outcome: RequestOutcome, _ state: inout ChartState
  ) -> Refusal? {
    let row = flow.tables.requests[Int(request)]
    guard status(request, state) == RequestStatus.running,
      requests[Int(request)].ticket == ticket
    else { return .late }
    // It waits to be sent again: a failure told now was told before.
    guard outcome.failure == nil || requests[Int(request)].retryAt == absent else { return .late }
    hasChanged = true
    guard let failure = outcome.failure else {
      succeed(request, row, outcome, &state)
      return nil
    }
    let isRepeatable = repetition(of: request) != .never && failure <= FailureClass.unavailable
    if isRepeatable, requests[Int(request)].attempt <= row.retries {
      retryLater(request, row)
      return nil
    }
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
    for change in outcome.values where fits(change.value, change.fact) {
      set(change.fact, change.value, &state)
    }
    for fact in outcome.storedSecrets
    where Int(fact) < flow.tables.facts.count && flow.tables.facts[Int(fact)].type == .secret {
      didStoreSecret(fact, &state)
    }
    if row.isFinal { forgetBack() }
  }

  mutating func fail(
    _ request: RequestID, _ failure: UInt16, _ values: [FactChange], _ state: inout ChartState
  ) {
    let row = flow.tables.requests[Int(request)]
    settle(request, keepsIntent: FailureClass.isOpen(failure))
    setStatus(
      request, RequestStatus.failed + Int64(min(failure, FailureClass.last)), &state)
    for change in values where fits(change.value, change.fact) {
      set(change.fact, change.value, &state)
    }
    guard row.overlay != noID else { return }
    if row.unless == noID || !holds(row.unless, state) { show(row.overlay, &state) }
  }

  /// The request runs no more; its sealed secrets have served once the outcome is definitive.
  private mutating func settle(_ request: RequestID, keepsIntent: Bool) {
    if let plan = requests[Int(request)].plan, !plan.secrets.isEmpty {
      effects.append(.unseal(request, ticket: requests[Int(request)].ticket))
    }
    requests[Int(request)].deadline = absent
    requests[Int(request)].retryAt = absent
    requests[Int(request)].plan = nil
    if !keepsIntent { requests[Int(request)].nonce = 0 }
  }

  private mutating func retryLater(_ request: RequestID, _ row: RequestRow) {
    var wait = Int64(row.backoffFirst)
    for _ in 1..<max(requests[Int(request)].attempt, 1) {
      wait = min(wait * Int64(row.backoffFactor), Int64(row.backoffMost))
    }
    requests[Int(request)].attempt += 1
    requests[Int(request)].deadline = absent
    requests[Int(request)].retryAt = now + min(wait, Int64(row.backoffMost))
  }

  /// Sends a running request again, with the same key and the same content.
  mutating func sendAgain(_ request: RequestID, _ state: borrowing ChartState) {
    requests[Int(request)].retryAt = absent
    requests[Int(request)].deadline = deadline(flow.tables.requests[Int(request)], state)
    effects.append(.perform(request, ticket: requests[Int(request)].ticket))
    if repetition(of: request) != .safe { needsForcedJournal = true }
    hasChanged = true
  }

  /// Ends a request without an outcome.
  mutating func cancel(_ request: RequestID, _ state: inout ChartState) {
    guard status(request, state) != RequestStatus.idle else { return }
    if status(request, state) == RequestStatus.running {
      effects.append(.cancel(request, ticket: requests[Int(request)].ticket))
      // What was sent may have had its effect: the intent stays, so that the same input finds it
      // again.
      settle(request, keepsIntent: true)
    }
    setStatus(request, RequestStatus.idle, &state)
    hasChanged = true
  }

  /// The state that started it is left.
  mutating func release(_ request: RequestID, _ state: inout ChartState) {
    let row = flow.tables.requests[Int(request)]
    if row.isOnce, status(request, state) == RequestStatus.succeeded { return }
    cancel(request, &state)
  }

  /// As if it had never been started.
  mutating func reset(_ request: RequestID, _ state: inout ChartState) {
    cancel(request, &state)
    requests[Int(request)].nonce = 0
  }
}
