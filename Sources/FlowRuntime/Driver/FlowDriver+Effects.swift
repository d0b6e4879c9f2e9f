import FlowMachine

extension FlowDriver {
  typealias Interruption = (request: RequestID, ticket: UInt32)

  /// What was written so far while a step's effects are performed.
  private struct Progress {
    /// Every secret that has to be there before the record is.
    var hasSecrets = true
    /// The record that says what is open is there.
    var hasRecord = true
    var interrupted: [Interruption] = []
  }

  /// Performs effects in order.
  ///
  /// What changes or erases stored things waits for the record, and is owed when the record could
  /// not be written. Requests: one that may be repeated at will is sent even without a record, any
  /// other one is not.
  ///
  /// - Returns: the requests that were not sent because something could not be written before.
  func perform(_ effects: [Effect]) throws(Killed) -> [Interruption] {
    var progress = Progress()
    progress.hasSecrets = try paySecrets()
    for (place, effect) in effects.enumerated() {
      try reach(.effect(effect))
      switch effect {
      case .sealSecret(let fact, let request, let ticket):
        seal(fact, request, ticket, &progress)
      case .storeSecret(let fact, let source): storeSecret(fact, from: source, &progress)
      case .journal(let isForced):
        let isForGood = isForced || effects.contains { erasesForGood($0) }
        debts.journal = max(debts.journal, isForGood ? .forced : .plain)
        progress.hasRecord = progress.hasSecrets && writeRecord()
      case .eraseSecret(let fact):
        // Cleared and set again in one step: the new value is stored already.
        if status(ofSecret: fact) != SecretStatus.stored {
          debts.secrets[fact] = nil
          erase([name(of: fact)], at: progress)
        }
      case .forgetSecret(let fact): typedSecrets[fact] = nil
      case .unseal(let request, let ticket):
        let names = seals(of: request, ticket)
        erase(names, at: progress)
        seals?.subtract(names)
      case .writePreference(let fact):
        if progress.hasRecord { writePreference(fact) } else { owePreference(fact) }
      case .perform(let request, let ticket):
        if isWanted(request, ticket, after: place, in: effects) {
          send(request, ticket, &progress)
        }
      case .cancel(let request, let ticket):
        if let open = openSends[request], open.ticket == ticket {
          openSends[request] = nil
          host.outlet.cancel(open)
        }
      case .startService(let service): host.outlet.startService(serviceName(service))
      case .stopService(let service): host.outlet.stopService(serviceName(service))
      case .toast(let text):
        host.outlet.toast(machine.text(text, language: language))
      case .open(let url): host.outlet.open(url)
      case .tell(let name, let body): host.outlet.tell(flow.blob(name), body)
      }
    }
    // What just failed is not tried again at once.
    if progress.hasSecrets, progress.hasRecord, !debts.isEmpty { try payDebts() }
    return progress.interrupted
  }

  private func serviceName(_ service: UInt16) -> Text {
    flow.blob(flow.tables.services[Int(service)])
  }

  func reach(_ point: DriverPoint) throws(Killed) {
    try inspection.reach?(point)
  }

  // MARK: Secrets

  private func seal(
    _ fact: FactID, _ request: RequestID, _ ticket: UInt32, _ progress: inout Progress
  ) {
    guard let value = typedSecrets[fact] ?? debts.secrets[fact] else {
      progress.hasSecrets = false
      return
    }
    let name = sealName(of: fact, request, ticket)
    if store([SecretChange(name, value)]) {
      seals?.insert(name)
    } else {
      progress.hasSecrets = false
    }
  }

  private func storeSecret(_ fact: FactID, from source: FactID, _ progress: inout Progress) {
    let found = typedSecrets[source] ?? debts.secrets[source]
    guard let value = found ?? readSecret(name(of: source)) else {
      progress.hasSecrets = false
      return
    }
    if store([SecretChange(name(of: fact), value)]) {
      debts.forget(fact, name(of: fact))
    } else {
      debts.forget(fact, name(of: fact))
      debts.secrets[fact] = value
      progress.hasSecrets = false
    }
  }

  /// A loss of power must not bring back the record that still needs what is erased.
  private func erasesForGood(_ effect: Effect) -> Bool {
    switch effect {
    case .eraseSecret: true
    case .unseal(let request, let ticket): !seals(of: request, ticket).isEmpty
    default: false
    }
  }

  /// What is erased is gone for good: only once the record says so.
  private func erase(_ names: [SecretName], at progress: Progress) {
    guard !names.isEmpty, !progress.hasRecord || !store(names.map { SecretChange($0, nil) }) else {
      return
    }
    for name in names where !debts.erasures.contains(name) { debts.erasures.append(name) }
  }

  // MARK: Requests

  /// A send that a later effect of the same step ends or repeats is not made at all; it happens
  /// when much time passed at once.
  private func isWanted(
    _ request: RequestID, _ ticket: UInt32, after place: Int, in effects: [Effect]
  ) -> Bool {
    guard machine.status(of: request) == RequestStatus.running,
      machine.ticket(of: request) == ticket
    else { return false }
    return !effects[(place + 1)...].contains {
      $0 == .perform(request, ticket: ticket) || $0 == .cancel(request, ticket: ticket)
    }
  }

  private func send(_ request: RequestID, _ ticket: UInt32, _ progress: inout Progress) {
    let isSafe = machine.call(of: request).repetition == .safe
    guard progress.hasSecrets, progress.hasRecord || isSafe,
      let call = call(of: request, ticket)
    else {
      progress.interrupted.append((request, ticket))
      return
    }
    openSends[request] = call.send
    host.outlet.perform(call)
  }

  private func call(of request: RequestID, _ ticket: UInt32) -> OutgoingCall? {
    guard let plan = machine.plan(of: request) else { return nil }
    sendCount += 1
    let send = SendID(request: request, ticket: ticket, number: sendCount)
    do throws(StorageFailure) {
      let callRow = machine.call(of: request)
      var call = try OutgoingCall(plan, callRow, send: send) { fact throws(StorageFailure) in
        try secret(fact, for: request, ticket)
      }
      let row = flow.tables.requests[Int(request)]
      call.request = flow.blob(row.name)
      call.idempotencyKey = machine.idempotencyKey(of: request)
      call.timeout = Int64(row.timeout)
      return call
    } catch {
      inspection.notice?(.storageFailed(.secrets, error))
      return nil
    }
  }
}
