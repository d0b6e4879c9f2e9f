import FlowMachine
import Statechart

// What does not come from a person: answers, what the host says, kills.

extension MoveTable {
  /// - Returns: those where storage fails.
  mutating func addOutcomes(
    of call: Int, _ request: RequestID?
  ) throws(DomainError) -> Range<Int> {
    guard let request else { return all.count..<all.count }
    var interrupted = all.count..<all.count
    let row = tables.calls[call]
    let ticket = UInt32(request) + 1
    let saves = tables.saves[row.saves.indices]
    for (values, secrets) in try combinations(Array(saves), of: request) {
      add(
        .answered(
          request, ticket: ticket,
          RequestOutcome(failure: nil, values: values, storedSecrets: secrets)))
    }
    let failureSaves = tables.saves[tables.requests[Int(request)].failureSaves.indices].map {
      SaveRow(fact: $0.fact, path: $0.path, isOptional: true)
    }
    let alike = domain.alikeFailures[call] ?? []
    for failure in domain.failures[call] ?? [] {
      let first = all.count
      let saves = Domain.bringsValues(failure) ? failureSaves : []
      for (values, _) in try combinations(saves, of: request) {
        add(.answered(request, ticket: ticket, RequestOutcome(failure: failure, values: values)))
      }
      // One class may stand for several that nothing tells apart.
      let classes = alike.contains(failure) ? alike : [failure]
      if classes.contains(FailureClass.interrupted) { interrupted = first..<all.count }
    }
    return interrupted
  }

  func combinations(
    _ saves: [SaveRow], of request: RequestID
  ) throws(DomainError) -> [(values: [FactChange], secrets: [FactID])] {
    var result: [(values: [FactChange], secrets: [FactID])] = [([], [])]
    for save in saves {
      var next: [(values: [FactChange], secrets: [FactID])] = []
      for known in result {
        if save.isOptional { next.append(known) }
        if tables.facts[Int(save.fact)].type == .secret {
          next.append((known.values, known.secrets + [save.fact]))
          continue
        }
        let values = domain.values[Int(save.fact)]
        guard !values.isEmpty else {
          if !save.isOptional { next.append(known) }
          continue
        }
        // To rows that are there, all are joined before single ones: both lead to where all can be
        // chosen, but only all of them are what a path there needs.
        let isAppended = save.key != noID
        for value in isAppended ? values.reversed() : values {
          next.append((known.values + [FactChange(save.fact, value)], known.secrets))
        }
      }
      result = next
      guard result.count <= Domain.mostOutcomes else {
        throw .tooManyOutcomes(request, count: result.count)
      }
    }
    return result
  }

  mutating func addSignals() {
    for (index, row) in tables.signals.enumerated() {
      let signal = SignalID(index)
      guard domain.flow.secretFact(of: signal) == nil else {
        add(.signal(signal, number: SecretStatus.stored, text: nil))
        continue
      }
      let saved = row.fact == noID ? [] : domain.values[Int(row.fact)]
      let numbers = domain.eventValues[Int(row.event)]
      guard row.fact != noID || !numbers.isEmpty else {
        add(.signal(signal, number: absent, text: nil))
        continue
      }
      // It never comes without the value that it saves, even where nothing asks for that.
      for value in saved.isEmpty && row.fact != noID ? [someValue(of: row.fact)] : saved {
        switch value {
        case .number(let number): add(.signal(signal, number: number, text: nil))
        case .text(let text): add(.signal(signal, number: absent, text: text))
        case .absent: break
        }
      }
      for number in numbers where !saved.contains(.number(number)) {
        add(.signal(signal, number: number, text: nil))
      }
    }
  }

  mutating func addTold() {
    for change in deviceChanges(includingEvents: true) {
      add(.told(change.fact, change.value))
    }
    for fact in domain.onlyChanged { add(.told(fact, someValue(of: fact))) }
  }

  /// A value that differs from absent, which is what every state has where only changes matter.
  func someValue(of fact: FactID) -> FactValue {
    tables.facts[Int(fact)].type == .text ? .text(Text("one".utf8)) : .number(0)
  }

  func deviceChanges(includingEvents: Bool) -> [FactChange] {
    var changes: [FactChange] = []
    for (index, row) in tables.facts.enumerated() where row.place == .device {
      let fact = FactID(index)
      let name = domain.flow.blob(row.name)
      guard domain.isRelevant[index], name != Names.launch, name != Names.foreground else {
        continue
      }
      changes.append(FactChange(fact, .absent))
      changes += domain.present(of: fact).map { FactChange(fact, $0) }
    }
    return changes
  }

  mutating func addKills(_ surroundings: SurroundingFacts) {
    // With all as it was, then with every combination of what the place that a relaunch leads to
    // may read.
    let combinations = [[]] + surroundings.combinations.filter { !$0.isEmpty }
    func addAll(_ moves: inout MoveTable, launch kind: Int64, isLocked: Bool) {
      moves.killKinds.append(moves.all.count)
      for combination in combinations {
        moves.all.append(
          .relaunch(
            Surroundings(changes: moves.told(launch: kind) + combination, isLocked: isLocked)))
      }
    }
    quietKills = range { addAll(&$0, launch: 1, isLocked: false) }
    if !domain.storable.isEmpty { addAll(&self, launch: 1, isLocked: true) }
    if isRelevant(Names.launch) != nil { addAll(&self, launch: 2, isLocked: false) }
    firstOtherKill = all.count
    for change in deviceChanges(includingEvents: false)
    where !surroundings.atRelaunch.contains(change.fact) {
      all.append(.relaunch(Surroundings(changes: told(launch: 1) + [change])))
    }
  }

  /// What the host tells at each launch: of which kind it is, and that the app is in front.
  func told(launch kind: Int64) -> [FactChange] {
    var changes: [FactChange] = []
    if let fact = isRelevant(Names.launch) { changes.append(FactChange(fact, .number(kind))) }
    if let fact = isRelevant(Names.foreground) { changes.append(FactChange(fact, .number(1))) }
    return changes
  }

  func isRelevant(_ name: Text) -> FactID? {
    guard let fact = domain.flow.fact(named: name), domain.isRelevant[Int(fact)],
      tables.facts[Int(fact)].place == .device
    else { return nil }
    return fact
  }
}
