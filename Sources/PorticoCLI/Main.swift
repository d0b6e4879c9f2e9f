import ArgumentParser
import HostCommands
import PorticoCommands
import ServerCommands

#if canImport(Glibc)
// `stdout` is a variable to Swift, though nobody assigns it.
@preconcurrency import Glibc
#else
import Darwin
#endif

/// `portico`: all commands.
@main
struct Portico: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "portico",
    abstract: "The entry of an app as one checked document.",
    version: "portico \(FlowCommands.version)",
    subcommands: FlowCommands.all(RealOutside.self) + ServerCommands.all
      + [ClientTableCommand.self])

  static func main() async {
    if let refusal = CommandName.refusal(of: CommandLine.arguments.dropFirst(), of: self) {
      fputs("Error: \(refusal)\n", stderr)
      end(.validationFailure)
    }
    var status = ExitCode.success
    var hasBegun = false
    do {
      var command = try parseAsRoot()
      hasBegun = true
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      status = exitCode(for: error)
      // How a command is used helps who has mistyped one; what goes wrong in one is another thing.
      let text = message(for: error)
      let message = hasBegun && !text.isEmpty ? "Error: \(text)" : fullMessage(for: error)
      if !message.isEmpty {
        // Help that was asked for is an answer; everything else is a complaint.
        fputs(message + "\n", status == .success ? stdout : stderr)
      }
    }
    end(status)
  }

  /// Ends the process without the clean-up of `exit`: a request that is still under way would use
  /// OpenSSL while `exit` takes it down, and the process would die by a signal.
  private static func end(_ status: ExitCode) -> Never {
    // Not all streams: a thread that reads standard input holds that one's lock.
    fflush(stdout)
    fflush(stderr)
    _exit(status.rawValue)
  }
}
