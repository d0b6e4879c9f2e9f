import Foundation
import TestSupport
import Statechart

/// The program of `Tests/ForeignOracle`, which runs charts with Qt SCXML.
struct ForeignOracle {
  let program: URL

  /// `PORTICO_SCXML_ORACLE` is the path of the program; `make test` and `make soak` set it.
  static let path = ProcessInfo.processInfo.environment["PORTICO_SCXML_ORACLE"]

  struct Died: Error, CustomStringConvertible {
    let description: String
  }

  /// What it says about each chart: a line for the start and for each event. A chart that does not
  /// come to rest in it ends the answer.
  func answers(to cases: [ChartCase]) async throws -> [[String]] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-oracle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("input")
    let output = folder.appendingPathComponent("output")
    var text = ""
    for example in cases {
      let document = example.sketch.scxml
      text += "chart \(document.utf8.count)\n\(document)\nevents \(example.events.count)\n"
      for event in example.events {
        text += event.name + (event.value.map { " \($0)" } ?? "") + "\n"
      }
    }
    try Data(text.utf8).write(to: input)
    try Data().write(to: output)
    let process = ChildProcess()
    process.executableURL = program
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.standardError
    // The thread of the test is not blocked meanwhile.
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        done.resume(throwing: error)
      }
    }
    let lines = String(decoding: try Data(contentsOf: output), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let answers = lines.split(separator: "chart", omittingEmptySubsequences: false)
      .dropFirst().map(Array.init)
    if process.terminationStatus != 0, process.terminationReason == .exit {
      throw Died(description: "the oracle left with status \(process.terminationStatus)")
    }
    return answers
  }
}

extension ChartCase {
  /// The case up to where Qt follows another rule than SCXML, or nil if nothing is left.
  ///
  /// - What runs in a circle is cut by us after `ChartLimits.microsteps`, and by Qt never.
  /// - Of transitions that were chosen together, Qt takes those first whose sources lie deeper below
  ///   the state that holds both, and lets them go before others that they conflict with. By SCXML
  ///   the order is that of the states that chose them in the document (3.13: "document order", and
  ///   appendix D). Where both give the same order, all is compared.
  func comparable() -> ChartCase? {
    // SCXML raises an event for each state that is done; leaving one out makes another chart.
    let mayBeDone = sketch.root.subtree.dropFirst().filter { !$0.children.isEmpty }
    guard mayBeDone.allSatisfy({ $0.done != nil }) else { return nil }
    let reference = Reference(sketch)
    var isSameOrder = true
    reference.look = { enabled in
      for (index, second) in enabled.enumerated() {
        for first in enabled[..<index] where reference.doesQtTake(second, before: first) {
          isSameOrder = false
        }
      }
    }
    defer { reference.look = nil }
    reference.start()
    var result = self
    result.events = []
    for event in events {
      guard isSameOrder, reference.microsteps < Reference.mostMicrosteps else { break }
      result.events.append(event)
      reference.microsteps = 0
      reference.send(event.name, value: event.value)
    }
    guard isSameOrder, reference.microsteps < Reference.mostMicrosteps else {
      return result.events.popLast() == nil ? nil : result
    }
    return result
  }

  /// What the engine says, as the oracle would.
  func expectation() throws -> [ForeignStep] {
    var run = try ChartRun(sketch)
    run.start()
    return events.reduce(into: [step(of: &run)]) { steps, event in
      run.send(event.name, value: event.value)
      steps.append(step(of: &run))
    }
  }

  private func step(of run: inout ChartRun) -> ForeignStep {
    ForeignStep(
      active: run.active.filter { $0 != sketch.root.name }, isOver: !run.state.isRunning,
      log: run.takeLog().filter { $0 != "+" + sketch.root.name })
  }
}

extension Reference {
  fileprivate func doesQtTake(_ second: Transition, before first: Transition) -> Bool {
    let (left, right) = (first.source, second.source)
    if left == right || isDescendant(left, of: right) { return false }
    if isDescendant(right, of: left) { return true }
    return depth(of: right, beside: left) > depth(of: left, beside: right)
  }

  /// How many states lie between a state and the compound one that holds it and another.
  private func depth(of state: Node, beside other: Node) -> Int {
    properAncestors(of: state, upTo: nil).firstIndex {
      $0.state.kind == .compound && isDescendant(other, of: $0)
    } ?? 0
  }
}

/// Where a chart is after a step.
struct ForeignStep {
  /// In document order.
  let active: [String]
  let isOver: Bool
  let log: [String]

  /// What speaks against the oracle's line, or nil.
  func disagreement(with line: String) -> String? {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").map(String.init) }
    guard parts.count == 2 else { return "Qt: \(line)" }
    let states = isOver ? ["over"] : active.sorted()
    guard parts[0] == states else { return "active \(states), Qt: \(parts[0])" }
    guard isOver else { return parts[1] == log ? nil : "log \(log), Qt: \(parts[1])" }
    // A chart of SCXML that has come to its end leaves all its states; ours stays where it is.
    guard parts[1].starts(with: log) else { return "log \(log), Qt: \(parts[1])" }
    let left = parts[1].dropFirst(log.count).filter { $0.hasPrefix("-") }.map { $0.dropFirst() }
    return left.isEmpty || left.elementsEqual(active.reversed()) { $0 == $1 }
      ? nil : "left at the end \(active.reversed()), Qt: \(left)"
  }
}
