import ArgumentParser
import FlowMachine
import Foundation

/// `portico names`: Swift constants for the names of flows.
struct NamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "names",
    abstract: "Write Swift constants for the names of flows.",
    discussion: """
      Writes a Swift file with a constant for each screen, view, overlay, element, fact, request and signal, of \
      the types that the client library has for them. Code and tests of an app then write .home for "home", and a \
      name that a flow no longer has does not compile. Flows that are used in one module go into one file.
      """)

  @Argument(help: "The paths of flow documents, or the names of shipped flows.")
  var flows: [String]

  @Flag(help: "Make the constants visible to other modules.")
  var `public` = false

  @Option(name: .shortAndLong, help: "The file to write. Default: standard output.")
  var output: String?

  func run() throws {
    let loaded = try flows.map { try FlowSource($0).load() }
    let names = loaded.map { "`\(String(decoding: $0.name, as: UTF8.self))`" }
    let title =
      names.count == 1
      ? "the flow \(names[0])"
      : "the flows \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    let source = SwiftNames(loaded).source(title: title, isPublic: `public`)
    guard let output else { return print(source, terminator: "") }
    try OutputFile.write(source, to: output)
  }
}
