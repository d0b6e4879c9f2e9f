import ArgumentParser
import Foundation
import IdentityDomain
import IdentityHTTP
import IdentityKeys
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
    abstract: "Check everything that `portico serve` checks, and say all that is wrong.",
    discussion: """
      Reads the same settings, files and keys, the page, and the store with its marks; makes, migrates and changes nothing. \
      Status 0 means that the server would start.
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
      let (found, refusals) = ServeConfiguration.read(
        flags: typed.compactMapValues { $0.map(WrittenSetting.Text.one) },
        environment: ProcessInfo.processInfo.environment
      ) { path throws(ServeRefusal) in try ReadableFile(path, named: "--config") }
      report.add(refusals)
      guard let settings = found else { return report }
      for failure in try Self.problems(with: settings) {
        if let refusal = failure as? ServeRefusal {
          report.add([settings.located(refusal)])
        } else {
          report.add([failure])
        }
      }
      guard report.isFine else { return report }
      try await look(at: ServePlan(settings), &report)
    } catch {
      report.add([error])
    }
    return report
  }

  /// What the files and settings of a server have wrong with them.
  private static func problems(with settings: ServeConfiguration) throws -> [any Error] {
    var failures: [any Error] = []
    let request = try ServeRequest(settings) { failures.append($0) }
    return failures + ServePlan.problems(request)
  }

  /// Whether another program listens on the port.
  private static func isTaken(_ http: HTTPSettings) throws -> Bool {
    do {
      try http.requireListenable()
      return false
    } catch HTTPSettingsProblem.cannotListen(_, _, EADDRINUSE) {
      return true
    }
  }

  private func look(at plan: ServePlan, _ report: inout Report) async throws {
    report.store = "\(plan.store.location)"
    report.publicUrl = plan.http.publicURL?.text
    if try plan.web.site(isDevelopment: false, brand: plan.brand) == nil, plan.web != .noPage {
      report.notes.append(WebFolder.missing)
    }
    for channel in [MessageChannel.email, .sms] where !plan.providers.channels.contains(channel) {
      report.notes.append("no provider is set for \(channel.plainName): none will be delivered")
    }
    if let marks = try await plan.store.location.marks() {
      try plan.masterKey.requireFit(marks, isDevelopment: plan.http.isDevelopment)
    } else if try await !plan.store.location.exists() {
      report.notes.append("there is no store yet; the first start makes it")
    }
    if try Self.isTaken(plan.http) {
      report.notes.append("port \(plan.http.port) is taken, as it is while the server runs")
    }
    let fitting = DescriptorBudget(
      plan, files: DescriptorLimit.possible(for: plan.http.limits.connections + 4_096))
    let connections = try fitting.connections(wanted: plan.http.limits.connections)
    if let warning = fitting.warning(
      wanted: plan.http.limits.connections, connections: connections)
    {
      report.notes.append(warning)
    }
  }
}

extension ConfigCheckCommand.Report {
  /// A line each, once.
  fileprivate mutating func add(_ failures: [any Error]) {
    for failure in failures {
      for line in SecretsInText.hidden("\(failure)").split(separator: "\n").map(String.init)
      where !problems.contains(line) {
        problems.append(line)
      }
    }
    isFine = problems.isEmpty
  }
}
