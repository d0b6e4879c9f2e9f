package import ArgumentParser

/// What an operator does beside a running server.
package enum AdminCommands {
  package static let all: [any ParsableCommand.Type] = [
    UsersCommand.self, SessionsCommand.self, OutboxCommand.self, KeysCommand.self,
    BackupCommand.self, RestoreCommand.self, StoreCommand.self, MigrateCommand.self,
    ConfigCommand.self,
  ]
}
