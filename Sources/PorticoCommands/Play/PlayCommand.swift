import ArgumentParser
import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation

/// `portico play`: a script taps.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a script on a simulated device.",
    discussion: """
      Prints the trace as lines of JSON and leaves with status 0 only if every expectation holds. \
      Requests get the answers that the script states; those that it leaves open go to the server \
      of --server, or get the answers that the flow declares as simulated.
      """)

  @Argument(help: "The path of a flow document, or the name of a shipped flow.")
  var flow: String

  @Option(help: "The play script.")
  var script: String

  @Flag(help: "Also play it once for each point at which the app can die.")
  var killEverywhere = false

  @Option(help: "Also write what happened to the flow, to be replayed by any host.")
  var record: String?

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let loaded = try FlowSource(flow).load()
    let facts = try options.facts(of: loaded)
    let play = try ScriptFile.read(script, for: loaded)
    let responder = options.server.map { _ in ServerResponder() }
    let player = Player(play, loaded, overrides: facts, responder: responder?.respond) {
      print(String(decoding: $0, as: UTF8.self))
    }
    var recording: [UInt8] = []
    if record != nil { player.device.record = { recording += $0 + [UInt8(ascii: "\n")] } }
    let failure = player.run()
    if let record { try Data(recording).write(to: URL(fileURLWithPath: record)) }
    if let failure {
      throw PlayFailed(description: "\(script): \(failure)")
    }
    if killEverywhere { try playKilled(play, loaded, facts) }
  }

  private func playKilled(_ play: PlayScript, _ flow: Flow, _ facts: [FactChange]) throws {
    let result = KillEverywhere(play, flow, overrides: facts).run()
    guard result.isPassed else {
      let lines = result.failures.map { "\($0.place): \($0.problems.joined(separator: "; "))" }
      throw PlayFailed(
        description: ([result.unkilledFailure?.description].compactMap { $0 } + lines)
          .joined(separator: "\n"))
    }
    print("{\"killed\":\(result.runCount),\"verdict\":\"passed\"}")
  }
}

struct PlayFailed: Error, CustomStringConvertible {
  let description: String
}

/// Answers a simulated device from a real server, and tells it how long that took.
struct ServerResponder: Sendable {
  private let http = LiveHTTP()
  private let clock = RuntimeClock.live()

  /// Waits for the answer on the calling thread; the simulated clock stands meanwhile and then
  /// moves by as much.
  func respond(_ call: OutgoingCall) -> (answer: Answer, delay: Int64) {
    let start = clock.now()
    let done = DispatchSemaphore(value: 0)
    let result = AnswerBox()
    Task { [http] in
      result.answer = await http.perform(call)
      done.signal()
    }
    done.wait()
    return (result.answer, clock.now() - start)
  }
}

/// Carries an answer from one task to the thread that waits for it.
private final class AnswerBox: @unchecked Sendable {
  // Unchecked: written before the semaphore is signalled, read after it was waited for.
  var answer = Answer.lost
}
