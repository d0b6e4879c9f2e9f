package import FlowRuntime

extension TerminalSession {
  /// What lies around it; a test passes in others.
  package struct Parts: Sendable {
    /// What the person types, a line at a time.
    var lines: AsyncStream<String>
    var output: TerminalOutput
    var clock: RuntimeClock
    /// The folder for files that the person keeps.
    var downloads: String

    package init(
      lines: AsyncStream<String>, output: TerminalOutput, clock: RuntimeClock,
      downloads: String = "."
    ) {
      self.lines = lines
      self.output = output
      self.clock = clock
      self.downloads = downloads
    }

    static func live() -> Parts {
      let output = TerminalOutput(
        isTerminal: StandardOutput.isTerminal, kind: { .live() }
      ) { StandardOutput.write($0) }
      return Parts(lines: TerminalInput.lines(), output: output, clock: .live())
    }
  }
}
