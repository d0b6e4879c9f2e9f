import Foundation
import Synchronization

/// Whole lines on a stream: those of several threads never mix, and they keep their order.
///
/// Who reads the stream may stop reading. Then lines wait here for a thread that writes them, as many as there is room
/// for; those that come later are dropped, and counted in a line of their own. As long as the stream takes a line at
/// once, it is written at once.
final class LogLines: Sendable {
  static let standardError = LogLines(file: 2)

  /// How many lines were dropped, as a line.
  typealias LossLine = @Sendable (_ count: Int) -> String

  private struct State {
    var waiting: [UInt8] = []
    var lost = 0
    var lossLine: LossLine = { "\($0)" }
    /// Whether a thread writes what waits; then nobody else writes.
    var isDraining = false
  }

  /// A pipe that can be written to takes so many bytes without waiting (POSIX `PIPE_BUF`).
  private static let atOnce = 4_096

  private let file: Int32
  private let most: Int
  /// Writing to a file waits for no reader.
  private let isFile: Bool
  private let state = Mutex(State())

  /// - Parameter most: bytes that wait.
  init(file: Int32, most: Int = 1 << 20) {
    self.file = file
    self.most = most
    // There is no place to seek to in a pipe, a socket or a terminal.
    isFile = lseek(file, 0, SEEK_CUR) >= 0
  }

  func write(_ line: String, lossLine: @escaping LossLine) {
    let line = Array((line + "\n").utf8)
    let mustDrain: Bool = state.withLock { state in
      let wasDraining = state.isDraining
      if !wasDraining, isFile || (line.count <= Self.atOnce && isReady(within: 0)) {
        let written = put(line[...])
        guard written < line.count else { return false }
        state.waiting += line[written...]
      } else if state.waiting.count + line.count <= most, state.lost == 0 {
        state.waiting += line
      } else {
        state.lost += 1
        state.lossLine = lossLine
      }
      state.isDraining = true
      return !wasDraining
    }
    if mustDrain { Thread.detachNewThread { [self] in drain() } }
  }

  /// Waits until every line is written, or for so long.
  func settle(within limit: Duration) async {
    let start = ContinuousClock.now
    while state.withLock({ $0.isDraining }), ContinuousClock.now - start < limit {
      guard (try? await Task.sleep(for: .milliseconds(5))) != nil else { return }
    }
  }

  private func drain() {
    while let bytes = next() {
      var rest = bytes[...]
      while !rest.isEmpty {
        rest = rest.dropFirst(put(rest))
        // A stream that does not block takes no more for now.
        if !rest.isEmpty { _ = isReady(within: -1) }
      }
    }
  }

  /// What is to be written next; nil where nothing is, and then who comes writes again.
  private func next() -> [UInt8]? {
    state.withLock { state in
      var bytes = state.waiting
      if state.lost > 0 { bytes += Array((state.lossLine(state.lost) + "\n").utf8) }
      state.waiting = []
      state.lost = 0
      if bytes.isEmpty { state.isDraining = false }
      return bytes.isEmpty ? nil : bytes
    }
  }

  /// - Returns: how many bytes need no further attempt; all of them if the reader is gone, since the server goes on.
  private func put(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = Foundation.write(
          file, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count < 0 && errno == EINTR { continue }
        if count < 0 && errno == EAGAIN { return written }
        guard count > 0 else { return bytes.count }
        written += count
      }
      return written
    }
  }

  /// - Parameter milliseconds: to wait; -1 for as long as it takes.
  private func isReady(within milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    return poll(&wait, 1, milliseconds) > 0
  }
}
