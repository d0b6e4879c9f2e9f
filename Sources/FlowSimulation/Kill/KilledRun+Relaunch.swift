import FlowMachine
import FlowRuntime

extension KilledRun {
  /// Restarts the app if the plan has just killed it.
  func relaunchIfKilled() -> Bool {
    guard !isKilled, !device.isRunning, device.killer.hasStruckFatally else { return false }
    isKilled = true
    let facts = device.flow.tables.facts
    lostFillings = fillings.filter { fact, _ in
      facts[Int(fact)].place == .memory || device.lostSecrets.contains(fact)
    }
    .sorted { $0.key < $1.key }.map(\.value)
    let written = device.journal.recordCount
    let points = device.killer.pointCount
    device.killer.fatalTear = nil
    if plan.secondPoint > 0 { device.killer.fatalPoint = points + plan.secondPoint }
    var count = 0
    var hasEnded = false
    let look = device.look
    device.look = { point in
      look?(point)
      if !hasEnded { count += 1 }
      if point == .endOfStep { hasEnded = true }
    }
    noteStartedRequests()
    let resets = resetCount
    device.network.beginRetelling(upcoming: upcomingRequests)
    device.launch()
    if !device.isRunning { device.launch() }
    device.look = look
    relaunchPoints = count
    relaunchRecords = device.journal.recordCount - written
    isReset = resetCount > resets
    isAsked = hasUnknownOutcome || isReset
    if !isInForeground { device.send(.foreground(false)) }
    return true
  }

  /// A request that was recorded as started but not sent before the kill still gets its responses.
  /// One that had finished is started again by every launch.
  private func noteStartedRequests() {
    guard let machine = device.lastMachine, device.lastPoint?.isBehindRecord == true else { return }
    for request in machine.flow.requestsOfEveryLaunch
    where machine.status(of: request) != RequestStatus.running {
      extraStarts.insert(machine.flow.blob(machine.flow.tables.requests[Int(request)].name))
    }
    for (index, row) in device.flow.tables.requests.enumerated()
    where machine.status(of: RequestID(index)) == RequestStatus.running {
      device.network.noteStart(
        of: device.flow.blob(row.name), ticket: machine.ticket(of: RequestID(index)))
    }
  }

  /// How often each request begins between the kill and the user's next step, in the run without a
  /// kill.
  private var upcomingRequests: [Text: Int] {
    guard course.points.indices.contains(struckPoint - 1) else { return [:] }
    let struck = course.points[struckPoint - 1].step
    let next = script.steps.first { $0.number > struck && $0.action.changesTheStory }
    var counts: [Text: Int] = [:]
    for (step, point, flow) in course.points[struckPoint...]
    where next.map({ step < $0.number }) ?? true {
      guard case .effect(.perform(let request, _)) = point,
        !flow.requestsOfEveryLaunch.contains(request)
      else { continue }
      counts[flow.blob(flow.tables.requests[Int(request)].name), default: 0] += 1
    }
    return counts
  }

  /// How often the flow has reset the app.
  private var resetCount: Int {
    script.reset.map { device.network.record(of: $0).sendCount } ?? 0
  }

  var hasUnknownOutcome: Bool {
    guard let machine = device.driver?.machine else { return false }
    return device.flow.tables.requests.indices.contains {
      machine.status(of: RequestID($0)) == RequestStatus.failed + Int64(FailureClass.unknown)
    }
  }
}

extension HostPoint {
  /// Whether the step's record has been written when it is reached.
  fileprivate var isBehindRecord: Bool {
    switch self {
    case .effect(let effect), .continuing(let effect):
      switch effect {
      case .journal, .sealSecret, .storeSecret: false
      default: true
      }
    case .storingAnswer, .storingSignal, .catchingUp: false
    case .endOfStep: true
    }
  }
}
