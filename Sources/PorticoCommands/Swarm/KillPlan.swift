/// When the app of a device is killed while a call of its flow is under way.
package enum KillPlan: Equatable, Sendable {
  case never
  /// After this many milliseconds, whether the response is there or not.
  case during(Int64)
  /// The client has the response and has stored what it stores; the flow has not heard of it.
  case after

  /// - Parameter rate: the probability that one call meets a kill.
  package static func drawn(rate: Double, _ random: inout DeviceRandom) -> KillPlan {
    let isKilled = random.happens(rate)
    let waits = random.happens(0.5)
    let delay = Int64.random(in: 0...400, using: &random)
    guard isKilled else { return .never }
    return waits ? .after : .during(delay)
  }
}
