import Statechart

/// What the host knows when the app starts.
package struct LaunchContext: Sendable {
  /// Milliseconds since 1970.
  package var now: Int64
  /// Fresh random bits, for this step and, on a first launch, for the run.
  package var entropy: UInt64
  package var runID: RunID
  /// Configuration, facts of place `device`, and preferences. Preferences are used only if there is
  /// no record.
  package var facts: [FactChange]
  /// Secret facts that are in secure storage.
  package var storedSecrets: [FactID]
  /// Secure storage exists but cannot be read now (before the first unlock after a restart).
  package var isSecureStorageUnreadable: Bool
  /// There was a record that could not be used, so the flow begins at its `fallback`. Ignored if
  /// there is a record.
  package var isRecordLost: Bool

  package init(
    now: Int64, entropy: UInt64, runID: RunID, facts: [FactChange] = [],
    storedSecrets: [FactID] = [], isSecureStorageUnreadable: Bool = false,
    isRecordLost: Bool = false
  ) {
    self.now = now
    self.entropy = entropy
    self.runID = runID
    self.facts = facts
    self.storedSecrets = storedSecrets
    self.isSecureStorageUnreadable = isSecureStorageUnreadable
    self.isRecordLost = isRecordLost
  }
}

extension FlowMachine {
  /// Begins a flow, or continues where a record left it.
  ///
  /// - Parameters:
  ///   - record: the last complete record of the journal, or nil on a first launch.
  /// - Throws: why the record cannot be used. Nothing has been changed then, and the host decides
  ///   (it keeps the journal and launches without the record, so that preferences and secure
  ///   storage still count).
  package static func launch(
    _ flow: Flow, _ context: LaunchContext, record: [UInt8]? = nil
  ) throws(FlowError) -> FlowMachine {
    guard let record else {
      var machine = FlowMachine(flow: flow, runID: context.runID)
      machine.begin(context)
      return machine
    }
    var snapshot = try Snapshot(decoding: record, of: flow)
    let earlier = snapshot.isEarlier ? snapshot : nil
    snapshot.machine.restore(context, savedAt: snapshot.savedAt, from: earlier)
    return snapshot.machine
  }

  @discardableResult
  mutating func begin(_ context: LaunchContext) -> StepReport {
    memory.beginStep(at: LaunchLine.counted(context.now), entropy: context.entropy)
    learn(context, includingPreferences: true)
    var report = StepReport()
    let fallback = flow.tables.stable.fallback
    let result =
      context.isRecordLost && fallback != noID
      ? flow.chart.start(&chartState, at: fallback, host: &memory)
      : flow.chart.start(&chartState, host: &memory)
    memory.settleScreen(chartState)
    report.isEndless = result.isEndless
    memory.hasChanged = true
    memory.adjustTimers(chartState)
    commit()
    return report
  }

  /// Continues where a record left off, once this machine holds its contents.
  ///
  /// - Parameter earlier: the record, if an earlier version of the flow wrote it.
  @discardableResult
  mutating func restore(
    _ context: LaunchContext, savedAt: Int64, from earlier: Snapshot? = nil
  ) -> StepReport {
    memory.beginStep(at: LaunchLine.counted(context.now), entropy: context.entropy)
    memory.isInForeground = true
    learn(context, includingPreferences: false)
    memory.hasChanged = true
    memory.restoreTimers(saved: savedAt, &chartState)
    redoStorage()
    let open = openRequests
    let covered = memory.shownOverlays(chartState)
    if let earlier { complete(earlier) }
    for region in flow.tables.regions
    where region.restartsAtLaunch && earlier?.isNew(region.state) != true {
      for index in region.requests.indices { resetForLaunch(flow.rows.ids[index]) }
      flow.chart.restart(region.state, on: &chartState, host: &memory)
    }
    for overlay in covered where !flow.rows.overlays[Int(overlay)].isRestorable {
      memory.dismiss(overlay, &chartState)
    }
    for (request, ticket) in open { reopen(request, ticket, isEarlier: earlier != nil) }
    var report = StepReport()
    leaveUnrestorablePlace(&report)
    send(.none, &report)
    for overlay in covered where !flow.rows.overlays[Int(overlay)].isRestorable {
      let event = flow.rows.overlays[Int(overlay)].dismissedEvent
      if event != noID { send(ChartEvent(event), &report) }
    }
    releaseHeldSignals(&report)
    memory.adjustTimers(chartState)
    commit()
    return report
  }

  /// Continues from an earlier version of the flow by entering the states that the record lacks.
  private mutating func complete(_ snapshot: Snapshot) {
    for run in snapshot.served {
      memory.append(.unseal(run.request, ticket: run.ticket))
    }
    for timer in snapshot.newTimers { memory.startTimer(timer, &chartState) }
    for region in flow.tables.regions
    where region.restartsAtLaunch && snapshot.isNew(region.state) {
      for index in region.requests.indices { resetForLaunch(flow.rows.ids[index]) }
    }
    flow.chart.enter(snapshot.missing, on: &chartState, host: &memory)
    guard snapshot.hasLostOverlay else { return }
    // The overlay counts as dismissed: a failure that is no longer shown would otherwise stay for
    // ever.
    for index in flow.tables.overlays.indices
    where chartState.cells[Int(flow.rows.overlays[index].cell)] == 0 {
      memory.dismiss(OverlayID(index), &chartState)
    }
  }

  /// Takes the facts that the host supplies at every launch.
  private mutating func learn(_ context: LaunchContext, includingPreferences: Bool) {
    for change in context.facts where Int(change.fact) < flow.rows.facts.count {
      let place = flow.rows.facts[Int(change.fact)].place
      let isWanted =
        place == .device || place == .configuration
        || (includingPreferences && place == .preferences)
      if isWanted, memory.fits(change.value, change.fact) {
        memory.set(change.fact, change.value, &chartState)
      }
    }
    memory.changedFacts.removeAll()
    memory.computeIfNeeded(&chartState)
    for (index, row) in flow.tables.facts.enumerated() where row.type == .secret {
      learnSecret(FactID(index), context, isFirst: includingPreferences)
    }
  }

  /// Takes a secret in secure storage if the record knows it. One that the record does not know was
  /// to be erased, or belongs to a response that was not taken yet and will come again; in both
  /// cases it is erased (CMP-3).
  private mutating func learnSecret(_ fact: FactID, _ context: LaunchContext, isFirst: Bool) {
    let isKnown = isFirst || chartState.cells[Int(fact)] != absent
    if context.isSecureStorageUnreadable {
      // Unreadable is not absent; what never existed stays absent (CMP-4).
      chartState.cells[Int(fact)] = isKnown ? SecretStatus.unreadable : absent
      return
    }
    let isStored = context.storedSecrets.contains(fact)
    chartState.cells[Int(fact)] = isStored && isKnown ? SecretStatus.stored : absent
    if isStored, !isKnown { memory.append(.eraseSecret(fact)) }
  }

  /// The requests that were open when the app was killed, with their tickets.
  private var openRequests: [(RequestID, UInt32)] {
    flow.tables.requests.indices.compactMap {
      let request = RequestID($0)
      return status(of: request) == RequestStatus.running ? (request, ticket(of: request)) : nil
    }
  }

  /// Resends an open request with the same key and content; one that must not be repeated gets an
  /// unknown outcome. So does one that an earlier version of the flow has sent without a key, and this one repeats with one.
  private mutating func reopen(_ request: RequestID, _ ticket: UInt32, isEarlier: Bool) {
    guard status(of: request) == RequestStatus.running, self.ticket(of: request) == ticket else {
      return
    }
    let repetition = memory.repetition(of: request)
    let isWithoutKey =
      isEarlier && repetition == .keyed && memory.requests[Int(request)].nonce == 0
    guard repetition != .never, !isWithoutKey else {
      memory.fail(request, FailureClass.unknown, [], &chartState)
      return
    }
    memory.requests[Int(request)].attempt = 1
    memory.sendAgain(request, chartState)
  }

  /// Repeats the writes that may have been lost between journal and effect.
  private mutating func redoStorage() {
    for (index, row) in flow.tables.facts.enumerated() where row.place == .preferences {
      memory.changedFacts.append(FactID(index))
    }
    for index in memory.runningServices.indices where memory.runningServices[index] {
      memory.append(.startService(UInt16(index)))
    }
  }

  private mutating func resetForLaunch(_ request: RequestID) {
    let row = flow.rows.requests[Int(request)]
    let status = chartState.cells[Int(row.cell)]
    if row.isOnce, status == RequestStatus.succeeded { return }
    // The open request may have taken effect, so the intent is kept, and its key with it.
    memory.cancel(request, &chartState)
  }

  /// Applies the innermost active state's rule for where a relaunch leads.
  private mutating func leaveUnrestorablePlace(_ report: inout StepReport) {
    var chosen: RestoreRow?
    for row in flow.tables.restores where chartState.isActive(row.state) {
      if chosen == nil || row.state > chosen?.state ?? 0 { chosen = row }
    }
    guard let chosen, chosen.target != chosen.state else { return }
    memory.forgetBack()
    // A rule for all screens leaves them, but not the regions beside them.
    var source = chosen.state
    if flow.chart.states[source].kind == .compound,
      flow.chart.isDescendant(chosen.target, of: source)
    {
      source += 1
      while !chartState.isActive(source) { source = flow.chart.states[source].last + 1 }
    }
    let result = flow.chart.move(
      from: source, to: chosen.target, on: &chartState, host: &memory)
    memory.settleScreen(chartState)
    // A screen that says so itself is not even shown while its successor is awaited.
    if memory.screen == chosen.state, !chartState.isActive(chosen.state) { memory.screen = noID }
    if result.isEndless { report.isEndless = true }
  }
}
