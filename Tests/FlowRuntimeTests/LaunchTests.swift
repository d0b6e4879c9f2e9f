import FlowDefinition
import FlowMachine
import FlowRuntime
import FlowSimulation
import Statechart
import TestSupport
import Testing

/// What a launch makes of what it finds.
@Suite struct LaunchTests {
  static let launches = """
    flow: test
    version: 1
    languages: [en]
    facts:
      launch: {type: choice, values: [first, relaunch, update], place: device}
      name: {type: text}
      token: {type: secret}
    initial: only
    screens:
      only:
        elements:
          - {field: name, fact: name, label: only.name, kind: text}
          - {text: only.name, when: launch == first or token is present}
    texts: {en: {only.name: Name}}
    """

  static func kind(_ rig: Rig) throws -> String {
    let fact = try #require(rig.flow.fact(named: "launch".bytes))
    guard case .number(let place) = try rig.running.machine.value(of: fact) else { return "absent" }
    return ["first", "relaunch", "update"][Int(place)]
  }

  @Test("The fact launch distinguishes a first launch, a relaunch and an update")
  func launchFact() throws {
    let rig = Rig(try TestFlow.compile(Self.launches))
    try rig.launch()
    #expect(try Self.kind(rig) == "first")
    try rig.launch()
    #expect(try Self.kind(rig) == "relaunch")
    try rig.launch(LaunchFacts(isUpdated: true))
    #expect(try Self.kind(rig) == "update")
  }

  @Test("ENT-3: a journal torn anywhere in its last record counts as before that record")
  func tornAnywhere() throws {
    let rig = Rig(try TestFlow.compile(Self.launches))
    try rig.launch()
    try rig.type("name", "Ada")
    let whole = rig.journal.bytes
    try rig.type("name", "Grace")
    let bytes = rig.journal.bytes
    for count in whole.count..<bytes.count {
      let torn = Rig(rig.flow)
      torn.journal.bytes = Array(bytes[..<count])
      try torn.launch()
      #expect(try Self.kind(torn) == "relaunch")
      #expect(try torn.running.machine.value(of: 1) == .text("Ada".bytes))
      #expect(
        torn.notices
          == (count == whole.count ? [] : [.launch(.journalDamaged(bytes: count - whole.count))]))
      #expect(
        Journal.read(torn.journal.bytes).damagedBytes == 0, "the damage is gone after a launch")
    }
  }

  @Test("A first launch that was killed while writing its first record is a first launch again")
  func tornFirstRecord() throws {
    let rig = Rig(try TestFlow.compile(Self.launches))
    try rig.launch()
    let bytes = rig.journal.bytes
    for count in 1..<bytes.count {
      let torn = Rig(rig.flow)
      torn.journal.bytes = Array(bytes[..<count])
      try torn.launch()
      #expect(try Self.kind(torn) == "first", "\(count) bytes")
    }
  }

  @Test(
    "ENT-3: whatever bytes a journal holds, the launch works and deletes nothing (seed printed)")
  func flippedJournals() throws {
    let seed: UInt64 = 20_240_611
    var entropy = SeededEntropy(seed: seed)
    let rig = Rig(try TestFlow.compile(Self.launches))
    try rig.launch()
    for name in ["A", "Ad", "Ada"] { try rig.type("name", name) }
    for round in 0..<400 {
      var bytes = rig.journal.bytes
      for _ in 0..<Int.random(in: 1...8, using: &entropy) {
        bytes[Int.random(in: 0..<bytes.count, using: &entropy)] ^= UInt8(
          truncatingIfNeeded: 1 << Int.random(in: 0..<8, using: &entropy))
      }
      let flipped = Rig(rig.flow)
      flipped.journal.bytes = bytes
      try flipped.launch()
      #expect(try flipped.screen() == "only", "seed \(seed), round \(round)")
      let name = try flipped.running.machine.value(of: 1)
      let known: [FactValue] = [.absent, .text("A".bytes), .text("Ad".bytes), .text("Ada".bytes)]
      #expect(known.contains(name), "seed \(seed), round \(round)")
      if Journal.read(bytes).record == nil {
        #expect(flipped.journal.asides == [bytes], "seed \(seed), round \(round)")
      }
    }
  }

  @Test("A journal of another flow is set aside, and preferences and secrets still count")
  func foreignJournal() throws {
    let rig = Rig(try TestFlow.compile(Self.launches))
    let other = try Rig.atHome()
    rig.journal.bytes = other.journal.bytes
    rig.preferences.values["name".bytes] = #""Ada""#.bytes
    rig.secrets.values[SecretName(fact: "token".bytes)] = "CANARY".bytes
    try rig.launch()
    #expect(rig.notices == [.launch(.journalSetAside(.foreignFlow))])
    #expect(rig.journal.asides == [other.journal.bytes])
    #expect(rig.log.prefix(2) == ["journal aside", "forced record"])
    #expect(try rig.running.machine.value(of: 1) == .text("Ada".bytes))
    #expect(try rig.running.machine.isPresent(2))
    #expect(try Self.kind(rig) == "relaunch")
  }

  @Test("ENT-9: a journal of another version is set aside, and the flow learns of the update")
  func otherVersion() throws {
    let rig = Rig(try TestFlow.compile(Self.launches))
    try rig.launch()
    try rig.type("name", "Ada")
    let newer = Rig(
      try TestFlow.compile(Self.launches.replacing("version: 1", with: "version: 2")))
    newer.journal.bytes = rig.journal.bytes
    newer.preferences.values = rig.preferences.values
    try newer.launch()
    #expect(newer.notices == [.launch(.journalSetAside(.otherVersion(1)))])
    #expect(newer.journal.asides == [rig.journal.bytes])
    #expect(try newer.running.machine.value(of: 1) == .text("Ada".bytes))
    #expect(try Self.kind(newer) == "update")
  }

  @Test(
    "ENT-9: a journal of an earlier version continues, the flow learns of the update, and nothing is set aside"
  )
  func earlierVersion() throws {
    var files = ["test.flow.yaml": Self.launches]
    func read(_ path: String) -> [UInt8]? { files[path]?.bytes }
    func ship() throws -> Flow {
      files["test.flow.lock"] = FlowLocking.make(file: "test.flow.yaml", files: read).locking?.text
      return try TestFlow.compile("test.flow.yaml", read)
    }
    let rig = Rig(try ship())
    try rig.launch()
    try rig.type("name", "Ada")
    files["test.flow.yaml"] = Self.launches.replacing("version: 1", with: "version: 2")
      .replacing("name", with: "title").replacing("only.title", with: "only.name")
      .replacing("initial: only", with: "migrate: {facts: {name: title}}\ninitial: only")
    let newer = Rig(try ship())
    newer.journal.bytes = rig.journal.bytes
    newer.preferences.values = rig.preferences.values
    try newer.launch()
    #expect(newer.notices == [] && newer.journal.asides == [])
    #expect(try newer.running.machine.value(of: 1) == .text("Ada".bytes))
    #expect(newer.preferences.values["title".bytes] == #""Ada""#.bytes)
    #expect(try Self.kind(newer) == "update")
    // A second launch is one like any other.
    try newer.launch()
    #expect(try Self.kind(newer) == "relaunch")
  }

  @Test(
    "CMP-6, ENT-9: with an unusable journal the flow starts at its fallback, and its recording says so"
  )
  func fallback() throws {
    let text = Self.launches.replacing("initial: only", with: "initial: only\nfallback: sorry")
      .replacing("screens:\n", with: "screens:\n  sorry: {}\n")
    let rig = Rig(try TestFlow.compile(text))
    try rig.launch()
    #expect(try rig.screen() == "only")
    rig.journal.bytes = Array(repeating: 7, count: 100)
    try rig.launch()
    #expect(try rig.screen() == "sorry")
    #expect(rig.journal.asides.count == 1)
    let line = try #require(rig.recording.last { $0.starts(with: #"{"launch""#.bytes) })
    let replayed = try rig.flow.launchLine(line)
    #expect(replayed.context.isRecordLost && replayed.record == nil)
    let machine = try FlowMachine.launch(rig.flow, replayed.context)
    #expect(machine.screenState == rig.flow.state(named: "sorry".bytes))
    // It goes on from there.
    try rig.launch()
    #expect(try rig.screen() == "sorry")
  }

  @Test("A journal that cannot be set aside is not overwritten")
  func asideFails() throws {
    let rig = Rig(try TestFlow.compile(Self.launches))
    rig.journal.bytes = Array(repeating: 7, count: 100)
    rig.journal.fault = StorageFault(failingAtWrite: 1)
    try rig.launch()
    #expect(rig.journal.bytes == Array(repeating: 7, count: 100))
    try rig.type("name", "Ada")
    #expect(rig.journal.asides == [Array(repeating: 7, count: 100)])
    #expect(Journal.read(rig.journal.bytes).recordCount == 1)
    #expect(try rig.running.process.isCaughtUp)
  }

  @Test("A journal that cannot be read now is not an absent one: nothing is launched or changed")
  func lockedJournal() throws {
    let rig = try Rig.atHome()
    let bytes = rig.journal.bytes
    rig.journal.fault = StorageFault(.locked)
    #expect(throws: LaunchFailure.unreadable(.journal, .locked)) { try rig.launch() }
    rig.journal.fault = StorageFault()
    #expect(rig.journal.bytes == bytes)
    try rig.launch()
    #expect(try rig.screen() == "home")
  }

  @Test("CMP-4: secure storage that cannot be read yet signs no one out")
  func lockedSecrets() throws {
    let rig = try Rig.atHome()
    rig.secrets.fault = StorageFault(.locked)
    try rig.launch()
    #expect(try rig.screen() == "home")
    let token = try #require(rig.flow.fact(named: "tokenID".bytes))
    #expect(try rig.running.machine.isPresent(token))
    rig.secrets.fault = StorageFault()
    try rig.launch()
    #expect(try rig.running.machine.isPresent(token))
    #expect(rig.secrets.values.count == 2)
  }

  @Test("CMP-4: once secure storage can be read the flow learns what it contains")
  func unlockedSecrets() throws {
    let rig = try Rig.atHome()
    let token = try #require(rig.flow.fact(named: "tokenID".bytes))
    let refresh = try #require(rig.flow.fact(named: "refreshID".bytes))
    rig.secrets.fault = StorageFault(.locked)
    try rig.launch()
    func status(_ fact: FactID) throws -> Int64 {
      try rig.running.machine.chartState.cells[Int(fact)]
    }
    #expect(try status(token) == SecretStatus.unreadable)
    // Still locked: nothing changes.
    try rig.running.catchUp()
    #expect(try status(token) == SecretStatus.unreadable)
    rig.secrets.values[SecretName(fact: "refreshID".bytes)] = nil
    rig.secrets.fault = StorageFault()
    try rig.running.catchUp()
    #expect(try status(token) == SecretStatus.stored)
    #expect(try status(refresh) == absent)
    #expect(rig.recording.last?.string.contains(#""secretsReadable":["tokenID"]"#) == true)
    // It is told once.
    let lines = rig.recording.count
    try rig.running.catchUp()
    #expect(rig.recording.count == lines)
  }

  @Test("A preference with an invalid value is ignored and reported")
  func strangePreference() throws {
    let rig = Rig(try TestFlow.wallet.get())
    rig.preferences.values = [
      "news".bytes: #""yes""#.bytes, "balance".bytes: "12".bytes, "email".bytes: "{".bytes,
    ]
    try rig.launch()
    #expect(
      rig.notices == [
        .launch(.preferenceIgnored("email".bytes)), .launch(.preferenceIgnored("news".bytes)),
      ])
    let balance = try #require(rig.flow.fact(named: "balance".bytes))
    #expect(try rig.running.machine.value(of: balance) == .number(12))
  }

  @Test("A seal that no open request needs is erased at the next launch")
  func orphanedSeals() throws {
    let rig = try StorageFailureTests.readyToSignIn()
    try rig.tap("submit")
    let orphan = SecretName(
      fact: "password".bytes, seal: .init(request: "login".bytes, ticket: 99))
    rig.secrets.values[orphan] = "CANARY-old".bytes
    try rig.launch()
    #expect(rig.secrets.values[orphan] == nil)
    // That of the open request is still needed, and so is its mark.
    #expect(rig.secrets.values.count == 2)
    #expect(try rig.lastCall("login").body.string.contains("CANARY-password"))
  }
}
