import Foundation
import TestSupport
import Testing

/// A few mutated seeds for each target. `PORTICO_FUZZ_ROUNDS` sets how many, `PORTICO_SEED` where
/// to start; `scripts/fuzz` searches further, guided by coverage.
@Suite("Bytes from outside", .timeLimit(.minutes(20)))
struct FuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let rounds = environment["PORTICO_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 20
  static let seed = environment["PORTICO_SEED"].flatMap { UInt64($0) } ?? 20_261_121

  @Test("The seeds are good: each target takes its own", arguments: FuzzTarget.allCases)
  func seeds(target: FuzzTarget) throws {
    #expect(!target.seeds.isEmpty)
    for (place, seed) in target.seeds.enumerated() {
      #expect(try target.run(seed), "seed \(place)")
    }
    for seed in target.flawedSeeds { try target.run(seed) }
  }

  @Test("Changed bytes crash nothing and break no promise", arguments: FuzzTarget.allCases)
  func changed(target: FuzzTarget) throws {
    print("fuzz \(target.rawValue): PORTICO_SEED=\(Self.seed)")
    var random = SeededGenerator(seed: Self.seed)
    let seeds = target.seeds + target.flawedSeeds
    for round in 0..<Self.rounds {
      let bytes = random.changed(random.pick(seeds))
      do {
        try target.run(bytes)
      } catch {
        Issue.record("round \(round) of seed \(Self.seed): \(error)")
        return
      }
    }
  }
}
