import ArgumentParser
import Foundation
import IdentityDomain
import Logging
import PorticoCommands

/// `portico serve`: the identity server.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run the identity server.",
    discussion: """
      Prints `listening on http://HOST:PORT` when it accepts requests, and runs until SIGTERM or \
      SIGINT, when it first answers requests in progress. It refuses to start with an unsafe \
      configuration, and says why. With --dev it needs no settings, listens on loopback only, and \
      shows the messages it sends at /dev/inbox.

      Settings are also read from the file given by --config and from the environment \
      (PORTICO_PUBLIC_URL for public_url). Settings without a flag: \(Setting.flagless). \
      docs/operations.md explains each of them.
      """)

  // Names and texts stand in the table of settings; values are read by its rules.
  @Option(name: .setting(.config), help: .setting(.config)) var config: String?
  @Flag(name: .setting(.dev), help: .setting(.dev)) var dev = false
  @Option(name: .setting(.flow), help: .setting(.flow)) var flow: String?
  @Option(name: .setting(.host), help: .setting(.host)) var host: String?
  @Option(name: .setting(.port), help: .setting(.port)) var port: String?
  @Option(name: .setting(.publicURL), help: .setting(.publicURL)) var publicURL: String?
  @Option(name: .setting(.trustedProxies), help: .setting(.trustedProxies))
  var trustedProxies: [String] = []
  @Option(name: .setting(.proxyHeader), help: .setting(.proxyHeader)) var proxyHeader: String?
  @Option(name: .setting(.origins), help: .setting(.origins)) var origins: [String] = []
  @Option(name: .setting(.web), help: .setting(.web)) var web: String?
  @Option(name: .setting(.store), help: .setting(.store)) var store: String?
  @Option(name: .setting(.masterKeyFile), help: .setting(.masterKeyFile))
  var masterKeyFile: String?
  @Option(name: .setting(.brand), help: .setting(.brand)) var brand: String?
  @Option(name: .setting(.service), help: .setting(.service)) var service: String?
  @Option(name: .setting(.regions), help: .setting(.regions)) var regions: [String] = []
  @Option(name: .setting(.mailFrom), help: .setting(.mailFrom)) var mailFrom: String?
  @Option(name: .setting(.smtp), help: .setting(.smtp)) var smtp: String?
  @Option(name: .setting(.sms), help: .setting(.sms)) var sms: String?
  @Option(name: .setting(.smsFrom), help: .setting(.smsFrom)) var smsFrom: String?
  @Option(name: .setting(.fcm), help: .setting(.fcm)) var fcm: String?
  @Option(name: .setting(.apns), help: .setting(.apns)) var apns: String?
  @Option(name: .setting(.apnsKey), help: .setting(.apnsKey)) var apnsKey: String?
  @Flag(name: .setting(.apnsSandbox), help: .setting(.apnsSandbox)) var apnsSandbox = false
  @Option(name: .setting(.providers), help: .setting(.providers)) var providers: String?
  @Option(name: .setting(.markets), help: .setting(.markets)) var markets: String?
  @Option(name: .setting(.experiments), help: .setting(.experiments)) var experiments: String?
  @Option(name: .setting(.log), help: .setting(.log)) var log: String?
  @Option(name: .setting(.logLevel), help: .setting(.logLevel)) var logLevel: String?

  /// What was typed. A test goes through the table and finds each of its flags here.
  var flags: [SettingKey: WrittenSetting.Text] {
    let texts: [SettingKey: String?] = [
      .config: config, .dev: dev ? "true" : nil, .flow: flow, .host: host, .port: port,
      .publicURL: publicURL,
      .proxyHeader: proxyHeader, .store: store, .masterKeyFile: masterKeyFile, .service: service,
      .mailFrom: mailFrom, .smtp: smtp, .sms: sms, .smsFrom: smsFrom, .markets: markets,
      .providers: providers,
      .experiments: experiments, .log: log, .logLevel: logLevel, .fcm: fcm, .apns: apns,
      .apnsKey: apnsKey, .web: web, .brand: brand, .apnsSandbox: apnsSandbox ? "true" : nil,
    ]
    let lists: [SettingKey: [String]] = [
      .trustedProxies: trustedProxies, .origins: origins, .regions: regions,
    ]
    let one = texts.compactMapValues { $0.map(WrittenSetting.Text.one) }
    return one.merging(
      lists.filter { !$0.value.isEmpty }.mapValues(WrittenSetting.Text.several)
    ) { first, _ in first }
  }

  /// How long the end waits for who reads the log.
  private static let logWait = Duration.seconds(1)

  private var isDevelopment: Bool { dev || flow != nil }

  func run() async throws {
    do {
      let configuration = try ServeConfiguration(
        flags: flags, environment: ProcessInfo.processInfo.environment
      ) { path throws(ServeRefusal) in try ReadableFile(path, named: "--config") }
      let plan = try ServePlan(configuration)
      let isDevelopment = isDevelopment
      let log = plan.log.logger()
      let live = plan.live
      let site = try plan.web.site(
        isDevelopment: isDevelopment, live: live, brand: plan.brand)
      guard live == nil || site != nil else {
        throw ServeRefusal(
          "--flow: there is no page to show it in; build one with scripts/web, or name its folder with --web",
          about: .flow)
      }
      if let site {
        log.info("page", metadata: ["files": "\(site.count)"])
      } else if plan.web != .noPage {
        log.notice("\(WebFolder.missing)")
      }
      let server = try await RunningServer(plan, log: log, site: site)
      let manager = ServiceManager(environment: ProcessInfo.processInfo.environment, log: log)
      try await untilTermination {
        try await withTaskCancellationHandler {
          try await server.run { address in
            Self.say("listening on \(address)")
            manager.ready(at: address)
            if let live {
              Self.say(
                "\(live.name) is at \(address)\(live.address), and follows each save of its document"
              )
              for problem in live.current.problems { StandardError.write("\(problem)\n") }
            }
            guard isDevelopment else { return }
            Self.say(
              "development mode: on loopback only; anyone on this machine can read every code at "
                + "\(address)/dev/inbox, and the store is marked as one that never serves real users"
            )
          }
        } onCancel: {
          manager.stopping()
        }
      }
      await LogLines.standardError.settle(within: Self.logWait)
    } catch {
      await LogLines.standardError.settle(within: Self.logWait)
      for line in SecretsInText.hidden("\(error)").split(separator: "\n") {
        StandardError.write("portico serve: \(line)\n")
      }
      throw (error as? any StatusFailure).map { ExitCode($0.status.rawValue) } ?? .failure
    }
  }

  /// At once: who started the server waits for the line.
  private static func say(_ line: String) {
    StandardOutput.write(line + "\n")
  }
}
