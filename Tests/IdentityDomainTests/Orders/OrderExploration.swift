import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport

/// All orders of acts up to a length, states that are alike met once.
struct OrderExploration {
  /// The longest that strangers may keep an owner out of every way in (DEC-7).
  static let longestLockout = Duration.hours(1)

  private(set) var orderCount = 0
  private(set) var stateCount = 0
  private(set) var problems: [String] = []
  /// Acts that could be tried, and of them those that were not refused.
  private(set) var tried: Set<OrderAct> = []
  private(set) var done: Set<OrderAct> = []
  private(set) var longestWait = Duration.zero
  private(set) var longestPath: [OrderAct] = []

  private let rig = Rig()
  private let nobody: OrderWorld
  /// The states that were met, each with the acts that were left to do from there at most.
  private var met: [String: Int] = [:]

  init(victimsKey: String?, attackersKey: String?) {
    nobody = OrderWorld(
      now: rig.clock.now(),
      victim: Actor(key: victimsKey, password: "the holders own words"),
      attacker: Actor(key: attackersKey, password: "the attackers own words"))
  }

  /// What the owner did in peace before the two meet.
  static let beginnings: [[OrderAct.Victim]] = [
    [], [.register, .confirm, .login], [.beginPhone, .verifyPhone],
    [.register, .confirm, .login, .addNumber],
  ]

  /// - Parameter length: of the orders that begin with nobody; one less after the other beginnings.
  mutating func run(length: Int) async throws {
    for beginning in Self.beginnings {
      var world = nobody
      for act in beginning {
        var stage = await OrderStage(rig, world)
        try await stage.perform(.victim(act))
        world = await stage.result(of: .victim(act))
      }
      try await explore(from: world, length: beginning.isEmpty ? length : length - 1)
    }
  }

  private mutating func explore(from start: OrderWorld, length: Int) async throws {
    var border = [start]
    for left in (0..<length).reversed() {
      var next: [OrderWorld] = []
      for world in border {
        for act in OrderAct.all {
          var stage = await OrderStage(rig, world)
          orderCount += 1
          do {
            try await stage.perform(act)
            done.insert(act)
          } catch is Nothing {
            continue
          } catch {
            // What is refused may still have counted, or spent, something.
          }
          tried.insert(act)
          let result = await stage.result(of: act)
          let known = met.updateValue(max(left, met[result.likeness] ?? 0), forKey: result.likeness)
          if known == nil {
            stateCount += 1
            try await look(at: result)
          }
          if known ?? -1 < left { next.append(result) }
        }
      }
      border = next
    }
  }

  // MARK: What holds

  private mutating func look(at world: OrderWorld) async throws {
    let held = await attackersHoldings(world)
    if !held.isEmpty { problems.append("\(world.path): the attacker has \(held)") }
    let wait = await victimsWait(world)
    guard let wait else {
      problems.append("\(world.path): the owner does not get in, or not alone")
      return
    }
    guard wait > longestWait else { return }
    longestWait = wait
    longestPath = world.path
  }

  private func attackersHoldings(_ world: OrderWorld) async -> [String] {
    let accounts = world.victimsAccounts
    var held: [String] = []
    let open = world.tables.sessions.values.filter { session in
      session.family.end == nil && session.account.map(accounts.contains) ?? false
    }
    for session in open where world.attacker.grants.contains(where: { $0.session.id == session.id })
    {
      held.append("a session")
    }
    for device in world.tables.devices.values
    where accounts.contains(device.account) && device.key.text == "attacker" {
      held.append("a device")
    }
    for binding in world.tables.bindings.values where accounts.contains(binding.account) {
      let isOwn = [OrderWorld.address, OrderWorld.number].contains(binding.identifier.text)
      if !isOwn { held.append("an identifier") }
    }
    for identity in world.tables.federatedIdentities.values
    where accounts.contains(identity.account) && identity.subject.subject != "victim" {
      held.append("a provider")
    }
    var stage = await OrderStage(rig, world)
    let count = stage.world.attacker.grants.count
    for act in [OrderAct.Attacker.login, .pollPhone, .guessCode, .beginPhone, .claimByProvider] {
      try? await stage.perform(.attacker(act))
    }
    let later = stage.world.attacker.grants.dropFirst(count)
    if later.contains(where: { $0.session.account.map(accounts.contains) ?? false }) {
      held.append("a way in")
    }
    return held
  }

  /// How long it takes until the owner is in, and has thrown out whoever copied a token.
  private func victimsWait(_ world: OrderWorld) async -> Duration? {
    for wait in [Duration.zero, .minutes(15), .minutes(30), .hours(1), .days(1)] {
      for way in Self.ways {
        var stage = await OrderStage(rig, world)
        rig.clock.advance(wait)
        stage.world.victim.grants = []
        for act in way { try? await stage.perform(.victim(act)) }
        guard let grant = stage.world.victim.grants.last else { continue }
        guard let account = grant.session.account else { continue }
        let isTheirs = await stage.result(of: .aDay).victimsAccounts.contains(account)
        guard isTheirs, await isAlone(stage) else { continue }
        return wait
      }
    }
    return nil
  }

  private static let ways: [[OrderAct.Victim]] = [
    [.beginCode, .completeCode], [.beginPhone, .verifyPhone], [.recover, .login],
    [.register, .confirm, .login], [.mailedPassword],
  ]

  /// After a sign-out everywhere no copied token opens anything.
  private func isAlone(_ stage: OrderStage) async -> Bool {
    var stage = stage
    guard !stage.world.attacker.stolen.isEmpty else { return true }
    try? await stage.perform(.victim(.signOutEverywhere))
    for act in [OrderAct.Attacker.renew, .addOwnAddress, .addOwnNumber, .endOtherSessions] {
      if (try? await stage.perform(.attacker(act))) != nil { return false }
    }
    return true
  }
}
