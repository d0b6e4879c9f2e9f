import Foundation
import IdentitySQLite

/// Where the server keeps what it knows, as `--store` names it.
enum StoreAddress: Equatable {
  case sqlite(path: String)

  /// Of a server for people.
  static let standard = "sqlite:portico.sqlite"

  /// - Throws: `ServeRefusal`
  init(_ text: String) throws {
    guard let colon = text.firstIndex(of: ":") else {
      throw ServeRefusal(
        "--store: '\(text)' names no kind of store; write sqlite:PATH, such as sqlite:\(text)")
    }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon] {
    case "sqlite":
      guard !rest.isEmpty, !rest.utf8.contains(0) else {
        throw ServeRefusal("--store: sqlite: is followed by the path of a file")
      }
      self = .sqlite(path: String(rest))
    case "postgres", "postgresql":
      throw ServeRefusal(
        "--store: this version keeps its data in SQLite only; write sqlite:PATH")
    case let kind:
      throw ServeRefusal("--store: there is no kind '\(kind)'; write sqlite:PATH")
    }
  }

  /// - Throws: `SQLiteStoreFailure`.
  func open() throws -> SQLiteStore {
    switch self {
    case .sqlite(let path): try SQLiteStore(SQLiteStoreSettings(path: path))
    }
  }

  /// For commands beside the server: they make no store.
  /// - Throws: `ServeRefusal`, `SQLiteStoreFailure`.
  func openExisting() throws -> SQLiteStore {
    switch self {
    case .sqlite(let path):
      guard FileManager.default.fileExists(atPath: path) else {
        throw ServeRefusal("--store: there is no store at \(path); name the file of the server")
      }
      return try open()
    }
  }
}
