import FlowMachine
import FlowRuntime
import FlowSimulation
import Statechart
import TestSupport
import Testing

/// Storage that fails costs a request, never a session, and what could not be written is caught up
/// with.
@Suite struct StorageFailureTests {
  static func readyToSignIn() throws -> Rig {
    let rig = try Rig.atSignIn()
    try rig.type("email", "ada@example.org")
    try rig.type("password", "CANARY-password")
    rig.log = []
    return rig
  }

  @Test(
    "ENT-4: a keyed request whose record cannot be written is not sent, and fails as interrupted")
  func fullJournal() throws {
    let rig = try Self.readyToSignIn()
    rig.journal.fault = StorageFault(.full)
    try rig.tap("submit")
    #expect(rig.count(of: "login") == 0)
    #expect(try rig.status("login") == "failed.interrupted")
    #expect(try rig.overlays() == ["problem"])
    #expect(!(try rig.running.process.isCaughtUp))

    // The screen stays usable with what was typed, and the next success catches up.
    try rig.running.send(.dismiss(0))
    rig.journal.fault = StorageFault()
    try rig.tap("submit")
    #expect(rig.count(of: "login") == 1)
    #expect(try rig.running.process.isCaughtUp)
    #expect(try rig.lastCall("login").body.string.contains("CANARY-password"))
  }

  @Test("A request that may be repeated freely is sent without a record")
  func safeWithoutRecord() throws {
    let rig = try Rig.atHome()
    try rig.tap("transfer")
    let count = rig.count(of: "getBalance")
    rig.journal.fault = StorageFault(.full)
    rig.clock.move(to: rig.clock.now + 60_000)
    try rig.running.send(.wake)
    #expect(try rig.screen() == "home")
    #expect(rig.count(of: "getBalance") == count + 1)
  }

  @Test("ENT-3: a request that must not be repeated is never sent without a record")
  func neverWithoutRecord() throws {
    let rig = try Rig.atHome()
    try rig.tap("transfer")
    try rig.type("amount", "30")
    rig.journal.fault = StorageFault(.full)
    try rig.tap("send")
    #expect(rig.count(of: "pay") == 0)
    #expect(try rig.status("pay") == "failed.interrupted")
  }

  @Test(
    "ENT-4: a typed secret that cannot be sealed interrupts its request and stays typed",
    arguments: [StorageFault.Kind.locked, .full])
  func lockedSecrets(kind: StorageFault.Kind) throws {
    let rig = try Self.readyToSignIn()
    rig.secrets.fault = StorageFault(kind)
    try rig.tap("submit")
    #expect(rig.count(of: "login") == 0)
    #expect(try rig.status("login") == "failed.interrupted")
    // Neither was the record of a running login written.
    #expect(rig.log.filter { $0.contains("record") }.count <= 1)
    try rig.running.send(.dismiss(0))
    rig.secrets.fault = StorageFault()
    try rig.tap("submit")
    #expect(try rig.lastCall("login").body.string.contains("CANARY-password"))
    try rig.answer("login", Rig.tokens)
    #expect(try rig.screen() == "home")
  }

  @Test(
    "ENT-4: a response whose secrets cannot be stored counts as interrupted, and replaces none of them"
  )
  func answerNotStored() throws {
    let rig = try Self.readyToSignIn()
    try rig.tap("submit")
    let key = try rig.lastCall("login").idempotencyKey
    rig.secrets.fault = StorageFault(failingAtWrite: 1)
    try rig.answer("login", Rig.tokens)
    #expect(try rig.status("login") == "failed.interrupted")
    #expect(rig.secrets.values.keys.allSatisfy { $0.fact == "password".bytes })
    // The intent is the same when the person tries again, so the server answers from its memory.
    try rig.running.send(.dismiss(0))
    try rig.tap("submit")
    #expect(try rig.lastCall("login").idempotencyKey == key)
  }

  @Test(
    "ENT-3: a never-repeated request whose result could not be stored has an unknown outcome")
  func neverNotStored() throws {
    let rig = Rig(
      try TestFlow.compile(
        """
        flow: test
        version: 1
        languages: [en]
        facts: {ticket: {type: secret}}
        requests:
          buy:
            app: buy
            repeat: never
            save: {ticket: $.ticket}
            failure: {show: oops, dismissal: stay}
        overlays: {oops: {elements: [{button: dismiss}]}}
        initial: shop
        screens:
          shop:
            elements: [{button: buy}, {text: shop.bought, when: ticket is present}]
            on: {buy: {do: [{request: buy}]}}
        texts: {en: {shop.buy: B, shop.bought: T, oops.dismiss: D}}
        """))
    try rig.launch()
    try rig.tap("buy")
    rig.secrets.fault = StorageFault(.full)
    try rig.answer("buy", #"{"ticket":"CANARY"}"#)
    #expect(try rig.status("buy") == "failed.unknown")
    #expect(try rig.overlays() == ["oops"])
  }

  @Test("ENT-5: an erasure waits until the record could be written, and happens then")
  func erasureWaits() throws {
    let rig = try Rig.atHome()
    rig.journal.fault = StorageFault(.full)
    try rig.tap("leave")
    #expect(try rig.screen() == "signIn")
    #expect(rig.secrets.values.count == 2)
    #expect(rig.count(of: "release") == 0)
    // A kill now is a kill before the tap.
    rig.journal.fault = StorageFault()
    try rig.running.catchUp()
    #expect(rig.secrets.values.isEmpty)
    #expect(rig.notices.last == .caughtUp)
  }

  @Test("ENT-4: failed storage is retried by itself, after pauses that grow to a minute")
  func triesAgain() throws {
    let rig = try Rig.atHome()
    rig.journal.fault = StorageFault(.full)
    try rig.tap("leave")
    var pauses: [Int64] = []
    for _ in 0..<9 {
      let due = try #require(try rig.running.process.nextDeadline)
      pauses.append(due - rig.clock.now)
      rig.clock.move(to: due)
      try rig.running.passTime()
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { $0 * 1_000 })
    rig.journal.fault = StorageFault()
    rig.clock.move(to: try #require(try rig.running.process.nextDeadline))
    try rig.running.passTime()
    #expect(try rig.running.process.isCaughtUp)
    #expect(rig.notices.last == .caughtUp)
    #expect(try rig.running.process.nextDeadline == rig.running.machine.nextDeadline)
  }

  @Test("A kill while nothing can be written leads back to the earlier state, with nothing lost")
  func killWhileFull() throws {
    let rig = try Rig.atHome()
    rig.journal.fault = StorageFault(.full)
    rig.preferences.fault = StorageFault(.full)
    try rig.tap("leave")
    rig.journal.fault = StorageFault()
    rig.preferences.fault = StorageFault()
    try rig.launch()
    #expect(try rig.screen() == "home")
    #expect(rig.secrets.values.count == 2)
    #expect(rig.preferences.values["userName".bytes] == #""Ada""#.bytes)
  }

  @Test("A preference that could not be written is written with the next step")
  func preferences() throws {
    let rig = try Rig.atHome()
    rig.preferences.fault = StorageFault(.full)
    try rig.running.send(.set(try rig.element("news"), .flag(true)))
    #expect(rig.preferences.values["news".bytes] == nil)
    rig.preferences.fault = StorageFault()
    try rig.running.send(.wake)
    #expect(rig.preferences.values["news".bytes] == "true".bytes)
    #expect(try rig.running.process.isCaughtUp)
  }

  @Test(
    "ENT-4: whichever write fails, the flow continues, ends signed in, and leaves nothing pending",
    arguments: 1...12)
  func nthWrite(number: Int) throws {
    for part in 0..<3 {
      let rig = Rig(try TestFlow.wallet.get())
      let fault = StorageFault(failingAtWrite: number)
      switch part {
      case 0: rig.journal.fault = fault
      case 1: rig.secrets.fault = fault
      default: rig.preferences.fault = fault
      }
      try rig.launch()
      var steps = 0
      while try rig.running.machine.screenState.map({ rig.flow.stateName($0).string }) != "home" {
        steps += 1
        try #require(steps < 40, "write \(number) of part \(part) led to a dead end")
        if try !rig.overlays().isEmpty {
          try rig.tap("dismiss")
        } else if try rig.status("register") == "running" {
          try rig.answer("register", #"{"id":"i1"}"#)
        } else if try rig.status("login") == "running" {
          try rig.answer("login", Rig.tokens)
        } else {
          try rig.type("email", "ada@example.org")
          try rig.type("password", "CANARY-password")
          try rig.tap("submit")
        }
      }
      try rig.running.catchUp()
      #expect(try rig.running.process.isCaughtUp)
      #expect(
        Set(rig.calls.filter { $0.request == "register".bytes }.map(\.idempotencyKey)).count == 1)
      #expect(rig.secrets.values[SecretName(fact: "tokenID".bytes)] == "CANARY-token".bytes)
    }
  }
}
