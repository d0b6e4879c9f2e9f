import ArgumentParser
import IdentityDomain

struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "End sessions of users.",
    subcommands: [SessionsEndCommand.self])
}

struct SessionsEndCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end",
    abstract: "End one session (cause: revoked_by_administrator), and the trust in its device.",
    discussion: "`portico users show` lists the sessions of an account with their ids.")

  @OptionGroup var options: StoreOptions
  @OptionGroup var actor: OperatorOptions
  @Argument(help: "The id of the session.") var id: String
  @Flag(help: "Print JSON.") var json = false

  func run() async throws {
    try await commanding("sessions end") {
      let (name, id) = (try actor.name(), id)
      let wasOpen = try await options.withStore { store, now in
        try await store.transaction("operator.session") {
          try $0.endSession(ID(id), by: name, at: now)
        }
      }
      guard wasOpen else { throw ServeRefusal("there is no open session with the id \(id)") }
      try ActReport(act: "end_session", session: id, by: name.text).say(
        "session \(id) ended", json: json)
    }
  }
}
