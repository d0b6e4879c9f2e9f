/// The cost of one Argon2id hash (RFC 9106 section 3.1).
package struct Argon2Parameters: Hashable, Sendable {
  /// Kibibytes, at least 8.
  package let memory: Int
  /// Passes over that memory.
  package let passes: Int

  /// One lane: a server has other work for its other cores.
  package static let lanes = 1

  /// SEC "Passwords": m=19456 KiB, t=2, p=1.
  package static let standard = Argon2Parameters(memory: 19_456, passes: 2)

  package init(memory: Int, passes: Int) {
    self.memory = memory
    self.passes = passes
  }

  /// Kibibytes times passes, which determines the time of a hash.
  package var work: Int {
    let (product, overflow) = memory.multipliedReportingOverflow(by: passes)
    return overflow ? .max : product
  }

  /// One hash on one core of an ordinary server: libargon2 was measured at 1.7 GiB a second. An
  /// estimate, used only to predict waits.
  package var expectedCost: Duration {
    .nanoseconds(Int64(max(1, min(work, 1 << 40))) * 640)
  }
}

/// The maximum cost of a hash from the store (SEC "Import": bounded cost parameters). Whoever can
/// write a row must not be able to exhaust the server's memory.
package struct Argon2Limits: Hashable, Sendable {
  /// Kibibytes.
  package var memory: Int
  package var passes: Int
  package var lanes: Int
  /// Kibibytes times passes.
  package var work: Int

  /// 64 MiB, and about seven times the work of the standard parameters.
  package static let standard = Argon2Limits(
    memory: 65_536, passes: 32, lanes: 4, work: 262_144)

  package init(memory: Int, passes: Int, lanes: Int, work: Int) {
    self.memory = memory
    self.passes = passes
    self.lanes = lanes
    self.work = work
  }

  package func admit(_ parameters: Argon2Parameters, lanes used: Int) -> Bool {
    // RFC 9106 section 3.1: at least 8 kibibytes a lane.
    (1...lanes).contains(used) && parameters.passes >= 1 && parameters.memory >= 8 * used
      && parameters.memory <= memory && parameters.passes <= passes && parameters.work <= work
  }
}
