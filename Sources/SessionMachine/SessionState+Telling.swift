// Sign-outs that the server has not heard of: told at once, and after each failure as soon as the
// server is there again or a pause is over.

extension SessionState {
  /// Something changed outside, so it is worth a try.
  mutating func tellNow() {
    vainTellings = 0
    tellAfter = .min
  }

  mutating func delivered(
    _ family: Bytes, _ answer: DeliveryAnswer, chance: UInt8, at now: Moment
  ) {
    isTelling = false
    isUnheard = answer == .unheard
    guard answer != .settled else {
      tellNow()
      return change(.settle(family: family))
    }
    vainTellings += 1
    let pause = rules.pause(afterVain: vainTellings, chance: chance)
    tellAfter = now.steady + pause
    ask(.deliverLater(pause))
  }

  /// Tells the server what it is owed, one at a time.
  mutating func deliver(at now: Moment) {
    let isOwed = changes.contains { if case .settle = $0.change { true } else { false } }
    guard !isTelling, !isOwed, now.steady >= tellAfter, case .stored(let stored) = known,
      !stored.pending.isEmpty
    else { return }
    isTelling = true
    // One that the server does not take holds up no other.
    ask(.deliver(stored.pending[vainTellings % stored.pending.count]))
  }
}
