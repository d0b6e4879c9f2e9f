import ArgumentParser

struct UsersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users", abstract: "Look at accounts, and bring them in from other systems.",
    subcommands: [UsersImportCommand.self, UsersShowCommand.self, UsersSignOutCommand.self])
}
