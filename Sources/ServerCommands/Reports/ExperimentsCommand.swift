import ArgumentParser
import Foundation
import IdentityDomain
import IdentityHTTP
import IdentityKeys
import PorticoCommands

/// `portico experiments`: what experiments showed.
struct ExperimentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "experiments", abstract: "Report on the identity server's experiments.",
    subcommands: [ReportCommand.self])

  /// `portico experiments report`
  struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "Report exposures and conversions of each variant.",
      discussion: """
        Reads the store while the server runs, and changes nothing. Use the same settings for store \
        and experiments as for `portico serve`.
        """)

    @Argument(help: "The experiment to show. Default: all.")
    var name: String?

    @Option(name: .setting(.config), help: .setting(.config)) var config: String?
    @Option(name: .setting(.store), help: .setting(.store)) var store: String?
    @Option(name: .setting(.experiments), help: .setting(.experiments)) var experiments: String?
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
      do {
        StandardOutput.write(try await text())
      } catch {
        for line in "\(error)".split(separator: "\n") {
          StandardError.write("portico experiments report: \(line)\n")
        }
        throw ExitCode.failure
      }
    }

    private func text() async throws -> String {
      let typed: [SettingKey: String?] = [
        .config: config, .store: store, .experiments: experiments,
      ]
      let settings = try ServeConfiguration(
        flags: typed.compactMapValues { $0.map(WrittenSetting.Text.one) },
        environment: ProcessInfo.processInfo.environment
      ) { path throws(ServeRefusal) in try ReadableFile(path, named: "--config") }
      let catalog = try settings.catalog(.experiments) { try ExperimentsFile.read($0) }
      let wanted = try Self.chosen(name, from: catalog ?? .standard)
      let address = try StoreAddress(settings.text(.store) ?? StoreAddress.standard)
      let store = try await address.existing().open()
      var reports: [ExperimentReport] = []
      for experiment in wanted {
        let counts = try await store.read("experiment.report") {
          try $0.participationCounts(in: experiment.id)
        }
        reports.append(ExperimentReport(experiment, counts))
      }
      try await store.close()
      guard json else { return ReportTable(reports).text }
      return try ReportDocument(reports, at: SystemClock().now().rfc3339).text
    }

    static func chosen(
      _ name: String?, from catalog: ExperimentCatalog
    ) throws(ServeRefusal) -> [Experiment] {
      guard let name else { return catalog.experiments }
      if let experiment = catalog[ID(name)] { return [experiment] }
      let known = catalog.experiments.map(\.id.text).joined(separator: ", ")
      throw ServeRefusal(
        "there is no experiment '\(name)'; choose one of: \(known.isEmpty ? "none" : known)")
    }
  }
}
