import IdentityDomain
import TestSupport
import Testing

/// Several servers with one store, each with its own clock and a copy of the keys that it refreshes
/// now and then.
private struct Fleet {
  struct Node {
    var offset: Duration
    var copy: KeySchedule
    var readAt: Timestamp
  }
  struct Token {
    let key: KeyID
    let signer: Int
    let expiresAt: Timestamp
  }

  let use: ServerKeyUse
  var stored: [ServerKey] = []
  var nodes: [Node] = []
  var made = 0
  var now: Timestamp

  init(_ use: ServerKeyUse, at now: Timestamp) {
    self.use = use
    self.now = now
  }

  func clock(_ node: Int) -> Timestamp { now + nodes[node].offset }

  /// A node reads the store and carries out its plan, in one transaction.
  mutating func refresh(_ node: Int) {
    let moment = clock(node)
    let plan = KeySchedule(stored, for: use).plan(at: moment)
    stored.removeAll { plan.retired.contains($0.id) }
    if let from = plan.nextActiveFrom {
      made += 1
      stored.append(
        ServerKey(
          id: KeyID("k\(made)"), use: use, sealed: [], createdAt: moment, activeFrom: from))
    }
    nodes[node].copy = KeySchedule(stored, for: use)
    nodes[node].readAt = now
  }

  mutating func add(_ offset: Duration) {
    nodes.append(Node(offset: offset, copy: KeySchedule([], for: use), readAt: now))
    refresh(nodes.count - 1)
  }
}

@Suite("Server keys over several nodes and clocks")
struct KeySchedulePropertyTests {
  private static let start = KeyScheduleTests.start

  /// How long a node can be without the store: the lead minus the difference of two clocks.
  private static let mostAge =
    SecurityRules.keyLead - SecurityRules.clockLeeway - SecurityRules.clockLeeway

  @Test("A node that reads the keys within the lead knows every key that another one uses")
  func late() throws {
    var random = SeededGenerator(announcing: "KeySchedulePropertyTests late", seed: 0x5E55)
    var rotations = 0
    var checks = 0
    for round in 0..<60 {
      let use = ServerKeyUse.allCases[round % 3]
      let term = KeyTerm.of(use)
      var fleet = Fleet(use, at: Self.start)
      for _ in 0..<(2 + random.below(3)) {
        fleet.add(.milliseconds(Int64(random.below(5_001))))
      }
      var tokens: [Fleet.Token] = []
      for _ in 0..<1_500 {
        fleet.now = fleet.now + Self.pause(&random, term)
        // A node that was away longer reads the keys before it serves again.
        for node in fleet.nodes.indices {
          let age = fleet.nodes[node].readAt + Self.mostAge
          if age <= fleet.now || random.chance(2) { fleet.refresh(node) }
        }
        let signer = random.below(fleet.nodes.count)
        let moment = fleet.clock(signer)
        let key = try #require(fleet.nodes[signer].copy.current(at: moment))
        tokens.append(
          Fleet.Token(key: key.id, signer: signer, expiresAt: moment + Self.life(use)))
        tokens.removeAll { token in
          let reader = random.below(fleet.nodes.count)
          let time = fleet.clock(reader)
          guard time < token.expiresAt + SecurityRules.clockLeeway else { return true }
          checks += 1
          let isKnown = fleet.nodes[reader].copy.readable(at: time)
            .contains { $0.id == token.key }
          #expect(isKnown, "seed \(random.seed) round \(round): \(token.key.text) at \(time)")
          return random.chance(30)
        }
      }
      rotations += fleet.made - 1
      #expect(fleet.stored.count <= 5, "\(use): \(fleet.stored.count) keys")
    }
    #expect(rotations > 60 && checks > 60_000, "\(rotations) rotations, \(checks) checks")
  }

  /// Usually shorter than the lifetime of what is made, sometimes as long as a key is current.
  private static func pause(_ random: inout SeededGenerator, _ term: KeyTerm) -> Duration {
    let most = [Duration.minutes(10), .hours(2), .hours(30), term.period][
      [0, 0, 1, 1, 1, 2, 2, 2, 2, 3][random.below(10)] % (random.chance(10) ? 4 : 3)]
    return .milliseconds(Int64(random.next() % UInt64(most.wholeMilliseconds)))
  }

  /// How long something made under a key is in use, at most.
  private static func life(_ use: ServerKeyUse) -> Duration {
    switch use {
    case .signing: SecurityRules.compatAccessTokenLifetime
    case .digest: SecurityRules.boundLimits.absolute + SecurityRules.endedSessionRetention
    case .sealing: SecurityRules.noticeLifetime
    case .factor: SecurityRules.factorKeyRetention
    }
  }

  @Test(
    "At each moment exactly one key is current, the same on all nodes with fresh copies")
  func one() throws {
    var random = SeededGenerator(announcing: "KeySchedulePropertyTests one", seed: 0xA11)
    for round in 0..<200 {
      let use = ServerKeyUse.allCases[round % 3]
      let term = KeyTerm.of(use)
      var fleet = Fleet(use, at: Self.start)
      for _ in 0..<4 { fleet.add(.zero) }
      for _ in 0..<200 {
        fleet.now = fleet.now + Self.pause(&random, term)
        for node in fleet.nodes.indices {
          let age = fleet.nodes[node].readAt + term.lead
          if age <= fleet.now || random.chance(5) { fleet.refresh(node) }
        }
        let current = Set(fleet.nodes.map { $0.copy.current(at: fleet.now)?.id })
        #expect(current.count == 1 && !current.contains(nil), "seed \(random.seed) round \(round)")
      }
    }
  }

  @Test("Whatever the clocks do, a key is current, none is removed early, and a plan runs once")
  func anyClocks() throws {
    var random = SeededGenerator(announcing: "KeySchedulePropertyTests any", seed: 0xC10C)
    var stepsBack = 0
    for round in 0..<400 {
      let use = ServerKeyUse.allCases[round % 3]
      let term = KeyTerm.of(use)
      var fleet = Fleet(use, at: Self.start)
      fleet.add(.zero)
      for _ in 0..<60 {
        let step = Self.pause(&random, term) * (random.chance(10) ? 40 : 1)
        let isBack = random.chance(35)
        stepsBack += isBack ? 1 : 0
        fleet.now = isBack ? fleet.now - step : fleet.now + step
        let before = KeySchedule(fleet.stored, for: use)
        let plan = before.plan(at: fleet.now)
        let working = try #require(before.current(at: fleet.now))
        #expect(!plan.retired.contains(working.id))
        for (place, key) in before.keys.enumerated() where plan.retired.contains(key.id) {
          let next = try #require(before.keys.dropFirst(place + 1).first)
          #expect(fleet.now >= next.activeFrom + term.retention)
        }
        if let from = plan.nextActiveFrom { #expect(from == fleet.now + term.lead) }
        fleet.refresh(0)
        // Carrying out a plan leaves nothing to plan, and does not change the current key.
        #expect(fleet.nodes[0].copy.plan(at: fleet.now).isEmpty)
        #expect(fleet.nodes[0].copy.current(at: fleet.now) == working)
        #expect(fleet.nodes[0].copy.readable(at: fleet.now).contains(working))
      }
      #expect(fleet.stored.count <= fleet.made)
      // Once the clock is right again, rotation continues: no key is current for three periods.
      for _ in 0..<6 {
        fleet.now = fleet.now + term.period
        fleet.refresh(0)
      }
      let last = try #require(fleet.nodes[0].copy.current(at: fleet.now))
      #expect(last.activeFrom > fleet.now - term.period * 3, "seed \(random.seed) round \(round)")
    }
    #expect(stepsBack > 5_000)
  }
}
