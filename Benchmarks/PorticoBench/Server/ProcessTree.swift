import Foundation

/// What `/proc/PID/stat` says of a process (proc(5)).
struct ProcessStat: Equatable {
  let name: String
  let parent: pid_t
  /// The processor time of its children that have ended, in clock ticks.
  let endedChildren: Double

  /// - Returns: nil if it cannot be read.
  init?(_ text: String) {
    // The name is in brackets and may contain spaces and brackets.
    guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), start < end
    else { return nil }
    let words = text[text.index(after: end)...].split(separator: " ")
    guard words.count > 14, let parent = pid_t(words[1]), let user = Double(words[13]),
      let system = Double(words[14])
    else { return nil }
    name = String(text[text.index(after: start)..<end])
    self.parent = parent
    endedChildren = user + system
  }

  init?(of process: pid_t) {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return nil
    }
    self.init(text)
  }
}

/// A process with those that it started, such as the processes of a PostgreSQL cluster or the
/// workers of a web server.
enum ProcessTree {
  /// In nanoseconds, with the children that have ended; NaN if the system does not tell.
  static func processorTime(of root: pid_t) -> Double {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let children = all.compactMap { pid_t($0) }.filter { ProcessStat(of: $0)?.parent == root }
    return ([root] + children).reduce(endedChildren(of: root)) { sum, process in
      let time = Clocks.processor(of: process)
      // One that has just ended is counted with the ended ones the next time.
      return time.isNaN && process != root ? sum : sum + time
    }
  }

  /// In nanoseconds, in steps of a clock tick.
  static func endedChildren(of process: pid_t) -> Double {
    (ProcessStat(of: process)?.endedChildren ?? 0) * 1e9 / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

/// Signals as a shell would hand them to a process that it starts.
enum Signals {
  /// Runs a body that starts a process. Swift's threads block all signals, and a process inherits that: it
  /// would hear neither its own timer nor that it should end.
  static func unblocked<Value>(_ body: () throws -> Value) rethrows -> Value {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }
}
