import FlowMachine
import FlowRuntime
import Statechart

// What a user does after a fault, in addition to what they do after a kill.

extension KilledRun {
  /// Reaches a place of the run without a fault, as far as waiting and retrying help.
  func reach(_ place: Course.Place) {
    repeat {
      if place.overlays.isEmpty { dismissOverlays() }
      catchUp(with: place)
    } while device.isRunning && device.driver?.machine.screenState != place.screen && tapsAgain()
  }

  func perform(_ action: PlayAction) -> Outcome {
    let outcome = person.perform(action)
    if outcome == .done { noteTap(action) }
    return outcome
  }

  func noteTap(_ action: PlayAction) {
    guard case .tap = action else { return }
    lastTap = action
    triesAgain = 0
  }

  /// After a fault the last tap is repeated if its button is still there.
  func tapsAgain() -> Bool {
    guard hasFault, !hasUnknownOutcome, let lastTap, triesAgain < Self.mostTries else {
      return false
    }
    triesAgain += 1
    dismissOverlays()
    fillInAgain()
    guard person.perform(lastTap) == .done else { return false }
    repeatedTapCount += 1
    return true
  }

  private static let mostTries = 3
}
