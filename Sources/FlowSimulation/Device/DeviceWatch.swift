import FlowMachine
import FlowRuntime

/// Observes everything an app does, and kills it at the chosen point. The device and the app's
/// driver hold it, and it holds neither of them.
final class DeviceWatch {
  var trace: ((Text) -> Void)?
  var record: ((Text) -> Void)?
  /// Called at each point, before the decision whether the app is killed there.
  var look: ((HostPoint) -> Void)?
  /// The inputs and actions of the host.
  var log: HostLog?
  var notices: [Notice] = []
  var killer = Killer()
  /// What the app was about to do when it was last killed at a point.
  private(set) var lastPoint: HostPoint?
  private var entropy: SeededEntropy
  var flow: Flow
  private let journal: SimulatedJournal

  init(_ flow: Flow, _ journal: SimulatedJournal, seed: UInt64) {
    self.flow = flow
    self.journal = journal
    entropy = SeededEntropy(seed: seed)
  }

  /// The inspection passed to a driver.
  var inspection: Inspection {
    var inspection = Inspection()
    // Writing lines that nobody reads would take most of the time of a thousand runs.
    if trace != nil { inspection.trace = { self.trace?($0) } }
    if record != nil { inspection.record = { self.record?($0) } }
    inspection.launch = log?.launch
    inspection.event = log?.event
    inspection.action = log?.action
    inspection.notice = { self.notices.append($0) }
    inspection.reach = { point throws(Killed) in try self.reach(point) }
    return inspection
  }

  func draw() -> UInt64 { entropy.next() }

  private func reach(_ point: HostPoint) throws(Killed) {
    look?(point)
    let isFatal = killer.strikes(at: point, in: flow) { journal.tearsNextAfter = $0 }
    guard isFatal || journal.isTorn else { return }
    lastPoint = point
    throw Killed()
  }
}
