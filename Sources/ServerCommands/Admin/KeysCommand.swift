import ArgumentParser
import Foundation
import IdentityDomain
import IdentityKeys

struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "List and rotate the server's keys.",
    subcommands: [KeysListCommand.self, KeysRotateCommand.self, KeysRewrapCommand.self])
}

/// The master key, as `serve` takes it.
struct MasterKeyOptions: ParsableArguments {
  @Option(
    help:
      "A file with mode 0600 that contains the master key. Alternatively, set PORTICO_MASTER_KEY.")
  var masterKeyFile: String?

  /// - Parameters:
  ///   - marks: a store of development needs none.
  ///   - settings: where it is named without a flag.
  /// - Throws: `MasterKeyFailure`
  func key(
    for marks: StoreMarks, _ settings: ServeConfiguration
  ) throws(MasterKeyFailure) -> MasterKey {
    do throws(MasterKeyFailure) {
      return try MasterKey.find(
        file: masterKeyFile ?? settings.text(.masterKeyFile),
        environment: settings.text(.masterKey))
    } catch .missing(let variable) {
      if marks.isDevelopment { return .development }
      throw .missingOfStore(variable: variable)
    } catch {
      throw error
    }
  }
}

struct KeysListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the ids and times of the keys, never the keys themselves. Needs no master key.")

  @OptionGroup var options: StoreOptions

  func run() async throws {
    try await commanding("keys list") {
      let store = try await options.open()
      for key in try await KeyAdministration(store: store).list() { Terminal.say(key.line) }
      try await store.close()
    }
  }
}

struct KeysRotateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Schedule new keys, which take effect a day later.",
    discussion: """
      Running servers pick them up automatically; no one is signed out. Anything made with the \
      current keys stays valid until it expires. Keys also rotate on their own schedule.
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var masterKey: MasterKeyOptions

  @Option(help: "signing, digest, sealing, factor, or all.")
  var kind = Kind.all

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case signing, digest, sealing, factor, all

    var uses: [ServerKeyUse] {
      switch self {
      case .signing: [.signing]
      case .digest: [.digest]
      case .sealing: [.sealing]
      case .factor: [.factor]
      case .all: ServerKeyUse.allCases
      }
    }
  }

  func run() async throws {
    try await commanding("keys rotate") {
      let store = try await options.open()
      let keys = KeyAdministration(store: store)
      let key = try masterKey.key(for: try await keys.marks(), options.settings())
      for planned in try await keys.rotate(kind.uses, under: key) { Terminal.say(planned.line) }
      try await store.close()
    }
  }
}

struct KeysRewrapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewrap",
    abstract: "Encrypt all keys of the store with a new master key.",
    discussion: """
      The keys themselves do not change, so no one is signed out. Restart every server with the new \
      master key within a day; until then running servers use the keys in memory. Earlier backups \
      still need the old master key.
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var masterKey: MasterKeyOptions

  @Option(help: "A file with mode 0600 that contains the new master key.")
  var newMasterKeyFile: String

  func run() async throws {
    try await commanding("keys rewrap") {
      let new = try MasterKey(file: newMasterKeyFile)
      let store = try await options.open()
      let keys = KeyAdministration(store: store)
      let old = try masterKey.key(for: try await keys.marks(), options.settings())
      let count = try await keys.rewrap(from: old, to: new)
      // What was encrypted under the old master key must not stay in the log.
      let isEmpty = try await store.eraseRemoved()
      try await store.close()
      Terminal.say("\(count) keys are now encrypted with the master key in \(newMasterKeyFile)")
      if !isEmpty {
        Terminal.say(
          "the write-ahead log could not be truncated because of open readers; the next cleanup will do it"
        )
      }
    }
  }
}

extension KeyDescription {
  var line: String {
    let from = "from \(activeFrom.text)"
    let until = readsUntil.map { ", valid for reading until \($0.text)" } ?? ""
    return "\(use.rawValue) \(id.text) \(standing.rawValue) \(from)\(until)"
  }
}

extension Timestamp {
  /// RFC 3339, in UTC.
  var text: String {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
  }
}
