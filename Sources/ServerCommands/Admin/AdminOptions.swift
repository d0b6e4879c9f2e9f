import ArgumentParser
import Foundation
import IdentitySQLite

/// Which store a command works on.
struct StoreOptions: ParsableArguments {
  @Option(help: "The store: sqlite:PATH.")
  var store = "sqlite:portico.sqlite"

  /// - Parameter mayMake: whether a file that is not there is made; else its absence is a mistake in
  ///   the path.
  /// - Throws: `ServeRefusal`, `SQLiteStoreFailure`.
  func open(mayMake: Bool = false) throws -> SQLiteStore {
    if !mayMake { _ = try path() }
    return try StoreAddress(store).open()
  }

  /// - Returns: the path of the store's file, which is there.
  func path() throws -> String {
    switch try StoreAddress(store) {
    case .sqlite(let path):
      guard FileManager.default.fileExists(atPath: path) else {
        throw ServeRefusal(
          "--store: there is no file \(path); name the one that the server was started with")
      }
      return path
    }
  }
}

/// Runs a command; what goes wrong becomes one line that begins with its name, and status 1.
func commanding(_ name: String, _ work: () async throws -> Void) async throws {
  do {
    try await work()
  } catch let status as ExitCode {
    throw status
  } catch {
    Terminal.complain("portico \(name): \(error)")
    throw ExitCode.failure
  }
}

/// Where commands write to.
enum Terminal {
  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  static func complain(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
