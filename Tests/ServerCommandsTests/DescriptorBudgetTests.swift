import PorticoCommands
import Testing

@testable import ServerCommands

@Suite("Descriptors") struct DescriptorBudgetTests {
  private func budget(_ files: Int, transfers: Int = 32) -> DescriptorBudget {
    DescriptorBudget(files: files, loops: 2, transfers: transfers, pool: 8, reservedConnections: 16)
  }

  @Test("Connections get what is left of the limit, and no more than was asked for")
  func connections() throws {
    let reserve = budget(0).reserve
    #expect(reserve > 32 * 3)
    #expect(try budget(1_024).connections(wanted: 10_000) == 1_024 - reserve)
    #expect(try budget(20_000).connections(wanted: 10_000) == 10_000)
    #expect(try budget(reserve + 16).connections(wanted: 10_000) == 16)
    #expect(try budget(reserve + 1).connections(wanted: 1) == 1)
  }

  @Test("A limit that leaves no room is refused, with one that would be enough")
  func refused() throws {
    let reserve = budget(0).reserve
    let refusal = try #require(throws: ServeRefusal.self) {
      try budget(reserve + 15).connections(wanted: 10_000)
    }
    let text = refusal.description
    #expect(text.contains("\(reserve + 15)") && text.contains("\(reserve + 16)"))
    #expect(text.contains("LimitNOFILE") && text.contains("\(reserve + 10_000)"))
    #expect(!text.contains("\n"))
  }

  @Test("The log says when there are fewer connections than were set, and what to raise")
  func warning() {
    let tight = budget(1_024)
    #expect(tight.warning(wanted: 700, connections: 700) == nil)
    let text = tight.warning(wanted: 10_000, connections: 800)
    #expect(text?.contains("1024") == true && text?.contains("800") == true)
    #expect(text?.contains("\(tight.needed(for: 10_000))") == true)
  }

  @Test("256 files are enough for a server with every provider")
  func few() throws {
    #expect(try budget(256, transfers: 32).connections(wanted: 10_000) >= 16)
    #expect(try budget(256, transfers: 0).connections(wanted: 10_000) >= 100)
  }

  @Test("The limit is raised for what is needed, and never lowered")
  func raising() {
    let now = DescriptorLimit.raise(to: 0)
    #expect(now >= 64)
    #expect(DescriptorLimit.raise(to: now) == now)
    #expect(DescriptorLimit.possible(for: now) == now)
    #expect(DescriptorLimit.possible(for: .max) >= now)
  }
}
