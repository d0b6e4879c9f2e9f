import ArgumentParser
import PorticoCommands

#if canImport(Glibc)
// `stdout` is a variable to Swift, although it is never assigned.
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
    discussion: ProgramParts.remark,
    version: "portico \(FlowCommands.version)",
    subcommands: ProgramParts.commands)

  static func main() async {
    if let refusal = CommandName.refusal(of: CommandLine.arguments.dropFirst(), of: self) {
      fputs("Error: \(refusal)\n", stderr)
      end(.validationFailure)
    }
    var status = ExitCode.success
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let own = (error as? any StatusFailure)?.status
      status = own.map { ExitCode($0.rawValue) } ?? exitCode(for: error)
      let text = message(for: error)
      if status == .success {
        // Requested help is a result, so it goes to standard output.
        if !text.isEmpty { fputs(fullMessage(for: error) + "\n", stdout) }
      } else if !text.isEmpty {
        let line = status == .validationFailure ? UsageError.line(for: text) : text
        let isPlaced = (error as? any WrongInput)?.isPlaced ?? false
        fputs((isPlaced ? "" : "Error: ") + line + "\n", stderr)
      }
    }
    end(status)
  }

  /// Ends the process without the cleanup of `exit`: a request still in progress would use OpenSSL
  /// while `exit` takes it down, and the process would die by a signal.
  private static func end(_ status: ExitCode) -> Never {
    // Not all streams: a thread that reads standard input holds its lock.
    var status = status
    if let loss = StandardOutput.finish() {
      fputs("Error: \(loss)\n", stderr)
      status = ExitCode(ExitStatus.outputLost.rawValue)
    }
    fflush(stderr)
    _exit(status.rawValue)
  }
}
