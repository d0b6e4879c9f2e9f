/// One part of what a person does with the app.
package enum Chapter: String, Sendable {
  /// From the first launch to a goal.
  case arrive = "arrive for the first time"
  /// The app was killed; what is stored leads to the goal again, and nobody has to sign in.
  case comeBack = "come back"
  case signOut = "sign out"
  case signIn = "sign in again"
}

/// What a person does with the app, a part at a time.
package struct Journey: Sendable {
  private let canSignOut: Bool
  /// When the run ends for those that have arrived; 0: after one of everything.
  private let end: Int64
  private var random: DeviceRandom
  private var next: [Chapter] = [.arrive]
  private var hasSeenAll = false

  /// - Parameters:
  ///   - end: in milliseconds since 1970; 0: each part happens once.
  ///   - canSignOut: whether the flow has a session, and a signal that ends it.
  package init(_ plan: SwarmPlan, device: Int, end: Int64, canSignOut: Bool) {
    self.end = end
    self.canSignOut = canSignOut
    random = DeviceRandom(seed: plan.seed ^ 0x0DD, device: device, .person)
    if end == 0 {
      next += canSignOut ? [.comeBack, .signOut, .signIn, .comeBack] : [.comeBack]
      hasSeenAll = true
    }
  }

  /// - Returns: nil where it is over.
  package mutating func chapter(at now: Int64) -> Chapter? {
    if next.isEmpty, !hasSeenAll {
      next = canSignOut && random.happens(0.2) ? [.signOut, .signIn] : [.comeBack]
    }
    guard let first = next.first else { return nil }
    // Who has signed out signs in again, whatever the time.
    guard end == 0 || first == .arrive || first == .signIn || now < end else { return nil }
    return next.removeFirst()
  }
}
