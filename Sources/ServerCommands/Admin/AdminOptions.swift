import ArgumentParser
import Foundation
import IdentityDomain

/// Which store a command works on.
struct StoreOptions: ParsableArguments {
  @Option(help: "The store: sqlite:PATH or postgres://USER@HOST/DATABASE.")
  var store = "sqlite:portico.sqlite"

  /// - Parameter mayMake: whether a store that is not there is made; else its absence is a mistake in
  ///   its name.
  /// - Throws: `ServeRefusal`, `StoreError`.
  func open(mayMake: Bool = false) async throws -> any OperableStore {
    try await mayMake ? StoreAddress(store).location.open() : location().open()
  }

  /// - Returns: where the store lies, which is there.
  func location() async throws -> any StoreLocation { try await StoreAddress(store).existing() }
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
