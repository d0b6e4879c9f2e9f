import FlowMachine
import FlowRuntime

/// One fault of one run.
struct FaultPlan: Equatable {
  var fault: SendFault
  /// Which send it hits, from 1.
  var send: Int
  /// The app dies right after the send, before its answer is taken; the send that repeats it meets
  /// the same fault.
  var isKilled = false
}

/// A run without a fault: what can go wrong in it, and what it came to.
struct FaultCourse {
  struct Send {
    var request: String
    /// The step of the script, from 1.
    var step: Int
    /// Whether the script has it answered.
    var isAnswered: Bool
  }

  var course = Course()
  var sends: [Send] = []
  /// Where the script ends.
  var end = Course.Place(nil)
  var ending: Ending
  /// The steps in which each session was lost.
  var losses: [[Int]]
}

/// Notes when secrets that stand for sessions go.
final class SessionWatch {
  /// Its looks call this.
  private unowned let device: SimulatedDevice
  private let names: [SecretName]
  private var isPresent: [Bool]
  private(set) var losses: [[Int]]
  /// The step that is played.
  var step = 0

  init(_ device: SimulatedDevice, _ sessions: [FactID]) {
    self.device = device
    names = sessions.map {
      SecretName(fact: device.flow.blob(device.flow.tables.facts[Int($0)].name))
    }
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
