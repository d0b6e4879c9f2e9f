import ArgumentParser
import Foundation
import IdentityKeys
import IdentitySenders
import Logging

/// `portico serve`: the identity server.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run the identity server.",
    discussion: """
      Prints `listening on http://HOST:PORT` when it accepts calls, and serves until SIGTERM or \
      SIGINT; then calls in progress are answered first. It refuses to start where it would not be \
      safe, and says why. With --dev it needs nothing, listens on loopback only, and shows what it \
      sends at /dev/inbox.
      """)

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 picks a free one.")
  var port = 8080

  @Option(
    help: """
      Where everything is kept: sqlite:PATH. Default: sqlite:portico.sqlite, with --dev \
      sqlite:portico-dev.sqlite.
      """)
  var store: String?

  @Flag(
    help: "For development: an inbox that everybody on this machine can read, and no master key.")
  var dev = false

  @Option(help: "The https address under which clients reach the server.")
  var publicURL: String?

  @Option(
    name: .customLong("trusted-proxy"),
    help: "An address, or a range of them, of a proxy in front of the server. May be repeated.")
  var trustedProxies: [String] = []

  @Option(
    name: .customLong("origin"),
    help: """
      An origin whose pages may call the server, such as https://app.example.com. May be \
      repeated.
      """)
  var origins: [String] = []

  @Option(
    help: """
      A file of mode 0600 with 64 hex digits: the key under which the keys in the store \
      are encrypted. Or set PORTICO_MASTER_KEY.
      """)
  var masterKeyFile: String?

  @Option(
    name: .customLong("region"),
    help: """
      A country that gets text messages (ISO 3166-1), such as DE. May be repeated; with \
      --dev the default is every country, else none.
      """)
  var regions: [String] = []

  @Option(help: "What the service is called in messages to people.")
  var service = "Portico"

  @Option(help: "Whom mails are from: ADDRESS or 'NAME <ADDRESS>'.")
  var mailFrom: String?

  @Option(
    help: """
      The mail server: smtps://HOST[:PORT], or smtp://HOST[:PORT] for STARTTLS (plain on \
      loopback). PORTICO_SMTP_USER and PORTICO_SMTP_PASSWORD log in.
      """)
  var smtp: String?

  @Option(
    help: """
      The provider of SMS: twilio:SID, or webhook:URL of a program of your own. \
      PORTICO_SMS_TOKEN is its token.
      """)
  var sms: String?

  @Option(help: "Whom SMS are from, for Twilio: a number, a messaging service, or a name.")
  var smsFrom: String?

  func run() async throws {
    var log = Logger(label: "portico") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = .info
    do {
      let plan = try ServePlan(request)
      let server = try await RunningServer(plan, log: log)
      let isDevelopment = dev
      try await untilTermination {
        try await server.run { address in
          Self.say("listening on \(address)")
          guard isDevelopment else { return }
          Self.say(
            "development: on loopback only; everybody on this machine can read every code at "
              + "\(address)/dev/inbox, and the store is marked: it never serves people")
        }
      }
    } catch {
      FileHandle.standardError.write(Data("portico serve: \(error)\n".utf8))
      throw ExitCode.failure
    }
  }

  private var request: ServeRequest {
    let environment = ProcessInfo.processInfo.environment
    return ServeRequest(
      host: host, port: port, store: store, isDevelopment: dev, publicURL: publicURL,
      trustedProxies: trustedProxies, origins: origins, masterKeyFile: masterKeyFile,
      masterKeyText: environment[MasterKey.variable], regions: regions, service: service,
      operatorToken: environment["PORTICO_OPERATOR_TOKEN"], providers: providers(environment))
  }

  private func providers(_ environment: [String: String]) -> ProviderRequest {
    var request = ProviderRequest()
    (request.mailFrom, request.smtp) = (mailFrom, smtp)
    request.smtpUser = environment["PORTICO_SMTP_USER"]
    request.smtpPassword = environment["PORTICO_SMTP_PASSWORD"]
    (request.sms, request.smsFrom) = (sms, smsFrom)
    request.smsToken = environment["PORTICO_SMS_TOKEN"]
    return request
  }

  /// At once: who started the server waits for the line.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
