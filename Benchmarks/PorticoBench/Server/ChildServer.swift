import Foundation

/// A server in a separate process, so that its processor time and memory can be measured.
///
/// It stays in the group of this process: an interrupt at the terminal ends both.
final class ChildServer {
  private let process: pid_t
  private let output: Int32
  let port: Int
  /// Milliseconds from its start to the line with its address.
  let listeningAfter: Double

  /// Starts a program, and waits until it prints `listening on http://HOST:PORT`.
  /// - Parameters:
  ///   - program: by default this one.
  ///   - log: the file for its standard error.
  ///   - environment: its whole environment.
  /// - Throws: `LoadFailure` with the end of the log if it does not.
  init(
    _ program: String? = nil, _ arguments: [String], environment: [String: String] = [:],
    log: String
  ) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw LoadFailure("no pipe is to be had") }
    #if os(Linux)
    var actions = posix_spawn_file_actions_t()
    #else
    var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let program = program ?? Bundle.main.executablePath ?? CommandLine.arguments[0]
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    let start = Clocks.monotonic()
    var identifier = pid_t()
    let status = Signals.unblocked {
      posix_spawn(&identifier, program, &actions, nil, &words, &settings)
    }
    close(ends[1])
    process = identifier
    output = ends[0]
    var text = ""
    while status == 0, !text.contains("\n") {
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = read(ends[0], &bytes, bytes.count)
      guard count > 0 else { break }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
    listeningAfter = (Clocks.monotonic() - start) / 1e6
    guard let match = text.firstMatch(of: /listening on http:\/\/[^\n]*:(\d+)/),
      let port = Int(match.1)
    else {
      let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      throw LoadFailure("\(arguments[0]) does not start: \(said.suffix(600))")
    }
    self.port = port
  }

  /// The identity server, as an operator runs it behind a proxy, with a master key.
  /// - Parameters:
  ///   - program: by default this one.
  ///   - store: the address of a migrated store.
  ///   - log: the file for its standard error.
  static func portico(_ program: String?, store: String, log: String) throws -> ChildServer {
    try ChildServer(
      program,
      [
        "serve", "--port", "0", "--store", store, "--public-url", Requests.publicURL,
        "--trusted-proxy", "127.0.0.1", "--region", "DE",
      ],
      environment: ["PORTICO_MASTER_KEY": String(repeating: "5a17", count: 16)],
      log: log)
  }

  deinit { end() }

  private var isOver = false

  /// Asks it to end, and waits.
  func end() {
    guard !isOver else { return }
    isOver = true
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    close(output)
  }

  /// Of all its threads, and of the processes that it started, since its start, in nanoseconds.
  func processorTime() -> Double { ProcessTree.processorTime(of: process) }

  /// The same without its hashing threads, which have a lower priority and exist until it ends.
  func timeBesideHashes() -> Double {
    let tasks = "/proc/\(process)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return names.reduce(processorTime()) { rest, name in
      func words(_ file: String) -> [Substring] {
        let text = try? String(contentsOfFile: "\(tasks)/\(name)/\(file)", encoding: .utf8)
        // The name of a thread is in brackets and may contain spaces.
        return text?.split(separator: ")").last?.split(separator: " ") ?? []
      }
      // See proc(5): the nice value, 17th after the name, and nanoseconds on a processor.
      guard let nice = words("stat").dropFirst(16).first, Int(nice) ?? 0 > 0,
        let time = words("schedstat").first.flatMap({ Double($0) })
      else { return rest }
      return rest - time
    }
  }

  /// Mebibytes: the memory in use now, and the maximum so far; NaN without `/proc`.
  func memory() -> (now: Double, most: Double) {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    func mebibytes(_ name: String) -> Double {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      let figure = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
      return figure.flatMap { Double($0) }.map { $0 / 1024 } ?? .nan
    }
    return (mebibytes("VmRSS"), mebibytes("VmHWM"))
  }

  /// Measures it under load, after a short load that is not counted.
  /// - Parameter database: the processor time of its database so far, in nanoseconds.
  func rate(
    seconds: Double, _ callers: [any LoadCaller], database: (() -> Double)? = nil
  ) throws -> Rate {
    let tool = try LoadTool(port: port, callers)
    _ = try tool.run(seconds: min(0.3, seconds / 4))
    let before = (processorTime(), timeBesideHashes(), database?())
    let (answers, taken) = try tool.run(seconds: seconds)
    let after = (processorTime(), timeBesideHashes(), database?())
    let each = 1e-6 / Double(max(answers, 1))
    var rate = Rate(
      value: Double(answers) / taken, cpu: (after.0 - before.0) * each,
      besideHashes: (after.1 - before.1) * each)
    if let begun = before.2, let ended = after.2 { rate.database = (ended - begun) * each }
    return rate
  }
}
