import PorticoCommands
import Testing

@Suite("What a swarm leaves to chance")
struct DeviceRandomTests {
  @Test("A device draws the same numbers each time, and others than its neighbours")
  func repeats() {
    func drawn(_ device: Int, _ subject: DeviceRandom.Subject) -> [UInt64] {
      var random = DeviceRandom(seed: 7, device: device, subject)
      return (0..<4).map { _ in random.next() }
    }
    #expect(drawn(3, .network) == drawn(3, .network))
    #expect(Set([drawn(3, .network), drawn(4, .network), drawn(3, .kills)]).count == 3)
  }

  @Test("Devices begin at the rate that was asked for, in their order")
  func arrivals() {
    var plan = SwarmPlan()
    plan.arrivals = 50
    let times = (1...1000).map { plan.arrival(of: $0) }
    #expect((19_000...20_100).contains(times.max() ?? 0))
    #expect(zip(times, times.dropFirst(2)).allSatisfy { $0 <= $1 })
  }

  @Test(
    "Each network loses as much as it says",
    arguments: [(NetworkQuality.good, 0.0), (.mobile, 0.02), (.bad, 0.16)])
  func faults(quality: NetworkQuality, rate: Double) {
    var random = DeviceRandom(seed: 1, device: 1, .network)
    let exchanges = (0..<20_000).map { _ in quality.exchange(&random) }
    let faults = exchanges.compactMap(\.fault)
    #expect(abs(Double(faults.count) / 20_000 - rate) < 0.01)
    #expect(Set(faults).count == (rate > 0 ? 4 : 0))
    #expect(rate > 0 || exchanges.allSatisfy { $0.delay == 0 })
  }

  @Test("Kills come at their rate, during a call and right after it")
  func kills() {
    var random = DeviceRandom(seed: 1, device: 1, .kills)
    let plans = (0..<10_000).map { _ in KillPlan.drawn(rate: 0.1, &random) }
    let killed = plans.filter { $0 != .never }
    #expect((900...1100).contains(killed.count))
    #expect((400...600).contains(killed.filter { $0 == .after }.count))
    #expect((0..<100).allSatisfy { _ in KillPlan.drawn(rate: 0, &random) == .never })
  }

  @Test(
    "Without a duration everybody goes through all parts once; without a way out nobody signs in again"
  )
  func journey() {
    func parts(canSignOut: Bool) -> [Chapter] {
      var journey = Journey(SwarmPlan(), device: 1, end: 0, canSignOut: canSignOut)
      var parts: [Chapter] = []
      while let part = journey.chapter(at: 1) { parts.append(part) }
      return parts
    }
    #expect(parts(canSignOut: true) == [.arrive, .comeBack, .signOut, .signIn, .comeBack])
    #expect(parts(canSignOut: false) == [.arrive, .comeBack])
  }

  @Test("With a duration they come back until it is over, and nobody is left signed out")
  func visits() {
    var journey = Journey(SwarmPlan(), device: 2, end: 100, canSignOut: true)
    var parts: [Chapter] = []
    for now in Int64(1)..<100 { parts += [journey.chapter(at: now)].compactMap { $0 } }
    #expect(parts.count == 99 && parts.first == .arrive)
    #expect(Set(parts) == [.arrive, .comeBack, .signOut, .signIn])
    let rest = [journey.chapter(at: 100), journey.chapter(at: 101)].compactMap { $0 }
    #expect(rest == (parts.last == .signOut ? [.signIn] : []))
  }
}
