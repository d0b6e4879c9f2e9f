package import Foundation
import Synchronization

/// A process that a test starts, with the members of Foundation's `Process` that tests use.
///
/// Foundation's `run` on Linux reads 256 bytes for each name in `/proc/self/fd`, also beyond the end of the last one: with
/// more than about 1,350 files open, as many have that run all tests at once, it ends the test run now and then.
package final class ChildProcess: Sendable {
  private struct State {
    var executable: URL?
    var arguments: [String] = []
    var environment: [String: String]?
    var folder: URL?
    var streams: [(any ChildStream)?] = [nil, nil, nil]
    var hasEnded: (@Sendable (ChildProcess) -> Void)?
    var identifier: pid_t = 0
    var status: Int32 = 0
  }

  /// How it ended: left by itself, or ended by a signal.
  package enum Reason: Sendable { case exit, uncaughtSignal }

  package struct NotStarted: Error, CustomStringConvertible {
    package let description: String
  }

  private let state = Mutex(State())
  /// Left once it has ended.
  private let end = DispatchGroup()

  package init() {}

  package var executableURL: URL? {
    get { state.withLock { $0.executable } }
    set { state.withLock { $0.executable = newValue } }
  }

  package var arguments: [String] {
    get { state.withLock { $0.arguments } }
    set { state.withLock { $0.arguments = newValue } }
  }

  /// Nil: that of this process.
  package var environment: [String: String]? {
    get { state.withLock { $0.environment } }
    set { state.withLock { $0.environment = newValue } }
  }

  package var currentDirectoryURL: URL? {
    get { state.withLock { $0.folder } }
    set { state.withLock { $0.folder = newValue } }
  }

  /// Each stream: nil for that of this process.
  package var standardInput: (any ChildStream)? {
    get { state.withLock { $0.streams[0] } }
    set { state.withLock { $0.streams[0] = newValue } }
  }

  package var standardOutput: (any ChildStream)? {
    get { state.withLock { $0.streams[1] } }
    set { state.withLock { $0.streams[1] = newValue } }
  }

  package var standardError: (any ChildStream)? {
    get { state.withLock { $0.streams[2] } }
    set { state.withLock { $0.streams[2] = newValue } }
  }

  /// Called on a thread of its own, once it has ended; set it before `run`.
  package var terminationHandler: (@Sendable (ChildProcess) -> Void)? {
    get { state.withLock { $0.hasEnded } }
    set { state.withLock { $0.hasEnded = newValue } }
  }

  package var processIdentifier: pid_t { state.withLock { $0.identifier } }
  /// The status that it left with, or the signal that ended it.
  package var terminationStatus: Int32 {
    state.withLock { $0.status & 0x7F == 0 ? $0.status >> 8 & 0xFF : $0.status & 0x7F }
  }
  package var terminationReason: Reason {
    state.withLock { $0.status & 0x7F == 0 ? .exit : .uncaughtSignal }
  }

  /// Starts it, without any other file of this process.
  package func run() throws {
    let streams = state.withLock { $0.streams }
    let identifier = try spawn(state.withLock { $0 })
    state.withLock { $0.identifier = identifier }
    for (place, stream) in streams.enumerated() { stream?.letGo(isRead: place == 0) }
    end.enter()
    Thread.detachNewThread { [self] in
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      let handler = state.withLock { state in
        state.status = status
        return state.hasEnded
      }
      end.leave()
      handler?(self)
    }
  }

  /// Blocks the thread until it has ended.
  package func waitUntilExit() { end.wait() }

  // What glibc has beside POSIX is in none of the headers that Swift reads.
  private static let addFolder = unsafeBitCast(
    dlsym(nil, "posix_spawn_file_actions_addchdir_np"),
    to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>)
      -> Int32).self)
  private static let addCloseFrom = unsafeBitCast(
    dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"),
    to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)

  private func spawn(_ state: State) throws -> pid_t {
    let path = state.executable?.path ?? ""
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (place, stream) in state.streams.enumerated() {
      guard let stream else { continue }
      posix_spawn_file_actions_adddup2(
        &actions, stream.descriptor(isRead: place == 0), Int32(place))
    }
    if let folder = state.folder { _ = Self.addFolder(&actions, folder.path) }
    _ = Self.addCloseFrom(&actions, 3)
    // Threads of tasks block signals, and a server ignores some: neither is for the child.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    let environment = state.environment ?? ProcessInfo.processInfo.environment
    let words = ([path] + state.arguments).map { strdup($0) } + [nil]
    let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var identifier: pid_t = 0
    let problem = posix_spawn(&identifier, path, &actions, &attributes, words, settings)
    guard problem == 0 else {
      throw NotStarted(description: "\(path): \(String(cString: strerror(problem)))")
    }
    return identifier
  }
}

/// What a child reads from or writes to.
package protocol ChildStream: Sendable {
  func descriptor(isRead: Bool) -> Int32
  /// The child has it: the end of a pipe that it uses is closed here, so that the pipe ends with it.
  func letGo(isRead: Bool)
}

extension FileHandle: ChildStream {
  package func descriptor(isRead: Bool) -> Int32 { fileDescriptor }
  package func letGo(isRead: Bool) {}
}

extension Pipe: ChildStream {
  private func end(isRead: Bool) -> FileHandle {
    isRead ? fileHandleForReading : fileHandleForWriting
  }

  package func descriptor(isRead: Bool) -> Int32 { end(isRead: isRead).fileDescriptor }
  package func letGo(isRead: Bool) { try? end(isRead: isRead).close() }
}
