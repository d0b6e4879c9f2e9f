import ArgumentParser
import IdentityDomain

struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Bring the tables of a store up to date. With --plan, only list the missing steps.",
    discussion: """
      A server does this when it starts. Make a backup first: afterwards, servers of earlier versions \
      refuse the store, unless the steps only add what such servers can leave alone.
      """)

  @OptionGroup var options: StoreOptions
  @Flag(help: "Only list the missing steps; change nothing.") var plan = false
  @Flag(help: "Print JSON.") var json = false

  /// The output of `--json`, as the store was before the command.
  struct Report: Codable, Hashable, Sendable {
    let store: String
    /// Steps that the store had gone through.
    let applied: [String]
    /// Steps that it lacked; without `--plan` they are done now.
    let missing: [String]
    let isPlan: Bool
  }

  func run() async throws {
    try await commanding("migrate") {
      let location = try await options.location()
      let applied = try await location.migrations()
      let missing = StoreMigration.allCases.map(\.rawValue).filter { !applied.contains($0) }
      if !plan { try await location.open().close() }
      let report = Report(
        store: "\(location)", applied: applied, missing: missing, isPlan: plan)
      if json { return try Terminal.say(json: report) }
      guard !missing.isEmpty else { return Terminal.say("\(location): up to date") }
      for step in missing { Terminal.say(plan ? "missing: \(step)" : "done: \(step)") }
    }
  }
}
