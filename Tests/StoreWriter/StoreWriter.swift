// StoreWriter: a separate process for the tests of the SQLite store. It writes under load and
// prints what was acknowledged, until it is killed; or it opens a file as another user, and prints
// the result.
import Foundation
import IdentityDomain
import IdentitySQLite

@main
struct StoreWriter {
  /// usage: StoreWriter write FILE NAME | StoreWriter open FILE USER-ID
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { return say("usage: StoreWriter write|open FILE NAME|USER") }
    do {
      if arguments[1] == "write" {
        try await write(try SQLiteStore(SQLiteStoreSettings(path: arguments[2])), arguments[3])
      } else {
        if getuid() == 0, let user = UInt32(arguments[3]) { setuid(user) }
        let store = try SQLiteStore(SQLiteStoreSettings(path: arguments[2]))
        try await store.transaction("write") {
          try $0.put(Account(id: ID("other"), createdAt: Timestamp(milliseconds: 0)))
        }
        say("open")
      }
    } catch let failure as SQLiteStoreFailure {
      say("refused: \(failure)")
    } catch {
      say("failed: \(error)")
    }
  }

  /// Eight writers; each transaction writes an account and a message with the same name. Every
  /// third one also removes a message, so that there are deletions too.
  private static func write(_ store: SQLiteStore, _ name: String) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0... {
            let id = "\(name)-\(writer)-\(number)"
            try await store.transaction("write") { try insert(id, $0) }
            say("+\(id)")
            guard number % 3 == 2 else { continue }
            try await store.transaction("remove") { try $0.removeOutboxMessage(ID(id)) }
            say("-\(id)")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func insert(_ id: String, _ tables: any IdentityTransaction) throws {
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    guard let address = EmailAddress("ann@example.com") else { return }
    try tables.put(Account(id: ID(id), createdAt: now))
    try tables.append(
      OutboxMessage(
        id: ID(id), recipient: .email(address), template: .loginCode, language: "en",
        sealedSecret: Array(repeating: 7, count: 200), expiresAt: now + .hours(1), createdAt: now))
  }

  /// One write to the descriptor per line, so that a kill never splits a line.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
