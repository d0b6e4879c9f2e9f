import ArgumentParser
import Foundation
import PorticoCommands

/// The names of a command's options, which the parser looks at only when no argument is missing: a
/// mistyped `--script` would be told as a missing one.
enum OptionName {
  /// Of every command, by the parser.
  private static let common = ["--help", "--version", "-h"]
  private static let hidden = [
    "--help-hidden", "--experimental-dump-help", "--generate-completion-script",
  ]

  /// - Parameters:
  ///   - arguments: behind the name of the program.
  ///   - command: that they call; its own name as it was called is `name`.
  /// - Returns: what is wrong with the first option that the command does not have.
  static func refusal(
    of arguments: some Sequence<String>, of command: any ParsableCommand.Type, name: String
  ) -> String? {
    guard let own = names(of: command) else { return nil }
    let known = own + common
    for argument in arguments.prefix(while: { $0 != "--" }) {
      guard let typed = option(in: argument), !known.contains(typed), !hidden.contains(typed)
      else { continue }
      return Spelling.complaint(
        "unknown option", typed, among: known.filter { $0.hasPrefix("--") },
        otherwise: "'\(name) --help' lists them")
    }
    return nil
  }

  /// `--name` or `-n`; a number, or `-` for standard input, is none.
  private static func option(in argument: String) -> String? {
    if argument.hasPrefix("--") { return String(argument.prefix { $0 != "=" }) }
    guard argument.hasPrefix("-"), argument.dropFirst().first?.isLetter == true else { return nil }
    return String(argument.prefix(2))
  }

  private static func names(of command: any ParsableCommand.Type) -> [String]? {
    let description = try? JSONDecoder().decode(
      Description.self, from: Data(command._dumpHelp().utf8))
    return description?.command.arguments?.flatMap { $0.names ?? [] }.map {
      ($0.kind == "long" ? "--" : "-") + $0.name
    }
  }

  /// What we read of the parser's own description of a command.
  private struct Description: Decodable {
    struct Command: Decodable {
      var arguments: [Argument]?
    }
    struct Argument: Decodable {
      var names: [Name]?
    }
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var command: Command
  }
}
