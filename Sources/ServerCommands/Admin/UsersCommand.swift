import ArgumentParser

struct UsersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users", abstract: "Inspect accounts, and import them from other systems.",
    subcommands: [UsersImportCommand.self, UsersShowCommand.self, UsersSignOutCommand.self])
}
