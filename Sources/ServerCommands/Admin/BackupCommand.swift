import ArgumentParser
import Foundation
import IdentityDomain
import IdentityKeys
import PorticoCommands

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up a store to one file while the server runs.",
    discussion: """
      The backup contains everything acknowledged before it started. It has mode 0600, is verified by \
      reading it back, and is on disk when the command ends. It is useless without the master key.
      """)

  @OptionGroup var options: StoreOptions

  @Option(help: "The file to create; an existing file is never overwritten.")
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
    abstract: "Restore a store from a backup.",
    discussion: """
      All users have to sign in again, and pending messages are not sent: the backup cannot know \
      what happened since. Afterwards, start the server with the same master key.
      """)

  @Argument(help: "The backup; it is not changed.")
  var file: String

  @Option(help: "The store to create: sqlite:PATH; an existing store is never overwritten.")
  var store: String

  func run() async throws {
    try await commanding("restore") {
      let location = try StoreAddress(store).location
      // What is closed to this user is told when it is opened.
      guard PathSpelling.isThere(file) || errno == EACCES else {
        let question = PathSpelling.question(file)
        throw ServeRefusal(
          "there is no backup at \(file)"
            + (question.isEmpty ? "; name a file that 'portico backup' has made" : question))
      }
      let restored = try await location.restore(
        file, unique: SystemRandomBytes().id(Self.self).text, at: SystemClock().now())
      Terminal.say("\(location): ready; \(restored.endedSessions) sessions ended")
    }
  }
}
