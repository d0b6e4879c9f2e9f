import ArgumentParser
import FlowDefinition
import FlowRuntime
import Foundation
import Synchronization

/// `portico swarm`: many devices at once, against a server that somebody runs.
struct SwarmCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swarm",
    abstract: "Let many virtual devices run a flow against a server.",
    discussion: """
      Each device runs the flow with the engine and the client of real apps over HTTP: its person fills in the forms, \
      arrives at a goal of the document, comes back after the app was killed without signing in again, signs out and \
      signs in again. Codes are read from the server's development inbox (`serve --dev`), or at --inbox; without either a \
      device that is asked for a code does not get further. Reports the requests with their rates and latencies, and each \
      device that did not end where it should, with the command that repeats it; also after SIGINT and SIGTERM. Exits with \
      status 0 only if there is no such device. It creates accounts, so use it only on your own servers.
      """)

  @Argument(help: "The path of a flow document, or the name of a shipped flow.")
  var flow: String = "entry"

  @Option(help: "The number of devices.")
  var devices = 100

  @Option(help: "How many devices begin each second.")
  var arrivals = 10.0

  @Option(
    help: """
      How long devices that have arrived rest and come back, such as 10m, from the start. Default: each goes \
      through all parts of its journey once.
      """)
  var duration: DurationOption?

  @Option(help: "The mean time that a person looks at a screen before tapping.")
  var think = DurationOption(milliseconds: 2_000)

  @Option(help: "With --duration: the mean time between two visits.")
  var rest = DurationOption(milliseconds: 10_000)

  @Option(help: "How long one part of a journey may take.")
  var patience = DurationOption(milliseconds: 120_000)

  @Option(
    help: """
      What the network does to exchanges: `good` nothing, `mobile` short delays and few losses, `bad` long delays and many losses.
      """)
  var network: NetworkQuality = .good

  @Option(help: "The probability, from 0 to 0.9, that a call of the flow meets a kill of the app.")
  var kills = 0.0

  @Option(help: "The share of people, from 0 to 1, who use a phone number rather than an address.")
  var phones = 0.0

  @Option(help: "The maximum number of connections to the server.")
  var connections = 192

  @Option(
    help: """
      The URL where codes can be read of a server that has no development inbox: asked with `?to=` and an address or number, \
      it returns an array of the messages, the newest first, each with `sent_at` and perhaps `code`.
      """)
  var inbox: String?

  @Option(help: "What is left to chance follows from this number. Default: another one each time.")
  var seed: UInt64?

  @Option(help: "Run only this device of the swarm, from 1.")
  var device: Int?

  @Flag(help: "Print the report as JSON.")
  var json = false

  @OptionGroup var options: ConfigurationOptions

  func validate() throws {
    func require(_ isRight: Bool, _ words: String) throws {
      if !isRight { throw ValidationError(words) }
    }
    try require((1...1_000_000).contains(devices), "--devices must be from 1 to 1000000.")
    try require(
      arrivals > 0 && arrivals <= 10_000, "--arrivals must be greater than 0, and at most 10000.")
    try require((0...0.9).contains(kills), "--kills must be from 0 to 0.9.")
    try require((0...1).contains(phones), "--phones must be from 0 to 1.")
    try require((6...60_000).contains(connections), "--connections must be from 6 to 60000.")
    try require(patience.milliseconds > 0, "--patience must be longer than 0.")
    try require(
      device.map { (1...1_000_000).contains($0) } ?? true, "--device must be from 1 to 1000000.")
  }

  func run() async throws {
    guard let address = options.server else {
      throw ValidationError(
        "Give the server that the devices should use, for example `--server http://127.0.0.1:8080`."
      )
    }
    let source = try FlowSource(flow)
    let loaded = try SwarmFlow(document: source.document, files: source.files)
    let plan = try plan(for: loaded)
    let server = address.hasSuffix("/") ? String(address.dropLast()) : address
    guard let url = URL(string: server), LiveTransfer.isAllowed(url) else {
      throw ValidationError(
        "`\(address)` is not on this machine, so its address has to begin with `https://`.")
    }
    let inbox = try await findInbox(of: server)
    _ = DescriptorLimit.raise(to: connections + Self.reservedFiles)
    let isShown = StandardError.isTerminal
    let run = SwarmRun(
      flow: loaded, plan: plan, server: server, device: device, connections: connections,
      inbox: inbox)
    let made = Mutex<SwarmReport?>(nil)
    try await untilTermination {
      let report = await run.run(
        show: isShown ? { @Sendable in StandardError.write("\r\u{1B}[K\($0)") } : nil)
      made.withLock { $0 = report }
    }
    guard let report = made.withLock({ $0 }) else { return }
    if isShown { StandardError.write("\r\u{1B}[K") }
    print(json ? try report.json : report.text)
    guard report.stuck.isEmpty else { throw ExitCode(1) }
  }

  /// - Returns: nil where codes cannot be read.
  private func findInbox(of server: String) async throws -> SwarmInbox? {
    let own = SwarmInbox(server: server)
    if try await own.isThere() { return own }
    guard let inbox else {
      StandardError.write(
        "The server has no development inbox (`serve --dev`): a device that is asked for a code gets no further.\n"
      )
      return nil
    }
    let other = SwarmInbox(address: inbox)
    guard try await other.isThere() else {
      throw ValidationError(
        "`\(inbox)` does not return an array of messages. Give the URL of one that does as --inbox."
      )
    }
    return other
  }

  /// For everything but connections to the server: the runtime, and for each session of Foundation a few.
  private static let reservedFiles = 256

  private func plan(for loaded: SwarmFlow) throws -> SwarmPlan {
    var plan = SwarmPlan()
    plan.devices = devices
    plan.arrivals = arrivals
    plan.duration = duration?.milliseconds ?? 0
    plan.think = think.milliseconds
    plan.rest = rest.milliseconds
    plan.patience = patience.milliseconds
    plan.network = network
    plan.kills = kills
    plan.phones = phones
    plan.seed = seed ?? LiveEntropy.next() % 1_000_000
    plan.stamp = Int64(Date().timeIntervalSince1970)
    plan.facts = try options.facts(of: loaded.flow)
    plan.words = words
    return plan
  }

  /// The command line without what chooses a device.
  private var words: [String] {
    var words = [flow]
    if let server = options.server { words += ["--server", server] }
    if let inbox { words += ["--inbox", inbox] }
    for setting in options.settings { words += ["--set", setting] }
    if let duration { words += ["--duration", duration.text] }
    words += ["--think", think.text, "--rest", rest.text, "--patience", patience.text]
    words += ["--network", network.rawValue, "--kills", "\(kills)", "--phones", "\(phones)"]
    return words
  }
}

/// A duration on the command line, such as `500ms`, `2s` or `10m`.
struct DurationOption: ExpressibleByArgument, CustomStringConvertible {
  let milliseconds: Int64

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  init?(argument: String) {
    guard let length = DurationSyntax.milliseconds(argument), length >= 0 else { return nil }
    milliseconds = length
  }

  var text: String { milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms" }
  var description: String { text }
  var defaultValueDescription: String { text }
}

extension NetworkQuality: ExpressibleByArgument {}

extension SwarmReport {
  fileprivate var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.keyEncodingStrategy = .convertToSnakeCase
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
