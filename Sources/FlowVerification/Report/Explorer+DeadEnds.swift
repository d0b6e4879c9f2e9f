import FlowDefinition
import FlowMachine
import Statechart

// Where a way ends, and why.

extension Explorer {
  /// Of all states that a dead end leads to, the nearest one that leads nowhere but back to itself: there something is
  /// missing.
  func end(of place: Violation.Place) -> Violation.Place {
    guard case .state(let start) = place else { return place }
    var order = [start]
    var numbers = [start: 0]
    var leads: [[Int]] = []
    while leads.count < order.count {
      guard order.count < Self.mostFollowed else { return place }
      var targets: [Int] = []
      forEachLead(from: order[leads.count], forAll: false) { target, _ in
        if numbers[target] == nil {
          numbers[target] = order.count
          order.append(target)
        }
        targets.append(numbers[target]!)
      }
      leads.append(targets)
    }
    let components = Components(count: order.count, edges: { leads[$0].indices }) { leads[$0][$1] }
    let isLast = components.members.map { members in
      members.allSatisfy { node in
        leads[node].allSatisfy { components.ofNode[$0] == components.ofNode[node] }
      }
    }
    let end = order.indices.first { isLast[Int(components.ofNode[$0])] }
    return end.map { .state(order[$0]) } ?? place
  }

  /// States behind a dead end after which its beginning is told.
  private static let mostFollowed = 100_000

  /// - Parameter problem: what is told, up to the place.
  func deadEndWords(
    at place: Violation.Place, _ problem: String, _ plan: VerificationPlan
  ) -> Words {
    let names = FlowNames(flow: flow)
    if let overlay = overlay(at: place), stays(overlay, from: place) {
      return (
        plan.overlayPositions[Int(overlay)],
        "\(problem) from here without killing the app: the overlay '\(names.overlay(Int(overlay)))' stays, since "
          + (flow.hasButton(overlay)
            ? "none of its buttons leads on"
            : "it has no button, and not every host has a gesture"),
        "Give it a button with the id `dismiss`, or another one that leads on"
      )
    }
    if let state = stateWithoutScreen(at: place) {
      return (
        plan.statePositions[Int(state)],
        "\(problem) from here without killing the app: '\(names.state(state))' has no screen, and on this path none of its transitions is taken",
        "Add a transition without a guard"
      )
    }
    let screen = screen(at: place)
    let why = screen.flatMap { whyStuck(on: $0) }
    return (
      plan.statePositions[Int(screen ?? flow.tables.main)],
      "\(problem) from here without killing the app" + (why.map { ": \($0.cause)" } ?? ""),
      why.map { "\($0.remedy), or add another way out" } ?? "Add a transition out of this state"
    )
  }

  /// Whether an overlay lies on top wherever a place leads.
  private func stays(_ overlay: OverlayID, from place: Violation.Place) -> Bool {
    guard case .state(let start) = place else { return false }
    var met: Set<Int> = [start]
    var open = [start]
    while let index = open.popLast() {
      guard met.count < Self.mostFollowed, self.overlay(at: .state(index)) == overlay else {
        return false
      }
      forEachLead(from: index, forAll: false) { target, _ in
        if met.insert(target).inserted { open.append(target) }
      }
    }
    return true
  }

  /// The innermost active state of the document, where no screen is active.
  private func stateWithoutScreen(at place: Violation.Place) -> StateID? {
    guard case .state(let index) = place else { return nil }
    machine.pointee.load(projection, from: single(index))
    let chart = machine.pointee.chartState
    if let screen = machine.pointee.screenState, chart.isActive(screen) { return nil }
    let main = flow.tables.main
    return chart.activeStates.last { $0 > main && $0 <= flow.chart.states[main].last }
  }
}

extension Flow {
  /// Whether something in an overlay can be tapped.
  fileprivate func hasButton(_ overlay: OverlayID) -> Bool {
    tables.elements[tables.overlays[Int(overlay)].elements.indices].contains {
      $0.kind.input == .tap && $0.takesInput
    }
  }
}
