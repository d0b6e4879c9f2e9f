import ArgumentParser
import Foundation
import IdentityDomain
import IdentityKeys
import PorticoCommands

/// Which store a command works on, by the same settings as `portico serve`.
struct StoreOptions: ParsableArguments {
  @Option(name: .setting(.config), help: .setting(.config)) var config: String?
  @Option(
    help: """
      The store: sqlite:PATH or postgres://USER@HOST/DATABASE. Default: that of the configuration, else \
      sqlite:portico.sqlite.
      """)
  var store: String?

  /// The settings that are not about serving: variables that are none of ours are nobody's business
  /// here.
  func settings() throws -> ServeConfiguration {
    let known = Set(SettingKey.allCases.map(\.variable))
    let typed: [SettingKey: String?] = [.config: config, .store: store]
    return try ServeConfiguration(
      flags: typed.compactMapValues { $0.map(WrittenSetting.Text.one) },
      environment: ProcessInfo.processInfo.environment.filter { known.contains($0.key) }
    ) { path throws(ServeRefusal) in try ReadableFile(path, named: "--config") }
  }

  func address() throws -> StoreAddress {
    try StoreAddress(try settings().text(.store) ?? StoreAddress.standard)
  }

  /// Says on the standard error what is done to the tables, such as a migration.
  private static let told: @Sendable (String) -> Void = { Terminal.complain($0) }

  /// - Parameter mayMake: whether a store that is not there is made; else its absence is a mistake in
  ///   its name.
  /// - Throws: `ServeRefusal`, `StoreError`.
  func open(mayMake: Bool = false) async throws -> any OperableStore {
    let address = try address()
    return try await mayMake
      ? address.location(log: Self.told).open()
      : address.existing(log: Self.told).open()
  }

  /// - Returns: where the store lies, which is there.
  func location() async throws -> any StoreLocation {
    try await address().existing(log: Self.told)
  }

  /// Opens the store, does some work, and closes it whatever happens.
  func withStore<Value: Sendable>(
    _ work: (any OperableStore, Timestamp) async throws -> Value
  ) async throws -> Value {
    let store = try await open()
    do {
      let value = try await work(store, (store.clock ?? SystemClock()).now())
      try await store.close()
      return value
    } catch {
      try? await store.close()
      throw error
    }
  }
}

/// Who acts, for the audit.
struct OperatorOptions: ParsableArguments {
  @Option(
    help: "Who does this, for the audit. Default: SUDO_USER, or the user who runs the command.")
  var by: String?

  /// - Throws: `ServeRefusal`
  func name() throws(ServeRefusal) -> OperatorName {
    let environment = ProcessInfo.processInfo.environment
    let found = by ?? environment["SUDO_USER"] ?? environment["USER"] ?? NSUserName()
    guard let name = OperatorName(found.isEmpty ? "uid-\(getuid())" : found) else {
      throw ServeRefusal(
        "--by: '\(found)' is not a name; write up to 64 letters, digits and marks without spaces")
    }
    return name
  }
}

/// Runs a command; what goes wrong becomes one line that begins with its name, and status 1.
func commanding(_ name: String, _ work: () async throws -> Void) async throws {
  do {
    try await work()
  } catch let status as ExitCode {
    throw status
  } catch {
    for line in SecretsInText.hidden(plainWords(error)).split(separator: "\n") {
      Terminal.complain("portico \(name): \(line)")
    }
    throw (error as? CannotWrite).map { ExitCode($0.status.rawValue) } ?? .failure
  }
}

/// What an error says. Those of Foundation describe themselves with everything that is in them.
func plainWords(_ error: any Error) -> String {
  let isFoundations = error is CocoaError || error is POSIXError || type(of: error) == NSError.self
  return isFoundations ? error.localizedDescription : "\(error)"
}

/// Where commands write to.
enum Terminal {
  static func say(_ line: String) {
    StandardOutput.write(line + "\n")
  }

  static func complain(_ line: String) {
    StandardError.write(line + "\n")
  }

  /// For programs: one value, with names in snake case.
  static func say(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    say(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

/// What an act did, for `--json`.
struct ActReport: Codable, Hashable, Sendable {
  let act: String
  var account: String?
  var session: String?
  var message: String?
  var endedSessions: Int?
  let by: String

  /// - Parameter line: the same for people.
  func say(_ line: String, json: Bool) throws {
    if json { try Terminal.say(json: self) } else { Terminal.say(line) }
  }
}
