import FlowMachine
import Foundation
import Portico

/// Lines that a person types.
enum TerminalInput {
  /// Reads standard input on a thread of its own, since reading it blocks; ends with it.
  static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      let reader = Thread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
      reader.start()
    }
  }
}

/// Whether the terminal's app has a network.
final class TerminalNetwork: @unchecked Sendable {
  // Unchecked: `online` is read and written under `lock` only.
  private let lock = NSLock()
  private var online = true

  var isOnline: Bool { lock.withLock { online } }
  func toggle() { lock.withLock { online.toggle() } }
}

/// Draws screens, and remembers what each number on the last one stands for.
package final class TerminalOutput: @unchecked Sendable {
  // Unchecked: everything is read and written under `lock` only.
  private let lock = NSLock()
  private var screen: ScreenValue?
  private var secrets: [ElementID: Text] = [:]
  private var frame = FrameWords.english
  private var drawn: TerminalScreen?
  private var words: [(line: String, isRemark: Bool)] = []
  /// A provider's page, for as long as nobody has come back from it.
  private var page: String?
  private let isTerminal: Bool
  private let kind: @Sendable () -> TerminalKind
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - isTerminal: whether a person reads it.
  ///   - kind: what the terminal can show now.
  ///   - write: takes what is to be shown.
  package init(
    isTerminal: Bool, kind: @escaping @Sendable () -> TerminalKind = { .none },
    write: @escaping @Sendable (String) -> Void
  ) {
    self.isTerminal = isTerminal
    self.kind = kind
    self.write = write
  }

  /// Whether the screen shows a way back.
  var hasBack: Bool { lock.withLock { drawn?.hasBack ?? false } }

  func draw(
    _ screen: ScreenValue, secrets: [ElementID: Text] = [:], words: FrameWords = .english,
    hint: String
  ) {
    lock.withLock {
      frame = words
      self.screen = screen
      self.secrets = secrets
      show(hint: hint)
    }
  }

  func redraw(hint: String) {
    lock.withLock { show(hint: hint) }
  }

  func choice(_ number: Int) -> TerminalScreen.Choice? {
    lock.withLock {
      guard let choices = drawn?.choices, choices.indices.contains(number - 1) else { return nil }
      return choices[number - 1]
    }
  }

  /// Forgets the last life of the app.
  func clear() {
    lock.withLock {
      screen = nil
      secrets = [:]
      drawn = nil
      words = []
      page = nil
    }
  }

  /// Shows the address of a page below each screen from now on; nil: none any more.
  func showPage(_ address: String?) { lock.withLock { page = address } }

  /// A line below the screen; the last few stay until the screen changes.
  func say(_ line: String) { say(line, isRemark: false) }

  /// What there is to say of the line that was typed last, until the next one is typed.
  func remark(_ line: String) { say(line, isRemark: true) }

  /// Another line was typed.
  func takeLine() { lock.withLock { words.removeAll { $0.isRemark } } }

  private func say(_ line: String, isRemark: Bool) {
    lock.withLock {
      words = Array((words + [(line, isRemark)]).suffix(3))
      let start = kind().movesCursor ? "\r\u{1B}[K" : "\n"
      write(isTerminal ? "\(start)  \(line)\n> " : "  \(line)\n")
    }
  }

  private func show(hint: String) {
    guard let screen else { return }
    let kind = kind()
    let drawing = TerminalScreen(
      screen, style: kind.hasStyles ? .colours : .plain, secrets: secrets, words: frame,
      width: kind.width)
    drawn = drawing
    // From the top of a cleared screen, so that a countdown does not scroll.
    var text = kind.movesCursor ? "\u{1B}[H\u{1B}[2J" : ""
    text += drawing.lines.joined(separator: "\n") + "\n"
    text += kind.hasStyles ? "\u{1B}[2m\(hint)\u{1B}[0m\n" : "\(hint)\n"
    if let page { text += "  Open this page in a browser:\n  \(page)\n" }
    for word in words { text += "  \(word.line)\n" }
    words = []
    write(text + (isTerminal ? "> " : ""))
  }
}
