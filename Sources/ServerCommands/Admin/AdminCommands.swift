package import ArgumentParser

/// What an operator does beside a running server.
package enum AdminCommands {
  package static let all: [any ParsableCommand.Type] = [
    UsersCommand.self, KeysCommand.self, BackupCommand.self, RestoreCommand.self, StoreCommand.self,
  ]
}
