import ArgumentParser
import Foundation
import IdentityDomain
import IdentityKeys
import IdentityPasswords
import IdentityPhoneNumbers

struct UsersImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import accounts from another system, with their password hashes.",
    discussion: """
      The file has one JSON object per line; see docs/users-import.md. Existing accounts are not \
      changed, so you can import the same file again. Works while the server is running.
      """)

  @OptionGroup var options: StoreOptions

  @Argument(help: "The file; - reads standard input.")
  var file: String

  @Flag(
    help: "Make the store if there is none. Without it, that is taken for a mistake in its name.")
  var newStore = false

  @Flag(help: "Check every line without changing anything.")
  var dryRun = false

  func run() async throws {
    try await commanding("users import") {
      let lines = try LineReader(path: file)
      let store = try await options.open(mayMake: newStore && !dryRun)
      let threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
      let hasher = try await Argon2Hasher.started(threads: threads, places: UserImport.batch)
      let importing = UserImport(
        store: store, hasher: hasher, phones: StandardPhoneNumbers(), clock: SystemClock(),
        random: SystemRandomBytes(), isDryRun: dryRun)
      let summary = try await importing.run(lines.next) {
        Terminal.complain("line \($0.line): \($0.reason)")
      }
      await hasher.shutdown()
      try await store.close()
      Terminal.say(dryRun ? "\(summary) (nothing was changed)" : "\(summary)")
      guard summary.refused == 0 else { throw ExitCode.failure }
    }
  }
}
