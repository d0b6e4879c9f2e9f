import ArgumentParser
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "serve", abstract: "Run the identity server.")
  func run() async throws {}
}
