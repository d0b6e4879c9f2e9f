import Foundation
import IdentityDomain
import IdentitySQLite
import TestSupport
import Testing

@Suite("A killed process loses nothing that it acknowledged")
struct KillTests {
  /// `PORTICO_KILLS` widens a run.
  private static let rounds =
    ProcessInfo.processInfo.environment["PORTICO_KILLS"].flatMap { Int($0) } ?? 4

  @Test("After each SIGKILL under load the store opens intact, with every acknowledged write")
  func kill() async throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(announcing: "KillTests", seed: 4)
    var total = 0
    for round in 0..<Self.rounds {
      // Every other time two processes write to the file.
      let names = round % 2 == 0 ? ["\(round)a"] : ["\(round)a", "\(round)b"]
      let writers = try names.map { try Writer(["write", folder.path, $0]) }
      let counts = names.map { _ in 1 + random.below(400) }
      async let first = writers[0].lines(killAfter: counts[0])
      async let second = writers.count > 1 ? writers[1].lines(killAfter: counts[1]) : []
      let said = await first + second
      #expect(said.count >= counts.reduce(0, +), "\(said.prefix(3))")
      #expect(said.allSatisfy { $0.hasPrefix("+") || $0.hasPrefix("-") }, "\(said.prefix(3))")
      total += said.count

      let store = try folder.store()
      #expect(try await store.damage() == [])
      let added = said.filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
      let removed = Set(said.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) })
      let (missing, messages) = try await store.read("check") { tables in
        (
          try added.filter { try tables.account(ID($0)) == nil },
          Set(try tables.outboxMessages(most: .max).map(\.id.text))
        )
      }
      #expect(missing == [], "accounts that were acknowledged and are gone")
      // A removal may have been durable before it could be said: at most one for each writer.
      let gone = added.filter { !removed.contains($0) && !messages.contains($0) }
      #expect(gone.count <= 8 * names.count && gone.allSatisfy(Self.isRemoved), "\(gone)")
      #expect(removed.isDisjoint(with: messages), "removals that were undone")
      let halves = try await store.read("halves") { tables in
        try messages.filter { try tables.account(ID($0)) == nil }
      }
      #expect(halves == [], "half of a transaction")
      try store.close()
    }
    print("KillTests: \(Self.rounds) kills, \(total) acknowledged writes")
  }

  private static func isRemoved(_ name: String) -> Bool {
    name.split(separator: "-").last.flatMap { Int($0) }.map { $0 % 3 == 2 } ?? false
  }
}
