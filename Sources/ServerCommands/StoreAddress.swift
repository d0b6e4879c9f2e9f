import Foundation
package import IdentityDomain
package import IdentityPostgres
import IdentitySQLite
import PorticoCommands

/// Where the server keeps what it knows, as `--store` names it: the one place that knows which engines
/// there are. Everything else has an `OperableStore`.
package enum StoreAddress: Equatable, Sendable {
  case sqlite(path: String)
  case postgres(PostgresAddress)

  /// Of a server for people.
  static let standard = "sqlite:portico.sqlite"

  private static let kinds: Set<String> = ["sqlite", "postgres", "postgresql"]

  /// - Parameter option: by which it was given.
  /// - Throws: `ServeRefusal`
  package init(_ text: String, option: String = "--store") throws {
    let kind = text.prefix { $0 != ":" }
    if !Self.kinds.contains(String(kind)), SecretsInText.isFound(in: text) {
      throw ServeRefusal(
        "\(option): this holds a password or a key, which others can read there; write sqlite:PATH, or "
          + "postgres://USER@HOST/DATABASE with the password in a file that PGPASSFILE or passfile= names, or in "
          + "PGPASSWORD")
    }
    guard let colon = text.firstIndex(of: ":") else {
      throw ServeRefusal(
        "\(option): '\(text)' has no store type; write sqlite:PATH, such as sqlite:\(text), or "
          + "postgres://USER@HOST/DATABASE")
    }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon] {
    case "sqlite":
      guard !rest.isEmpty, !rest.utf8.contains(0) else {
        throw ServeRefusal("\(option): sqlite: must be followed by the path of a file")
      }
      self = .sqlite(path: String(rest))
    case "postgres", "postgresql":
      do { self = .postgres(try PostgresAddress(text)) } catch {
        throw ServeRefusal("\(option): \(error.description)")
      }
    case let kind:
      throw ServeRefusal(
        "\(option): unknown store type '\(kind)'; write sqlite:PATH or postgres://USER@HOST/DATABASE"
      )
    }
  }

  /// What keeps it, in one word.
  var engine: String {
    switch self {
    case .sqlite: "sqlite"
    case .postgres: "postgres"
    }
  }

  /// Where its file lies; nil for a database.
  var folder: String? {
    guard case .sqlite(let path) = self else { return nil }
    return path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// How many connections to a database a server holds.
  var connections: Int {
    switch self {
    case .sqlite: 0
    case .postgres(let address): address.pool
    }
  }

  package var location: any StoreLocation { location(log: { _ in }) }

  /// - Parameter log: hears what an operator should know of the opening, a line each.
  func location(log: @escaping @Sendable (_ line: String) -> Void) -> any StoreLocation {
    switch self {
    case .sqlite(let path): return SQLiteStoreLocation(path: path, log: log)
    case .postgres(let address):
      var settings = PostgresStoreSettings(address)
      settings.log = log
      return PostgresStoreLocation(settings)
    }
  }

  /// What was meant by a path at which nothing lies.
  private var question: String {
    switch self {
    case .sqlite(let path): PathSpelling.question(path, behind: "sqlite:")
    case .postgres: ""
    }
  }

  /// For commands beside the server: a store that is not there is a mistake in its name.
  /// - Throws: `ServeRefusal`
  func existing(
    log: @escaping @Sendable (_ line: String) -> Void = { _ in }
  ) async throws -> any StoreLocation {
    let location = location(log: log)
    guard try await location.exists() else {
      let question = question
      throw ServeRefusal(
        "--store: there is no store at \(location)"
          + (question.isEmpty ? "; give the store that the server was started with" : question))
    }
    guard !isEmptyFile else {
      throw ServeRefusal(
        "--store: \(location) is an empty file, so there is no store in it; give the store that the server was "
          + "started with")
    }
    return location
  }

  /// As an editor, a shell or a full disk leaves it. A server that starts there makes a store of it.
  private var isEmptyFile: Bool {
    guard case .sqlite(let path) = self else { return false }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue == 0
  }
}
