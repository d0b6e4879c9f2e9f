import FlowMachine

/// Where buttons lead, as somebody knows who can read them: each is tried on a copy of the machine, which
/// performs nothing.
struct WayFinding {
  let now: Int64
  /// Screens away.
  static let depth = 3

  /// The first tap, or the way back, of a shortest way to a screen that is wanted.
  ///
  /// - Parameter order: the numbers of the buttons' places, in the order in which they are tried.
  func firstStep(
    from machine: FlowMachine, shuffledBy random: inout DeviceRandom, to isWanted: (Sight) -> Bool
  ) -> Input? {
    var seen: Set<String> = []
    if let here = Sight(machine, at: now) { seen.insert(here.name) }
    var front: [(machine: FlowMachine, first: Input?)] = [(machine, nil)]
    for _ in 0..<Self.depth {
      var next: [(machine: FlowMachine, first: Input?)] = []
      for (machine, first) in front {
        guard let sight = Sight(machine, at: now), !sight.isOverlay else { continue }
        for input in steps(on: sight, of: machine).shuffled(using: &random) {
          var tried = machine
          guard tried.step(input, at: now, entropy: 0).refusal == nil,
            let place = Sight(tried, at: now), seen.insert(place.name).inserted
          else { continue }
          if isWanted(place) { return first ?? input }
          next.append((tried, first ?? input))
        }
      }
      front = next
    }
    return nil
  }

  private func steps(on sight: Sight, of machine: FlowMachine) -> [Input] {
    let taps = sight.taps.filter { !$0.isSubmitting && !$0.isDestructive }.map { Input.tap($0.id) }
    return taps + (machine.canGoBack ? [.back] : [])
  }
}
