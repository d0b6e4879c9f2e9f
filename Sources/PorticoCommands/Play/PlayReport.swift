import FlowMachine
import FlowSimulation

/// What `portico play` prints: lines of JSON for programs, and for people what came of it.
struct PlayReport {
  let isForPeople: Bool
  private let write: (String) -> Void

  /// - Parameter write: takes each line, without a line feed.
  init(isForPeople: Bool, write: @escaping (String) -> Void = { print($0) }) {
    self.isForPeople = isForPeople
    self.write = write
  }

  func trace(_ line: Text) {
    if !isForPeople { write(String(decoding: line, as: UTF8.self)) }
  }

  /// The script was played; the trace ends with its verdict.
  func played(_ script: PlayScript, _ failure: PlayFailure?) {
    guard isForPeople else { return }
    let title = String(
      String.UnicodeScalarView(
        script.title.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    if !title.isEmpty { write(title) }
    let count = Self.counted(script.steps.count, "step")
    write(failure.map { "✗ failed at step \($0.step) of \(script.steps.count)" } ?? "✓ \(count)")
  }

  /// - Parameter count: of plays, each killed at another point.
  func killed(_ count: Int) {
    write(
      isForPeople
        ? "✓ killed and relaunched at \(Self.counted(count, "point"))"
        : "{\"killed\":\(count),\"verdict\":\"passed\"}")
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
