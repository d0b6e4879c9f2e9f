import SessionMachine
import WireText

/// A read or write in progress.
final class OpenStore {
  let id: StoreID
  let item: StoredItem
  let work: StoreWork
  /// The result of `writes(for:found:)`.
  var result = StoreResult.nothing

  init(_ id: StoreID, _ item: StoredItem, _ work: StoreWork) {
    self.id = id
    self.item = item
    self.work = work
  }
}

enum StoreWork: Sendable {
  /// The session, with the number from the session's machine.
  case read(UInt32)
  case change(ChangeID, StoreChange)
  /// The installation's id, drawn at its first use; the unit of experiments.
  case installationID(CallID, drawn: Bytes)
  /// A value that goes into a call.
  case part(CallID)
  /// What a response says about a challenge.
  case challenge(CallID)
  /// The data of a third party's redirect, or of a native sheet.
  case returned(Bytes)
  case write(StoredWrites)

  var onlyReads: Bool {
    switch self {
    case .read, .part: true
    default: false
    }
  }
}

enum StoreResult: Sendable {
  case nothing
  case value(Bytes?)
  case problem(StorageProblem)
  case session(StoreOutcome)
}

extension ClientProcess {
  mutating func store(_ item: StoredItem, _ work: StoreWork) {
    lastStore &+= 1
    stores.append(OpenStore(lastStore, item, work))
    act(.store(lastStore, item, onlyReads: work.onlyReads))
  }

  /// Removes values that are no longer needed. A value that cannot be removed now does no harm.
  mutating func remove(_ items: [StoredItem]) {
    store(items[0], .write(StoredWrites(items: items)))
  }

  /// What to write in place of the value found. Called once, while no other process reads or
  /// writes; then the host writes and reports the result.
  ///
  /// - Returns: empty if nothing is to be written; `stored` is expected in that case too.
  package mutating func writes(for id: StoreID, found: StoreFinding) -> StoredWrites {
    guard let index = stores.firstIndex(where: { $0.id == id }) else { return StoredWrites() }
    let item = stores[index].item
    switch (stores[index].work, found) {
    case (.write(let writes), _): return writes
    case (.change(_, let change), _):
      let outcome = outcome(of: change, found)
      stores[index].result = .session(outcome)
      if case .stored(let next) = outcome {
        // A sign-out must not depend on free space.
        return StoredWrites(
          items: [item], value: bytes(of: next), makesRoom: next.session == nil)
      }
    case (.installationID(_, let drawn), .value(nil)),
      (.installationID(_, let drawn), .problem(.corrupt)):
      stores[index].result = .value(drawn)
      return StoredWrites(items: [item], value: drawn)
    case (.challenge(let call), .value), (.challenge(let call), .problem(.corrupt)):
      var value: Bytes?
      if case .value(let bytes) = found { value = bytes }
      if let changed = challenges(value, after: call) {
        return StoredWrites(items: [item], value: changed)
      }
    case (.returned(let data), .value), (.returned(let data), .problem(.corrupt)):
      var value: Bytes?
      if case .value(let bytes) = found { value = bytes }
      var challenges = Challenges(value)
      let said = challenges.takeReturn(data)
      stores[index].result = .value(said)
      if "ok" ~= said { return StoredWrites(items: [item], value: challenges.bytes) }
    case (_, .value(let value)): stores[index].result = .value(value)
    case (_, .problem(let problem)): stores[index].result = .problem(problem)
    }
    return StoredWrites()
  }

  /// The value has been read, and the required writes have been performed or have failed.
  mutating func stored(_ id: StoreID, _ problem: StorageProblem?) {
    guard let index = stores.firstIndex(where: { $0.id == id }) else { return }
    let open = stores.remove(at: index)
    let result = problem.map { StoreResult.problem($0) } ?? open.result
    switch open.work {
    case .write: break
    case .returned:
      // If storage failed, the user has to go through the redirect again.
      var said = Bytes(ascii: "federation_interrupted")
      if case .value(let value?) = result { said = value }
      act(.tell(.federationReturned(said)))
    case .read(let number): feed(.read(number, reading(result)))
    case .change(let id, _):
      if case .session(let outcome) = result {
        feed(.changed(id, outcome))
      } else if case .problem(let problem) = result {
        feed(.changed(id, .failed(problem)))
      }
    case .challenge(let call):
      guard let index = self.index(of: call), case .finishing(let answer) = calls[index].phase
      else { return }
      if case .problem = result { finish(index, .interrupted) } else { finish(index, answer) }
    case .installationID(let call, _), .part(let call):
      guard let index = self.index(of: call) else { return }
      take(result, open.item, index)
    }
  }

  private mutating func take(_ result: StoreResult, _ item: StoredItem, _ index: Int) {
    var value: Bytes?
    if case .value(let bytes) = result { value = bytes }
    if item == .marketLogin { return repeatMarketLogin(index, value) }
    switch (result, item) {
    // A damaged value is useless.
    case (.problem(.corrupt), .challenges): take(nil, item, index)
    case (.problem, _): finish(index, .interrupted)
    default: take(value, item, index)
    }
  }

  // MARK: The session

  private func reading(_ result: StoreResult) -> StoredReading {
    switch result {
    case .problem(let problem): return .unreadable(problem)
    case .value(let bytes):
      guard let stored = storedSession(bytes) else { return .unreadable(.corrupt) }
      return .stored(stored)
    case .nothing, .session: return .unreadable(.broken)
    }
  }

  private func outcome(of change: StoreChange, _ found: StoreFinding) -> StoreOutcome {
    var stored: StoredSession?
    switch found {
    case .problem(.corrupt): break
    case .problem(let problem): return .failed(problem)
    case .value(let bytes): stored = storedSession(bytes)
    }
    if stored == nil {
      // A sign-in replaces what cannot be read; any other change leaves it there.
      guard case .adopt = change else { return .failed(.corrupt) }
      stored = StoredSession()
    }
    guard let stored else { return .failed(.corrupt) }
    guard let next = change.applied(to: stored) else { return .superseded(stored) }
    return .stored(next)
  }

  /// If tokens are kept in memory only, adds them to the stored session they belong to.
  private func storedSession(_ bytes: Bytes?) -> StoredSession? {
    guard let bytes, !bytes.isEmpty else { return StoredSession() }
    guard var stored = StoredSession(bytes: bytes) else { return nil }
    if profile.kind == .cookie, let record, let there = stored.session,
      record.family == there.family, record.refreshToken == there.refreshToken
    {
      stored.session?.accessToken = record.accessToken
      stored.session?.idToken = record.idToken
    }
    return stored
  }

  private func bytes(of next: StoredSession) -> Bytes {
    var next = next
    if profile.kind == .cookie {
      next.session?.accessToken = []
      next.session?.idToken = []
    }
    return next.bytes
  }
}
