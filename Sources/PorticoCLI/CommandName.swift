import ArgumentParser
import PorticoCommands

/// The words by which commands are called.
enum CommandName {
  /// - Parameter arguments: behind the name of the program.
  /// - Returns: what is wrong with a word that stands in the place of a command, and names none.
  static func refusal(
    of arguments: some Sequence<String>, of root: any ParsableCommand.Type
  ) -> String? {
    var command = root
    var path = root._commandName
    for word in arguments {
      let known = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      guard !command.configuration.subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else {
        return nil
      }
      guard let next = command.configuration.subcommands.first(where: { $0._commandName == word })
      else {
        let question = Spelling.question(word, among: known.map { $0._commandName })
        return "There is no command `\(path) \(word)`.\(question) `\(path) --help` lists them."
      }
      command = next
      path += " " + word
    }
    return nil
  }
}
