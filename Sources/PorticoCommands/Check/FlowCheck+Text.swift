import FlowDefinition
import FlowVerification
import Foundation

extension FlowCheck {
  /// What was found, without the verdict.
  var lines: [String] {
    if !diagnostics.isEmpty { return changes + [DiagnosticsFound(diagnostics).description] }
    var lines = changes + notes
    if let domainProblem { lines.append(domainProblem.line) }
    guard let name, let verification else { return lines }
    lines += verification.findings.map(\.description)
    if !verification.isComplete { lines.append("\(document): error: \(excess)") }
    for carried in verification.versions {
      lines.append(
        "\(name): \(carried.snapshots) snapshots of version \(carried.version) migrated")
    }
    if !verification.parts.isEmpty {
      let parts = verification.parts.map {
        "\($0.name) (\($0.views) states, \($0.classes) distinguishable from outside)"
      }
      lines.append("\(name): sub-flows checked separately: \(parts.joined(separator: ", "))")
    }
    return lines
  }

  /// Why not everything was explored.
  private var excess: String {
    let counts = (verification?.multipliers ?? []).map { "    " + $0 }
    let (reason, option) =
      switch verification?.limit {
      case .states, nil: ("", ", or raise --max-states")
      case .memory: (", as they take too much memory", "")
      case .time: (", as they take too much time", ", or raise --max-seconds")
      }
    let head =
      "too many states: stopped after \(verification?.states ?? 0)\(reason). "
      + "What multiplies the states, by the number of values seen:"
    let remedy =
      "    Declare a `domain` for facts with only a few relevant values\(option)."
    let suspicions = (verification?.suspicions ?? []).map { "    " + $0 }
    let lead = "    This may be wrong; too many states were left to be sure:"
    return ([head] + counts + [remedy] + (suspicions.isEmpty ? [] : [lead] + suspicions))
      .joined(separator: "\n")
  }

  /// What the exploration took, and what came of it.
  var verdict: String {
    guard let name, let verification else { return "" }
    let megabytes = String(format: "%.1f", Double(verification.memory) / 1_048_576)
    let time = String(format: "%.2f", seconds)
    let count = verification.findings.count
    let verdict =
      !verification.isComplete
      ? "not proven"
      : count == 0 ? "no problems" : count == 1 ? "1 problem" : "\(count) problems"
    return "\(name): \(verification.states) states, \(verification.transitions) steps, "
      + "\(megabytes) MiB, \(time) s: \(verdict)\(isCached ? " (cached)" : "")"
  }

  /// Everything that is wrong, in one form.
  var problems: [CheckProblem] {
    var problems = diagnostics.map {
      CheckProblem(
        code: $0.code.rawValue, position: $0.position, message: "\($0.problem). \($0.remedy).")
    }
    let start = Position(file: document, line: 1, column: 1)
    if let domainProblem { problems.append(domainProblem) }
    guard let verification else { return problems }
    problems += verification.findings.map {
      CheckProblem(
        code: $0.property.code, position: $0.position, message: "\($0.problem). \($0.remedy).",
        path: $0.trace)
    }
    if !verification.isComplete {
      problems.append(
        CheckProblem(code: CheckProblem.tooManyStates, position: start, message: excess))
    }
    return problems
  }
}
