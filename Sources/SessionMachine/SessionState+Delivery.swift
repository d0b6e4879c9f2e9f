// Sign-outs that the server does not know about yet: delivered at once, and after each failure as
// soon as the server is reachable again or a pause is over.

extension SessionState {
  /// Something changed outside, so another try is worthwhile.
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

  /// Delivers pending sign-outs, one at a time.
  mutating func deliver(at now: Moment) {
    let isOwed = changes.contains { if case .settle = $0.change { true } else { false } }
    guard !isDelivering, !isOwed, now.steady >= deliverAfter, case .stored(let stored) = known,
      !stored.pending.isEmpty
    else { return }
    isDelivering = true
    // One that the server does not accept must not delay the others.
    ask(.deliver(stored.pending[failedDeliveries % stored.pending.count]))
  }
}
