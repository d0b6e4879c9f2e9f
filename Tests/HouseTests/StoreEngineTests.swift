import Foundation
import Testing

/// A command that names an engine works with that one only. So one file knows which there are.
@Suite("Only the factory of stores names an engine")
struct StoreEngineTests {
  private static let factory = "ServerCommands/StoreAddress.swift"
  /// The targets that are an engine.
  private static let engines = ["IdentitySQLite", "IdentityPostgres"]

  /// The files that import an engine, or name a type of one. Prose may name the products.
  private static func naming(_ files: [String: String]) -> Set<String> {
    let names = /\bimport Identity(?:SQLite|Postgres)\b|\b(?:SQLite|Postgres)[A-Z]\w+|\bimport GRDB/
    return Set(
      files.filter { file, text in
        !engines.contains { file.hasPrefix($0 + "/") } && text.contains(names)
      }.keys)
  }

  @Test("No other source names an engine, except the bench's bare database beside the server")
  func sources() throws {
    let files = try Self.files(in: "Sources")
    #expect(files.keys.contains(Self.factory))
    #expect(Self.naming(files) == [Self.factory])
    let bench = try Self.files(in: "Benchmarks")
    #expect(!bench.isEmpty)
    #expect(!bench.values.contains { $0.contains("import IdentitySQLite") })
  }

  /// The Swift sources below a folder of the repository, by their paths in it.
  private static func files(in folder: String) throws -> [String: String] {
    let root = repository.appendingPathComponent(folder)
    let found = try #require(FileManager.default.enumerator(atPath: root.path))
    var files: [String: String] = [:]
    for case let file as String in found where file.hasSuffix(".swift") {
      files[file] = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
    }
    return files
  }

  @Test("A command that opens a file itself is found")
  func refused() {
    let files = [
      "ServerCommands/A.swift": "import IdentitySQLite\n",
      "ServerCommands/B.swift": "let store: SQLiteStore\n",
      "IdentityHTTP/C.swift": "internal import GRDB\n",
      "ServerCommands/D.swift":
        "/// Everything in one SQLite file.\nlet store: any OperableStore\n",
      "IdentitySQLite/E.swift": "import GRDB\n",
      "ServerCommands/F.swift": "let address: PostgresAddress\n",
      "IdentityPostgres/G.swift": "let store: PostgresStore\n",
    ]
    #expect(
      Self.naming(files) == [
        "ServerCommands/A.swift", "ServerCommands/B.swift", "ServerCommands/F.swift",
        "IdentityHTTP/C.swift",
      ])
  }
}
