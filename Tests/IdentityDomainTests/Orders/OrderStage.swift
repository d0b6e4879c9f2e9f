import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport

/// Performs acts on a rig. A refusal is thrown.
struct OrderStage {
  let rig: Rig
  var world: OrderWorld

  init(_ rig: Rig, _ world: OrderWorld) async {
    self.rig = rig
    self.world = world
    await rig.store.restore(world.tables)
    rig.clock.set(world.now)
  }

  mutating func perform(_ act: OrderAct) async throws {
    switch act {
    case .aDay: rig.clock.advance(.hours(24) + .minutes(1))
    case .aSleep: rig.clock.advance(.days(91))
    case .victim(let act):
      rig.clock.advance(.minutes(2))
      try await perform(act)
    case .attacker(let act):
      rig.clock.advance(.minutes(2))
      try await perform(act)
    }
  }

  /// The world as it is now.
  func result(of act: OrderAct) async -> OrderWorld {
    var world = world
    world.tables = await rig.store.snapshot
    world.now = rig.clock.now()
    world.path.append(act)
    return world
  }

  var service: IdentityService { rig.service }
}

/// The act is not possible in this state.
struct Nothing: Error {}
