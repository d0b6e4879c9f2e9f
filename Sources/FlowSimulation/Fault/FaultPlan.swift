import FlowMachine
import FlowRuntime

/// One fault of one run.
struct FaultPlan: Equatable {
  var fault: SendFault
  /// Which send it hits, from 1.
  var send: Int
  /// The app is killed right after the send, before it gets the response; the send that repeats it
  /// has the same fault.
  var isKilled = false
}

/// A run without a fault: its sends that can have one, and its end.
struct FaultCourse {
  struct Send {
    var request: String
    /// The step of the script, from 1.
    var step: Int
    /// Whether the script has a response for it.
    var isAnswered: Bool
    /// How many points were reached before it went out.
    var points: Int
  }

  var course = Course()
  var sends: [Send] = []
  /// Where the script ends.
  var end = Course.Place(nil)
  var ending: Ending
  /// The steps in which each session was lost.
  var losses: [[Int]]
}

/// Records when secrets that represent sessions disappear.
final class SessionWatch {
  /// Its callbacks call this object.
  private unowned let device: SimulatedDevice
  private let names: [SecretName]
  private var isPresent: [Bool]
  private(set) var losses: [[Int]]
  /// The current step.
  var step = 0

  /// - Parameter flow: the version whose facts the sessions are.
  init(_ device: SimulatedDevice, _ sessions: [FactID], of flow: Flow) {
    self.device = device
    names = sessions.map { SecretName(fact: flow.blob(flow.tables.facts[Int($0)].name)) }
    isPresent = names.map { device.secrets.values[$0] != nil }
    losses = sessions.map { _ in [] }
  }

  func look() {
    for (index, name) in names.enumerated() {
      let isNow = device.secrets.values[name] != nil
      if isPresent[index], !isNow { losses[index].append(step) }
      isPresent[index] = isNow
    }
  }
}
