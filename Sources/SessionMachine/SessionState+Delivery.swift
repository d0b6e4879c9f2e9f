// Sign-outs that the server has not heard of: told at once, and after each failure as soon as the
// server is there again or a pause is over.

extension SessionState {
  /// Something changed outside, so it is worth a try.
  mutating func deliverSoon() {
    failedDeliveries = 0
    deliverAfter = .min
  }

  mutating func delivered(
    _ family: Bytes, _ answer: DeliveryAnswer, jitter: UInt8, at now: Moment
  ) {
    isDelivering = false
    isUnheard = answer == .unheard
    guard answer != .settled else {
      deliverSoon()
      return change(.settle(family: family))
    }
    failedDeliveries += 1
    let pause = rules.pause(afterFailed: failedDeliveries, jitter: jitter)
    deliverAfter = now.steady + pause
    ask(.deliverLater(pause))
  }

  /// Tells the server what it is owed, one at a time.
  mutating func deliver(at now: Moment) {
    let isOwed = changes.contains { if case .settle = $0.change { true } else { false } }
    guard !isDelivering, !isOwed, now.steady >= deliverAfter, case .stored(let stored) = known,
      !stored.pending.isEmpty
    else { return }
    isDelivering = true
    // One that the server does not take holds up no other.
    ask(.deliver(stored.pending[failedDeliveries % stored.pending.count]))
  }
}
