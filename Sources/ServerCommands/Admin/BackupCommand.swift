import ArgumentParser
import IdentityDomain
import IdentityKeys
import PorticoCommands

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a store while the server runs, into one file.",
    discussion: """
      The file holds everything that was acknowledged before, has mode 0600, was read back, and is \
      on the disk when the command ends. It is of no use without the master key.
      """)

  @OptionGroup var options: StoreOptions

  @Option(help: "The file to make; one that is there is never replaced.")
  var to: String

  func run() async throws {
    try await commanding("backup") {
      let made = try await options.location()
        .backUp(to: to, unique: SystemRandomBytes().id(Self.self).text)
      Terminal.say("\(to): \(made.size) bytes, tables as of \(made.version)")
    }
  }
}

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Make a store of a backup.",
    discussion: """
      Everybody has to sign in again, and no old message is sent: the backup cannot know what \
      happened since. Start the server with the same master key afterwards.
      """)

  @Argument(help: "The backup; it stays as it is.")
  var file: String

  @Option(help: "The store to make: sqlite:PATH; one that is there is never replaced.")
  var store: String

  func run() async throws {
    try await commanding("restore") {
      let location = try StoreAddress(store).location
      let question = PathSpelling.question(file)
      guard question.isEmpty else { throw ServeRefusal("there is no backup at \(file)\(question)") }
      let restored = try await location.restore(
        file, unique: SystemRandomBytes().id(Self.self).text, at: SystemClock().now())
      Terminal.say("\(location): ready; \(restored.endedSessions) sessions ended")
    }
  }
}
