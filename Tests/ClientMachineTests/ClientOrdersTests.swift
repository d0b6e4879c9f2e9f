import Foundation
import SessionMachine
import TestSupport
import Testing
import WireText

@testable import ClientMachine

/// The client beside a host that does everything in any order, and a world in which everything fails.
@Suite struct ClientOrdersTests {
  @Test(
    "SEC: each call gets one answer, locks are released, and no answer or cookie store has a token",
    arguments: [SessionKind.tokens, .cookie])
  func orders(_ kind: SessionKind) {
    let name = "ClientOrdersTests.orders"
    var random = SeededGenerator(announcing: name, seed: kind == .cookie ? 11 : 12)
    var answered = 0
    var succeeded = 0
    for _ in 0..<1_500 {
      var world = World(kind, SeededGenerator(seed: random.next()))
      world.play()
      answered += world.answers.count
      succeeded += world.answers.values.filter { !$0.isFailure }.count
    }
    // Neither nothing but failures, nor nothing but successes.
    #expect(answered > 5_000)
    #expect(succeeded > 500 && succeeded < answered - 500)
  }
}

/// One process, its host and its server.
private struct World: ~Copyable {
  var random: SeededGenerator
  var process: ClientProcess
  let kind: SessionKind
  var steady: Int64 = 0
  var items: [StoredItem: [UInt8]] = [:]
  var asked: [CallID] = []
  var answers: [CallID: ClientAnswer] = [:]
  /// What is to be done and was not done yet.
  var stores: [(id: StoreID, item: StoredItem, onlyReads: Bool)] = []
  var sends: [(id: SendID, request: CallRequest)] = []
  var wantedLocks: [LockID] = []
  var heldLocks: Set<LockID> = []
  var timers: Set<TimerID> = []
  var hasKey = false
  var lastToken = 0

  init(_ kind: SessionKind, _ random: SeededGenerator) {
    self.kind = kind
    self.random = random
    process = ClientProcess(
      ClientProfile(kind: kind, platform: [UInt8](ascii: "test"), appVersion: [UInt8](ascii: "1")))
  }

  mutating func play() {
    feed(.woke)
    for _ in 0..<60 {
      if Int.random(in: 0..<4, using: &random) == 0 { begin() } else { work(failing: true) }
    }
    // From now on the world does what it is asked, until nothing is left but the pause.
    var left = 2_000
    while left > 0, !stores.isEmpty || !sends.isEmpty || !wantedLocks.isEmpty {
      work(failing: false)
      left -= 1
    }
    #expect(left > 0, "it never comes to rest")
    #expect(Set(answers.keys) == Set(asked), "a call without an answer")
    #expect(timers.subtracting([0]).isEmpty, "a timer of a call that has its answer")
    #expect(heldLocks.isEmpty, "a lock that nobody needs is held")
    #expect(process.calls.isEmpty && process.sends.isEmpty && process.stores.isEmpty)
  }

  // MARK: The host

  mutating func feed(_ input: ClientInput) {
    steady += Int64.random(in: 0...400, using: &random)
    let moment = ClientMoment(
      time: Moment(steady: steady, wall: 1_700_000_000_000 + steady),
      random: (random.next(), random.next()))
    for action in process.take(input, at: moment) { note(action) }
  }

  mutating func note(_ action: ClientAction) {
    switch action {
    case .setAside, .tell: break
    case .store(let id, let item, let onlyReads): stores.append((id, item, onlyReads))
    case .lookForKey: feed(.keyKnown(hasKey ? [UInt8](ascii: "key") : []))
    case .takeLock(let id, _): wantedLocks.append(id)
    case .releaseLock(let id): heldLocks.remove(id)
    case .send(let id, let request): sends.append((id, request))
    case .cancelSend(let id): sends.removeAll { $0.id == id }
    case .startTimer(let id, _): timers.insert(id)
    case .stopTimer(let id): timers.remove(id)
    case .answer(let id, let answer):
      #expect(answers[id] == nil, "a second answer")
      answers[id] = answer
      if case .received(_, let body) = answer {
        #expect(!holdsAny(body), "a token in an answer: \(String(decoding: body, as: UTF8.self))")
      }
    }
  }

  /// Whether bytes hold a token of a session, which the server here calls so.
  func holds(_ bytes: [UInt8]) -> Bool { String(decoding: bytes, as: UTF8.self).contains("SECRET") }

  /// Or that of a challenge, which lies in storage and goes into the next call.
  func holdsAny(_ bytes: [UInt8]) -> Bool {
    holds(bytes) || String(decoding: bytes, as: UTF8.self).contains("CHALLENGE")
  }

  mutating func begin() {
    let calls: [(StaticString, StaticString)] = [
      ("login", #"{"user_name":"a","password":"p"}"#),
      ("login", #"{"user_name":"a","verification_code":"123456"}"#),
      ("user", #"{"user_name":"a","password":"p"}"#), ("getUser", "{}"), ("launch", "{}"),
      ("extendSession", "{}"), ("automaticLogin", "{}"), ("signOut", "{}"),
      ("doLogin", #"{"user_name":"a","mkt_handle":"m"}"#), ("getSelections", "{}"),
      ("getExperiments", #"{"experiment":"e"}"#), ("deleteUser", #"{"verification_code":"1"}"#),
      ("userVerification", #"{"user_id":"h","verification_code":"1"}"#), ("nothing", "{}"),
      ("GetUserRequest", "[1]"), ("revokeSession", "{}"), ("setPassword", #"{"password":"p"}"#),
    ]
    guard let call = calls.randomElement(using: &random) else { return }
    let id = CallID(asked.count + 1)
    asked.append(id)
    feed(
      .call(
        ClientCall(
          id: id, name: [UInt8](ascii: call.0), parameters: [UInt8](ascii: call.1),
          key: Bool.random(using: &random) ? [UInt8](ascii: "k") : nil, timeout: 30_000,
          repeats: Int.random(in: 0...1, using: &random))))
  }

  /// Does one thing of those that are to be done.
  mutating func work(failing: Bool) {
    switch Int.random(in: 0..<(failing ? 8 : 3), using: &random) {
    case 0, 3, 4: if !stores.isEmpty { store(failing) }
    case 1, 5:
      guard let place = sends.indices.randomElement(using: &random) else { return }
      let (id, request) = sends.remove(at: place)
      if kind == .cookie { #expect(!holds(request.body), "a token in a body of the page") }
      if !hasKey {
        hasKey = true
        feed(.keyKnown([UInt8](ascii: "key")))
      }
      feed(.answered(id, outcome(of: request, failing)))
    case 2:
      guard !wantedLocks.isEmpty else { return }
      let id = wantedLocks.removeFirst()
      if failing, Int.random(in: 0..<5, using: &random) == 0 { return feed(.lockMissed(id)) }
      heldLocks.insert(id)
      feed(.lockTaken(id))
    case 6:
      let id = CallID.random(in: 0...CallID(asked.count), using: &random)
      if timers.contains(id) { feed(.timePassed(id)) } else { feed(.cancelled(id)) }
    default: feed(Bool.random(using: &random) ? .woke : .storeChanged)
    }
  }

  /// One after the other, in order.
  mutating func store(_ failing: Bool) {
    let (id, item, onlyReads) = stores.removeFirst()
    let problems: [StorageProblem] = [.locked, .full, .corrupt, .broken]
    let problem =
      failing && Int.random(in: 0..<6, using: &random) == 0
      ? problems.randomElement(using: &random) : nil
    let fails = problem != nil && Bool.random(using: &random)
    let found = fails ? StoreFinding.problem(problem ?? .broken) : .value(items[item])
    let writes = process.writes(for: id, found: found)
    #expect(!onlyReads || writes.items.isEmpty)
    if kind == .cookie, let value = writes.value {
      #expect(!holds(value), "a token is stored")
    }
    if let problem, !fails { return feed(.stored(id, problem)) }
    for item in writes.items { items[item] = writes.value }
    feed(.stored(id, nil))
  }

  // MARK: The server

  mutating func outcome(of request: CallRequest, _ failing: Bool) -> SendOutcome {
    if failing {
      switch Int.random(in: 0..<9, using: &random) {
      case 0: return .notSent
      case 1: return .lost
      case 2: return .timedOut
      case 3: return .unsigned(.locked)
      case 4: return reply(503, "busy")
      case 5: return reply(401, #"{"error_code":300024,"token":"CHALLENGE"}"#)
      case 6: return reply(401, #"{"error_code":300006}"#)
      case 7: return reply(401, #"{"error_code":101016,"cause":"logout_all"}"#)
      default: break
      }
    }
    lastToken += 1
    let refresh = kind == .tokens ? #","refreshtoken":"SECRET-R\#(lastToken)""# : ""
    let tokens =
      #""accesstoken":"SECRET-A\#(lastToken)","idtoken":"SECRET-I"\#(refresh),"expires_in":600,"sessionId":"s1""#
    let path = String(decoding: request.path, as: UTF8.self)
    switch path {
    case "/v1/login", "/v1/market/login", "/v1/session/refresh", "/v1/phone/verification",
      "/v1/installation/session", "/v1/market/password":
      return reply(200, "{\(tokens)}")
    case "/v1/launch": return reply(200, #"{"update":"none","tokens":{\#(tokens)}}"#)
    case "/v1/user":
      return reply(
        201, #"{"registration_id":"r","list":[{"token":"CHALLENGE"}],"status":"success"}"#)
    default: return reply(200, #"{"challenge":{"token":"CHALLENGE","user_id":"h"}}"#)
    }
  }

  func reply(_ status: Int, _ body: String) -> SendOutcome {
    .received(
      CallReply(
        status: status, contentType: [UInt8](ascii: "application/json"),
        nonce: [UInt8](ascii: "n"), body: Array(body.utf8)))
  }
}
