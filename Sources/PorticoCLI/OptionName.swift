import ArgumentParser
import Foundation
import PorticoCommands

/// The names of a command's options, which the parser checks only if no argument is missing: a
/// mistyped `--script` would be reported as a missing one.
enum OptionName {
  /// Accepted by every command of the parser.
  private static let common = ["--help", "--version", "-h"]
  private static let hidden = [
    "--help-hidden", "--experimental-dump-help", "--generate-completion-script",
  ]

  /// - Parameters:
  ///   - arguments: those after the name of the program.
  ///   - command: the command that they invoke; `name` is its name as typed.
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

  /// `--name` or `-n`; a number is not an option, nor is `-` for standard input.
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

  /// The parts of the parser's description of a command that are used.
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
