import FlowDefinition
import FlowMachine
import Statechart

/// The engine did not do what the workload requires, or there is no workload.
enum WorkloadError: Error, CustomStringConvertible {
  case document([Diagnostic])
  case unknown(String)
  case counts(String)

  var description: String {
    switch self {
    case .document(let diagnostics):
      "The exercise's document does not compile:\n"
        + diagnostics.map { "\($0)" }.joined(separator: "\n")
    case .unknown(let name):
      "The exercise's document has no \(name); the bench and its document have to agree"
    case .counts(let what): "The workload was not done: \(what)"
    }
  }
}

/// The chart of the exercise, compiled from its document and loaded, with its workloads.
struct Exercise {
  /// What one cycle of `full-run` presents and starts.
  static let presentsEachCycle = 23
  static let requestsEachCycle = 15

  /// A signal by name, with its number.
  struct Step: Equatable {
    var signal: String
    var value: Int64 = absent
  }

  static let fullRun: [[Step]] = [
    [.expOK(1), .select, .submitOK, .loginOK, .timer],
    [
      .expFail, .dismiss, .expOK(2), .select, .submitFail, .dismiss, .select, .submitOK, .timer,
      .loginOK,
    ],
    [.loginFail, .dismiss, .expOK(3), .next, .loginOK, .timer],
    [.expOK(0), .timer, .loginFail, .dismiss, .timer, .loginOK],
  ]
  /// Leads to the cycle of `steady`.
  static let approach: [Step] = [.expOK(1)]
  static let steady: [Step] = [.select, .submitFail, .dismiss, .select, .submitOK, .back]

  let bytes: [UInt8]
  let flow: Flow
  /// The state that every run ends in.
  let end: StateID

  init() throws {
    let name = "exercise.flow.yaml"
    let (compiled, diagnostics) = FlowCompiler.compile(file: name) {
      $0 == name ? PackageResources.exercise_flow_yaml : nil
    }
    guard let compiled else { throw WorkloadError.document(diagnostics) }
    bytes = compiled.bytes
    flow = try Flow(decoding: compiled.bytes)
    guard let end = flow.state(named: Array("D".utf8)) else {
      throw WorkloadError.unknown("state D")
    }
    self.end = end
  }

  private func signal(_ step: Step) throws -> SignalID {
    guard let signal = flow.signal(named: Array(step.signal.utf8)) else {
      throw WorkloadError.unknown("signal \(step.signal)")
    }
    return signal
  }

  /// Steps as chart events.
  func events(_ steps: [Step]) throws -> [ChartEvent] {
    try steps.map { ChartEvent(flow.tables.signals[Int(try signal($0))].event, value: $0.value) }
  }

  /// Steps as machine inputs.
  func inputs(_ steps: [Step]) throws -> [Input] {
    try steps.map { .signal(try signal($0), number: $0.value, text: nil) }
  }

  /// Loads the compiled form, with all its checks.
  func load(_ count: Int) throws {
    for _ in 0..<count { _ = try Flow(decoding: bytes) }
  }
}

extension Exercise.Step {
  static func expOK(_ variant: Int64) -> Self { Self(signal: "EXP_OK", value: variant) }
  static let select = Self(signal: "SELECT", value: 3)
  static let submitOK = Self(signal: "SUBMIT_OK")
  static let submitFail = Self(signal: "SUBMIT_FAIL")
  static let loginOK = Self(signal: "LOGIN_OK")
  static let loginFail = Self(signal: "LOGIN_FAIL")
  static let expFail = Self(signal: "EXP_FAIL")
  static let timer = Self(signal: "TIMER")
  static let next = Self(signal: "NEXT")
  static let back = Self(signal: "BACK")
  static let dismiss = Self(signal: "DISMISS")
}
