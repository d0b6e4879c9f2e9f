import Foundation

/// What the terminal can show.
package struct TerminalKind: Sendable {
  /// Whether a screen is drawn over the last one.
  package var movesCursor: Bool
  /// Whether text may be bold, dim or reversed.
  package var hasStyles: Bool
  /// The widest frame.
  package var width: Int

  package static let widest = 64
  /// No terminal at all: lines for a program.
  package static let none = TerminalKind(movesCursor: false, hasStyles: false, width: widest)

  /// - Parameters:
  ///   - environment: `NO_COLOR` (https://no-color.org) and `TERM` count.
  ///   - columns: nil where nobody knows.
  package init(environment: [String: String], columns: Int?) {
    movesCursor = environment["TERM"] != "dumb"
    hasStyles = movesCursor && (environment["NO_COLOR"] ?? "").isEmpty
    // Some terminals wrap a line that fills the last column.
    width = min(columns.map { max($0 - 1, 12) } ?? Self.widest, Self.widest)
  }

  private init(movesCursor: Bool, hasStyles: Bool, width: Int) {
    (self.movesCursor, self.hasStyles, self.width) = (movesCursor, hasStyles, width)
  }

  /// That of standard output now: a window can be made narrower.
  static func live() -> TerminalKind {
    guard StandardOutput.isTerminal else { return .none }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return TerminalKind(
      environment: ProcessInfo.processInfo.environment, columns: isKnown ? Int(size.ws_col) : nil)
  }
}
