import ArgumentParser
import Foundation
import IdentityDomain
import IdentityHTTP
import IdentitySenders
import PorticoCommands

struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Check the configuration of the server.",
    subcommands: [ConfigCheckCommand.self])
}

struct ConfigCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check everything that `portico serve` checks before it opens the store.",
    discussion: """
      Reads the same settings, files and keys, and the page; looks whether the store is there, and changes nothing. Status 0 \
      means that the server would start.
      """)

  @OptionGroup var options: StoreOptions
  @Flag(help: "Print JSON.") var json = false

  struct Report: Codable, Hashable, Sendable {
    var isFine = true
    var problems: [String] = []
    var notes: [String] = []
    var store: String?
    var publicUrl: String?
  }

  func run() async throws {
    try await commanding("config check") {
      let report = await report()
      if json {
        try Terminal.say(json: report)
      } else {
        for note in report.notes { Terminal.say("note: \(note)") }
        for problem in report.problems {
          for line in problem.split(separator: "\n") {
            Terminal.complain("portico config check: \(line)")
          }
        }
        if report.isFine { Terminal.say("the configuration is fine") }
      }
      guard report.isFine else { throw ExitCode.failure }
    }
  }

  func report() async -> Report {
    var report = Report()
    do {
      // The environment as `serve` reads it, also with variables that are none of its settings.
      let typed: [SettingKey: String?] = [.config: options.config, .store: options.store]
      let settings = try ServeConfiguration(
        flags: typed.compactMapValues { $0.map(WrittenSetting.Text.one) },
        environment: ProcessInfo.processInfo.environment
      ) { path throws(ServeRefusal) in try ReadableFile(path, named: "--config") }
      let plan = try ServePlan(settings)
      report.store = "\(plan.store.location)"
      report.publicUrl = plan.http.publicURL?.text
      if try plan.web.site(isDevelopment: false, brand: plan.brand) == nil, plan.web != .noPage {
        report.notes.append(WebFolder.missing)
      }
      for channel in [MessageChannel.email, .sms] where !plan.providers.channels.contains(channel) {
        report.notes.append("no provider is set for \(channel.plainName): none will be delivered")
      }
      if try await !plan.store.location.exists() {
        report.notes.append("there is no store yet; the first start makes it")
      }
      let fitting = DescriptorBudget(
        plan, files: DescriptorLimit.possible(for: plan.http.limits.connections + 4_096))
      let connections = try fitting.connections(wanted: plan.http.limits.connections)
      if let warning = fitting.warning(
        wanted: plan.http.limits.connections, connections: connections)
      {
        report.notes.append(warning)
      }
    } catch {
      report.problems = "\(error)".split(separator: "\n").map(String.init)
    }
    report.isFine = report.problems.isEmpty
    return report
  }
}
