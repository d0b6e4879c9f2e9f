import ArgumentParser
import IdentityDomain
import IdentityKeys

struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Move a store to another engine, or settle one that was restored.",
    subcommands: [StoreCopyCommand.self, SettleCommand.self])
}

struct SettleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle",
    abstract: "Make a store safe that was brought back to an earlier moment.",
    discussion: """
      Run it after restoring a dump or a point in time, before a server starts: the store does not know \
      what happened since. All users have to sign in again, and pending messages are not sent. Stop every server \
      first. Needs --yes.
      """)

  @OptionGroup var options: StoreOptions
  @Flag(help: "Settle it, without which nothing is done.") var yes = false

  func run() async throws {
    try await commanding("store settle") {
      let location = try await options.location()
      try await location.requireClosed()
      guard yes else {
        throw ServeRefusal(
          "every session of \(location) would end, and the messages and codes that wait would be dropped; add --yes"
        )
      }
      let store = try await location.open()
      do {
        let now = (store.clock ?? SystemClock()).now()
        let settled = try await store.transaction("restore") { try $0.settleRestored(at: now) }
        try await store.close()
        Terminal.say("\(location): ready; \(settled.endedSessions) sessions ended")
      } catch {
        try? await store.close()
        throw error
      }
    }
  }
}
