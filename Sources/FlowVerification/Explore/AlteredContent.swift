import FlowMachine
import Statechart

/// Which keyed requests are sent again with other content although nobody wants that: bytes behind each state for what
/// they were sent with.
///
/// A keyed request whose outcome is open keeps its key as long as its content is the same. If the document itself changes
/// what it sends, the next time is another effect beside the first. So nothing but a person may send it then. Two changes
/// count where a person asks for it, too: what a kill has lost, which the person did not change; and what counts the tries
/// in the step that sends, such as the time, since it gives each of them another key.
struct AlteredContent: Sendable {
  /// What was found: the request, and the fact that has changed.
  typealias Found = (request: RequestID, fact: FactID)

  private struct Row {
    var request: RequestID
    /// What it sends, with what that is copied and computed from.
    var facts: [FactID]
    /// Where its bytes begin: the flags, the place of the first changed fact plus 1, and what each of `known` held.
    var offset: Int
    /// The places of those of its facts among `known`.
    var known: [Int]
    /// Those of the others that a kill loses. A bit for each says that one has, behind the rest.
    var losable: [FactID]

    var lostOffset: Int { offset + 2 + known.count }
    var end: Int { lostOffset + (losable.count + 7) / 8 }
  }

  /// A fact that nothing but constants and copies are written into.
  private struct Known {
    var fact: FactID
    /// The first is what it begins with.
    var values: [StepWrites.Value]
  }

  private let flow: Flow
  private let rows: [Row]
  private let known: [Known]
  private let placeOfKnown: [FactID: Int]
  private let writes: StepWrites?
  /// Facts that nobody sees.
  private let hidden: Set<FactID>
  let stride: Int

  private static let isOpen: UInt8 = 1
  private static let isAskedSince: UInt8 = 2

  init(_ flow: Flow) {
    self.flow = flow
    let requests = flow.effectful
    let contents = requests.map { flow.content(of: $0) }
    let all = contents.reduce(into: Set<FactID>()) { $0.formUnion($1) }
    guard !all.isEmpty else {
      (rows, known, placeOfKnown, writes, hidden, stride) = ([], [], [:], nil, [], 0)
      return
    }
    let writes = StepWrites(flow, of: all)
    let hidden = all.subtracting(flow.shownFacts)
    self.hidden = hidden
    var values: [FactID: [StepWrites.Value]] = [:]
    var (changing, counting, losable) = (Set<FactID>(), Set<FactID>(), Set<FactID>())
    for fact in all {
      let row = flow.tables.facts[Int(fact)]
      let written = writes.all(of: fact)
      let isGiven = flow.isWrittenElsewhere(fact)
      if written.contains(.now) || hidden.contains(fact) && written.contains(.sum) {
        counting.insert(fact)
      }
      if row.place == .memory, isGiven || !written.isEmpty { losable.insert(fact) }
      if flow.isBroughtByAnswer(fact) || row.isUsers && isGiven || !written.isEmpty {
        changing.insert(fact)
      }
      var distinct = [flow.initialValue(of: fact)]
      if row.isUsers { distinct.append(.constant(absent)) }
      for value in written where !distinct.contains(value) { distinct.append(value) }
      let isKnown = !isGiven && !written.isEmpty && distinct.allSatisfy(\.isSame)
      if isKnown, distinct.count < 256 { values[fact] = distinct }
    }
    known = values.keys.sorted().map { Known(fact: $0, values: values[$0]!) }
    placeOfKnown = Dictionary(
      uniqueKeysWithValues: known.indices.map { [known] in (known[$0].fact, $0) })
    let startedOtherwise = flow.startedOtherwise
    var rows: [Row] = []
    var offset = known.count
    for (request, content) in zip(requests, contents) {
      let isAlterable = startedOtherwise.contains(request) && !content.isDisjoint(with: changing)
      guard isAlterable || !content.isDisjoint(with: counting.union(losable)) else { continue }
      let row = Row(
        request: request, facts: content.sorted(), offset: offset,
        known: known.indices.filter { [known] in content.contains(known[$0].fact) },
        losable: content.intersection(losable).filter { values[$0] == nil }.sorted())
      rows.append(row)
      offset = row.end
    }
    self.rows = rows
    self.writes = rows.isEmpty ? nil : writes
    stride = rows.isEmpty ? 0 : (offset + 7) / 8 * 8
  }

  /// Notes what a launch has written and sent.
  func begin(_ bytes: UnsafeMutableRawPointer, _ machine: inout FlowMachine) {
    guard stride > 0 else { return }
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
    let bytes = bytes.assumingMemoryBound(to: UInt8.self)
    writes?.forEach(from: nil, isRelaunch: false, &machine) { apply($0, isPersons: true, bytes) }
    for row in rows where isStarted(row, &machine) { open(row, bytes) }
  }

  /// Carries over what was sent, and what has changed since.
  ///
  /// - Parameters:
  ///   - isAsked: whether a person asks for something by the move.
  ///   - isFromSystem: whether only the system, or the server, causes the move.
  ///   - source: the projected state before.
  ///   - bytes: those of the state before; what follows from the move is noted in them.
  func observe(
    _ move: Move, isAsked: Bool, isFromSystem: Bool, from source: UnsafeRawPointer,
    in bytes: UnsafeMutableRawPointer, _ machine: inout FlowMachine
  ) -> Found? {
    guard let writes else { return nil }
    let bytes = bytes.assumingMemoryBound(to: UInt8.self)
    let isWanted = isAsked || move.isTyped && !isFromSystem
    noteGiven(by: move, bytes)
    var counted: Set<FactID> = []
    writes.forEach(from: source, isRelaunch: move.isKill, &machine) { write in
      apply(write, isPersons: isWanted, bytes)
      if let write, write.value == .now || write.value == .sum && hidden.contains(write.fact) {
        counted.insert(write.fact)
      }
    }
    let isByItself = move.isByItself(isFromSystem: isFromSystem)
    var found: Found?
    for row in rows {
      let isOpen = bytes[row.offset] & Self.isOpen != 0
      guard isStarted(row, &machine) else {
        if isOpen, isWanted { bytes[row.offset] |= Self.isAskedSince }
        continue
      }
      if isOpen {
        let isUnasked = !isWanted && bytes[row.offset] & Self.isAskedSince == 0
        let altered = isByItself || isUnasked ? altered(row, bytes) : lost(row, bytes)
        if let fact = row.facts.first(where: counted.contains) ?? altered {
          found = (row.request, fact)
        }
      }
      open(row, bytes)
    }
    return found
  }

  private func isStarted(_ row: Row, _ machine: inout FlowMachine) -> Bool {
    machine.hasStarted(row.request) && machine.repetition(ofRunning: row.request) == .keyed
  }

  /// Notes that a request was sent with what its facts hold.
  private func open(_ row: Row, _ bytes: UnsafeMutablePointer<UInt8>) {
    close(row, bytes)
    bytes[row.offset] = Self.isOpen
    for (place, fact) in row.known.enumerated() { bytes[row.offset + 2 + place] = bytes[fact] }
  }

  /// Notes that the outcome is known, or that the next time is meant to be another one.
  private func close(_ row: Row, _ bytes: UnsafeMutablePointer<UInt8>) {
    (bytes + row.offset).update(repeating: 0, count: row.end - row.offset)
  }

  /// A fact that holds something else than when a request was sent.
  private func altered(_ row: Row, _ bytes: UnsafeMutablePointer<UInt8>) -> FactID? {
    let first = Int(bytes[row.offset + 1])
    if first > 0 { return row.facts[min(first, row.facts.count) - 1] }
    for (place, fact) in row.known.enumerated()
    where bytes[row.offset + 2 + place] != bytes[fact] {
      return known[fact].fact
    }
    return nil
  }

  /// A fact that a kill has lost since a request was sent.
  private func lost(_ row: Row, _ bytes: UnsafeMutablePointer<UInt8>) -> FactID? {
    for (place, fact) in row.losable.enumerated()
    where bytes[row.lostOffset + place / 8] & 1 << (place % 8) != 0 {
      return fact
    }
    for (place, fact) in row.known.enumerated()
    where flow.tables.facts[Int(known[fact].fact)].place == .memory && bytes[fact] == 0
      && bytes[row.offset + 2 + place] != 0
    {
      return known[fact].fact
    }
    return nil
  }

  /// Notes what comes from outside of the document.
  private func noteGiven(by move: Move, _ bytes: UnsafeMutablePointer<UInt8>) {
    let filled = Set(
      move.filledElements.flatMap {
        let row = flow.tables.elements[Int($0)]
        return flow.tables.valueFacts(of: row) + flow.tables.picks[row.sets.indices].map(\.fact)
      })
    switch move {
    case .input(.answered(let request, _, let outcome)):
      let row = flow.tables.requests[Int(request)]
      let saves =
        outcome.failure == nil
        ? flow.tables.calls[row.calls.indices].flatMap { flow.tables.saves[$0.saves.indices] }
        : Array(flow.tables.saves[row.failureSaves.indices])
      for save in saves { change(save.fact, bytes) }
      let isOver = outcome.failure.map { !FailureClass.isOpen($0) } ?? true
      for own in rows where own.request == request && isOver { close(own, bytes) }
    case .input(.signal(let signal, _, _)):
      let fact = flow.tables.signals[Int(signal)].fact
      for row in rows where row.facts.contains(fact) { close(row, bytes) }
    case .relaunch:
      for (place, row) in known.enumerated()
      where flow.tables.facts[Int(row.fact)].place == .memory {
        bytes[place] = 0
      }
      for row in rows where bytes[row.offset] & Self.isOpen != 0 {
        for (place, fact) in row.losable.enumerated() {
          change(fact, bytes)
          bytes[row.lostOffset + place / 8] |= 1 << (place % 8)
        }
      }
    default:
      for row in rows where row.facts.contains(where: filled.contains) { close(row, bytes) }
    }
  }

  /// A fact has another value than any before it.
  private func change(_ fact: FactID, _ bytes: UnsafeMutablePointer<UInt8>) {
    for row in rows where bytes[row.offset] & Self.isOpen != 0 {
      if let place = row.losable.firstIndex(of: fact) {
        bytes[row.lostOffset + place / 8] &= ~(1 << (place % 8))
      }
      guard bytes[row.offset + 1] == 0, let place = row.facts.firstIndex(of: fact) else { continue }
      bytes[row.offset + 1] = UInt8(min(place + 1, 255))
    }
  }

  /// - Parameter isPersons: whether a person wants what the step does: then it counts as what was sent.
  private func apply(
    _ write: StepWrites.Write?, isPersons: Bool, _ bytes: UnsafeMutablePointer<UInt8>
  ) {
    guard let write else {
      // Another user has other intents.
      for row in rows where !flow.tables.requests[Int(row.request)].survives { close(row, bytes) }
      for fact in flow.tables.facts.indices where flow.tables.facts[fact].isUsers {
        apply(
          StepWrites.Write(fact: FactID(fact), value: .constant(absent)), isPersons: isPersons,
          bytes)
      }
      return
    }
    guard let place = placeOfKnown[write.fact] else {
      guard isPersons else { return change(write.fact, bytes) }
      for row in rows {
        guard let place = row.losable.firstIndex(of: write.fact) else { continue }
        bytes[row.lostOffset + place / 8] &= ~(1 << (place % 8))
      }
      return
    }
    let value = UInt8(known[place].values.firstIndex(of: write.value) ?? 0)
    bytes[place] = value
    guard isPersons else { return }
    for row in rows where bytes[row.offset] & Self.isOpen != 0 {
      guard let own = row.known.firstIndex(of: place) else { continue }
      bytes[row.offset + 2 + own] = value
    }
  }
}
