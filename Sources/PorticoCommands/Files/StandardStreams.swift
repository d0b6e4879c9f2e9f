#if canImport(Glibc)
// `stdout` is a variable to Swift, although it is never assigned.
@preconcurrency import Glibc
#else
import Darwin
#endif

/// Standard output without a buffer: what is written is seen, whatever another thread waits for.
package enum StandardOutput {
  /// Whether a person reads it, not a program.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  package static func write(_ text: String) {
    // What cannot be written is reported when the program ends.
    fputs(text, stdout)
    fflush(stdout)
  }

  /// Writes what is still in the buffer.
  ///
  /// - Returns: why some of the output is lost, in one line; nil where all of it was taken, or where the
  ///   reader wanted no more.
  package static func finish() -> String? {
    errno = 0
    let isLost = fflush(stdout) != 0 || ferror(stdout) != 0
    guard isLost, errno != EPIPE, errno != 0 || !isClosed else { return nil }
    let reason = errno == 0 ? "" : ": \(FileProblem.words(errno, "standard output"))"
    return "cannot write to the standard output\(reason)"
  }
}

extension StandardOutput {
  /// Whether nobody reads the pipe any more.
  private static var isClosed: Bool {
    var wait = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&wait, 1, 0) > 0 && wait.revents & Int16(POLLERR) != 0
  }
}

/// Standard error: what is said beside the output.
package enum StandardError {
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  package static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { send($0) }
      if count < 0 && errno == EINTR { continue }
      // Nobody could be told that it cannot be written.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  private static func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
    Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    #else
    Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    #endif
  }
}
