package import FlowVerification
import Foundation

/// How far an exploration has come, in words: when to say it, and what.
///
/// A value; the time comes in with each report.
package struct ProgressMeter {
  /// Nothing is said of what is over before that.
  static let patience = Duration.seconds(1)
  /// Between two lines.
  static let interval = Duration.milliseconds(250)

  private let name: String
  private let limits: CheckLimits
  private var last: (states: Int, time: Duration)?

  /// - Parameters:
  ///   - name: of the flow, as it was written.
  ///   - limits: its budget.
  package init(_ name: String, _ limits: CheckLimits) {
    self.name = name
    self.limits = limits
  }

  /// - Parameter elapsed: since the exploration began.
  /// - Returns: the line to show; nil where the last one is fresh enough.
  package mutating func line(_ progress: Verification.Progress, at elapsed: Duration) -> String? {
    guard elapsed >= (last.map { $0.time + Self.interval } ?? Self.patience) else { return nil }
    let before = last ?? (0, .zero)
    last = (progress.states, elapsed)
    // A part of the flow that is explored for itself begins at no states again.
    let gained = progress.states - (progress.states < before.states ? 0 : before.states)
    let rate = Int(Double(gained) / ((elapsed - before.time) / .seconds(1)))
    let budget = limits.budget
    return "\(name): \(progress.states) states, \(rate)/s; of the budget "
      + "\(Self.percent(progress.states, budget.states)) of states, "
      + "\(Self.percent(progress.bytes, budget.bytes)) of memory, "
      + "\(elapsed.components.seconds) of \(limits.seconds) s"
  }

  private static func percent(_ part: Int, _ whole: Int) -> String { "\(part * 100 / whole)%" }
}

/// One line on the terminal that is written over; nothing where standard error is none.
final class ProgressLine {
  private var meter: ProgressMeter
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let isTerminal = StandardError.isTerminal
  private var isShown = false

  init(_ name: String, _ limits: CheckLimits) {
    meter = ProgressMeter(name, limits)
    start = clock.now
  }

  func show(_ progress: Verification.Progress) {
    guard isTerminal, let line = meter.line(progress, at: clock.now - start) else { return }
    isShown = true
    StandardError.write("\r\u{1B}[K\(line)")
  }

  /// Makes room for what was found.
  func clear() {
    if isShown { StandardError.write("\r\u{1B}[K") }
    isShown = false
  }
}
