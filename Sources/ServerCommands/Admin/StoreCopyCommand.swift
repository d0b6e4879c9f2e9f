import ArgumentParser
import IdentityDomain
import IdentityKeys
import PorticoCommands

struct StoreCopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Move everything from a SQLite store to a new PostgreSQL database.",
    discussion: """
      Stop the server first; the copy refuses a store that is open. Users stay signed in: start the server with the \
      new store and the same master key. The old file is kept, marked, so that no server opens it by mistake. \
      If anything fails, the old store is as it was.
      """)

  @OptionGroup var options: StoreOptions
  @Option(help: "The new store: postgres://USER@HOST/DATABASE, an empty database.")
  var to: String
  @Flag(help: "Only try it: the old store stays in use.") var trial = false
  @Option(help: "Give up after this many seconds, with the old store as it was.")
  var maxSeconds = 900
  @Flag(help: "Print JSON.") var json = false

  struct Report: Codable, Hashable, Sendable {
    let from: String
    let to: String
    let rows: Int
    let seconds: Double
    let isTrial: Bool
  }

  private func seconds(_ time: Double) -> String {
    let tenths = Int((time * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  func validate() throws {
    guard maxSeconds > 0 else { throw ValidationError("--max-seconds must be at least 1") }
  }

  func run() async throws {
    try await commanding("store copy") {
      let from = try await options.location()
      let target = try StoreAddress(to, option: "--to").location { Terminal.complain($0) }
      let start = ContinuousClock.now
      let watch = CopyWatch(
        begins: { rows in
          Terminal.complain(
            "copying \(rows) rows of \(from) to \(target), in at most \(maxSeconds) s; no server can run "
              + "meanwhile")
        },
        goesOn: { copied in
          guard ContinuousClock.now - start < .seconds(maxSeconds) else {
            throw ServeRefusal(
              "not done after \(maxSeconds) s and \(copied) rows; \(from) is as it was. Raise --max-seconds"
            )
          }
        })
      let rows = try await from.copy(to: target, then: trial ? .inUse : .retired, watch)
      let time = (ContinuousClock.now - start) / .seconds(1)
      let report = Report(
        from: "\(from)", to: "\(target)", rows: rows, seconds: time, isTrial: trial)
      if json { return try Terminal.say(json: report) }
      Terminal.say("copied \(rows) rows in \(seconds(time)) s")
      Terminal.say(
        trial
          ? "\(from) stays in use; drop the copy before the next one"
          : "start the server with --store \(to); \(from) is kept, and no server opens it")
    }
  }
}
