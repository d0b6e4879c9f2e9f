import FlowRuntime
import Portico
import PorticoTesting
import TestSupport
import Testing

/// Links that the system delivers to every visible view in one turn of the main actor.
@MainActor @Suite("Links that reach more than one view", .timeLimit(.minutes(20)))
struct LinkTests {
  private let house = FlowHouse()

  /// Home, with the account centre over it.
  private func shown(_ body: (AppEntry, AppEntry) async throws -> Void) async throws {
    let stack = house.stack()
    try await house.show(stack) {
      let home = stack.flows[0].entry
      try await house.signIn(home)
      let account = try #require(home.account)
      let view = Task { await account.run() }
      try await house.until { account.entry?.scene.screen?.name == "menu" }
      try await body(home, try #require(account.entry))
      view.cancel()
      await view.value
    }
  }

  private func opened(_ addresses: [String]) -> [String] {
    addresses.map { "openDestination \(JSONValue.object(["destination": .text($0)]))" }
  }

  @Test(
    "ENT-6: two windows are given one link in one turn, and it opens once; later, it opens again")
  func windows() async throws {
    try await shown { home, _ in
      for address in ["notes://7", "notes://7", "notes://8"] {
        let deliveries = [home.receive(address), home.receive(address)]
        for delivery in deliveries { await delivery.value }
      }
      // The last one comes after all that was taken for the first two.
      let expected = opened(["notes://7", "notes://7", "notes://8"])
      try await house.until { house.told.all.contains(expected[2]) }
      #expect(house.told.all == expected)
    }
  }

  @Test("ENT-6: under the account centre, which takes no links, a link still opens once")
  func account() async throws {
    try await shown { home, settings in
      let deliveries = [home.receive("notes://7"), settings.receive("notes://7")]
      for delivery in deliveries { await delivery.value }
      await settings.receive("notes://8").value
      // Delivered to a flow alone that has no use for it, it is lost, and nothing else happens.
      await home.receive("notes://9").value
      try await house.until { house.told.all.count >= 2 }
      #expect(house.told.all == opened(["notes://7", "notes://9"]))
      #expect(settings.scene.screen?.name == "menu")
    }
  }

  @Test("CMP-7: a return from a provider is kept once, and is not taken for a link of the app's")
  func returned() async throws {
    try await shown { home, settings in
      let address = FlowHouse.returnAddress + "?state=s&code=c"
      for count in 1...2 {
        let deliveries = [settings.receive(address), home.receive(address), home.receive(address)]
        for delivery in deliveries { await delivery.value }
        // The topmost flow is asked first, and nobody after it.
        #expect(house.returned.all == Array(repeating: "settings \(address)", count: count))
      }
      await home.opened(by: "notes://7")
      try await house.until { !house.told.all.isEmpty }
      #expect(house.told.all == opened(["notes://7"]))
    }
  }

  @Test("CMP-4, CMP-7: links wait while storage is locked, when a return looks like any other")
  func locked() async throws {
    let (house, isReadable) = (FlowHouse(), SharedList<Bool>())
    let entry = AppEntry(.entry, configuration: FlowHouse.plain, clock: house.clock.clock) {
      [make = house.parts(of: .entry)] () throws(StorageFailure) in
      if isReadable.all.isEmpty { throw .locked }
      return make
    }
    let life = Task { await entry.run() }
    try await entry.wait { $0.phase == .waitingForStorage }
    let address = FlowHouse.returnAddress + "?state=s&code=c"
    for link in [address, "notes://7"] { await entry.opened(by: link) }
    #expect(house.returned.all == [])
    isReadable.append(true)
    house.clock.advance(by: 500)
    try await house.signIn(entry)
    try await house.until { !house.told.all.isEmpty }
    #expect(house.returned.all == ["entry \(address)"])
    #expect(house.told.all == opened(["notes://7"]))
    life.cancel()
    await life.value
  }

  @Test("A thousand rounds of links from any of the views open each link once, in order")
  func rounds() async throws {
    try await shown { home, settings in
      var random = SeededRandom(seed: 24)
      var expected: [String] = []
      for round in 0..<1_000 {
        // Each is a turn, and none waits until an earlier one was passed on.
        let turns = (0..<4).map { turn in
          let (count, views) = (1 + random.next() % 3, random.next())
          return Task {
            for link in 0..<count {
              let address = "notes://\(round)/\(turn)/\(link)"
              expected.append(address)
              home.receive(address)
              if views & 1 << link != 0 { settings.receive(address) }
              if views & 8 << link != 0 { home.receive(address) }
            }
          }
        }
        for turn in turns { await turn.value }
        await home.receive("notes://\(round)").value
        expected.append("notes://\(round)")
      }
      try await house.until { house.told.all.count >= expected.count }
      #expect(house.told.all == opened(expected))
    }
  }
}
