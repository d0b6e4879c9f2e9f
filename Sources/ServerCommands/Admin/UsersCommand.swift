import ArgumentParser

struct UsersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users",
    abstract: "Find, inspect, block, export and delete accounts; import them from other systems.",
    subcommands: [
      UsersListCommand.self, UsersSearchCommand.self, UsersShowCommand.self,
      UsersBlockCommand.self, UsersUnblockCommand.self, UsersUnlockCommand.self,
      UsersSignOutCommand.self, UsersExportCommand.self, UsersDeleteCommand.self,
      UsersImportCommand.self,
    ])
}
