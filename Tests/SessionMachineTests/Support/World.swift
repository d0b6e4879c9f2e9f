import SessionMachine

/// Some processes of one app on one store, and the server that they talk to: all that the machine
/// leaves to others, as one value.
struct World: Hashable {
  var budget: Budget
  var store = StoredSession()
  var server: [ServerFamily] = []
  var processes: [Process]
  /// Who holds the lock that is renewed under.
  var lock: LockHolder?
  var grants: UInt8 = 0
  /// Families that a person signed out of, once that was acknowledged.
  var signedOut: Set<UInt8> = []
  /// Families that somebody asked to sign out of or that another sign-in took the place of.
  var given: Set<UInt8> = []
  var flaw: String?
  var now = Moment(steady: 1000, wall: 1_000_000)
  /// Whether storage never fails.
  let isSound: Bool
  /// What this world does wrong, to see that it would be found.
  var fault = Fault.none

  enum Fault: Hashable {
    case none
    /// Answers are stored whatever is there.
    case lateAnswersCount
    /// The server has no patience with a token whose successor was lost.
    case noSecondSuccessor
  }

  /// What may still happen from outside.
  struct Budget: Hashable {
    var needs = 0
    var refusedNeeds = 0
    var launches = 0
    var signOuts = 0
    var signIns = 0
    var kills = 0
    var wakes = 0
    var losses = 0
    var doubles = 0
    var newProofs = 0
    var revocations = 0
    var lockMisses = 0
    var failedWrites = 0
    var unreadable = 0
    var giveUps = 0
    /// Answers to other calls while a sign-out waits to be told again.
    var reached = 0
  }

  struct ServerFamily: Hashable {
    var newest: UInt8 = 0
    var isEnded = false
    /// Ended by the server itself.
    var isRevoked = false
  }

  struct LockHolder: Hashable {
    var process: Int
    var attempt: UInt32
  }

  struct Process: Hashable {
    var machine = SessionState()
    var storage: [SessionAction] = []
    var locks: [UInt32] = []
    var sent: [Sent] = []
    var answers: [SessionInput] = []
    var callers: Set<UInt32> = []
    var needs: [UInt32: Need] = [:]
    /// Who waits for a sign-out, and of which family.
    var signOuts: [UInt32: UInt8] = [:]
    var lastCaller: UInt32 = 0
    /// When the pause is over before sign-outs are told again.
    var pauseEnd: Int64?
  }

  enum Sent: Hashable {
    case refresh(send: UInt32, token: Bytes)
    case signOut(PendingSignOut)
  }

  init(processes: Int, signedIn: Bool, budget: Budget, fault: Fault = .none) {
    self.fault = fault
    self.budget = budget
    isSound = budget.unreadable == 0 && budget.failedWrites == 0
    self.processes = Array(repeating: Process(), count: processes)
    if signedIn { store.session = newSession() }
    for index in self.processes.indices { feed(.woke, to: index) }
  }

  mutating func newSession() -> SessionRecord {
    let family = UInt8(server.count)
    server.append(ServerFamily())
    grants += 1
    return SessionRecord(
      family: [family], refreshToken: [family, 0], accessToken: [family, grants],
      keyThumbprint: [7], lifetime: 600_000, receivedAt: now)
  }

  // MARK: Performing

  mutating func feed(_ input: SessionInput, to index: Int) {
    let actions = processes[index].machine.handle(input, at: now)
    for action in actions { perform(action, of: index) }
    checkAlways()
  }

  private mutating func perform(_ action: SessionAction, of index: Int) {
    switch action {
    case .read, .change: processes[index].storage.append(action)
    case .takeLock(let attempt): processes[index].locks.append(attempt)
    case .releaseLock(let attempt):
      if lock == LockHolder(process: index, attempt: attempt) { lock = nil }
    case .refresh(let send, _, let token, _):
      if lock?.process != index { flaw = "a token is presented without the lock" }
      processes[index].sent.append(.refresh(send: send, token: token))
    case .deliver(let pending): processes[index].sent.append(.signOut(pending))
    case .deliverLater(let pause): processes[index].pauseEnd = now.steady + pause
    case .serve(let caller, let token, let family):
      if let need = answered(caller, index)?.family, need != family {
        flaw = "caller \(caller) got the token of another session"
      }
      if token.first != family.first { flaw = "a token of another family" }
    case .refuse(let caller, let refusal):
      _ = answered(caller, index)
      if case .signedOut = refusal, let family = store.session?.family[0],
        !given.contains(family), !server[Int(family)].isEnded
      {
        flaw = "a caller hears of a sign-out, and session \(family) is there and good"
      }
    case .finished(let caller, let problem):
      _ = answered(caller, index)
      let family = processes[index].signOuts.removeValue(forKey: caller)
      if let family, problem == nil { signedOut.insert(family) }
    case .tell: break
    }
  }

  private mutating func answered(_ caller: UInt32, _ index: Int) -> Need? {
    if processes[index].callers.remove(caller) == nil {
      flaw = "caller \(caller) got a second answer"
    }
    return processes[index].needs.removeValue(forKey: caller)
  }

  /// - Returns: a name for the caller.
  mutating func newCaller(_ index: Int) -> UInt32 {
    processes[index].lastCaller += 1
    processes[index].callers.insert(processes[index].lastCaller)
    return processes[index].lastCaller
  }

  // MARK: What must never be

  private mutating func checkAlways() {
    if let family = store.session?.family[0], signedOut.contains(family) {
      flaw = "session \(family) came back after its sign-out"
    }
    for (family, row) in server.enumerated() where store.session?.family != [UInt8(family)] {
      let isOver = row.isRevoked || given.contains(UInt8(family))
      let wasStored = store.signOut?.family == [UInt8(family)]
      if wasStored, !isOver { flaw = "session \(family) ended without a refusal" }
    }
  }

  /// Where nothing more happens by itself.
  func flawAtRest() -> String? {
    for (index, process) in processes.enumerated() {
      if !process.callers.isEmpty { return "callers of process \(index) got no answer" }
      if !process.machine.isAtRest { return "process \(index) is not at rest" }
    }
    if lock != nil { return "the lock is still held" }
    if let session = store.session {
      let row = server[Int(session.family[0])]
      if !row.isEnded, session.refreshToken[1] + 1 < row.newest {
        return "the stored token is too old to be used"
      }
    }
    for family in signedOut {
      // Nobody reads again what could not be read or written, until the app wakes.
      let isPending = !isSound && store.pending.contains { $0.family == [family] }
      if !isPending, !server[Int(family)].isEnded {
        return "the server never hears of the sign-out of \(family)"
      }
    }
    return nil
  }
}
