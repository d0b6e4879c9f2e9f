import ArgumentParser
import PorticoCommands

/// The names of commands.
enum CommandName {
  /// - Parameter arguments: those after the name of the program.
  /// - Returns: what is wrong with a word in the place of a command: it names none, or has an
  ///   option that the command does not have.
  static func refusal(
    of arguments: some Sequence<String>, of root: any ParsableCommand.Type
  ) -> String? {
    let words = Array(arguments)
    // `portico help check` names a command too.
    let (path, command, word) = named(
      by: words.first == "help" ? words.dropFirst() : words[...], of: root)
    let known = command.configuration.subcommands
    if let word, !known.isEmpty, !word.hasPrefix("-"), word != "help" {
      return Spelling.complaint(
        "unknown command", word,
        among: known.filter { $0.configuration.shouldDisplay }.map { $0._commandName },
        within: path.dropFirst().map { $0 + " " }.joined(),
        otherwise: "'\(path.joined(separator: " ")) --help' lists them")
    }
    return OptionName.refusal(of: words, of: command, name: path.joined(separator: " "))
  }

  private static func named(
    by arguments: some Sequence<String>, of root: any ParsableCommand.Type
  ) -> (path: [String], command: any ParsableCommand.Type, next: String?) {
    var command = root
    var path = [root._commandName]
    for word in arguments {
      guard let next = command.configuration.subcommands.first(where: { $0._commandName == word })
      else { return (path, command, word) }
      command = next
      path.append(word)
    }
    return (path, command, nil)
  }
}
