// SessionMachine: one signed-in session of an app, as values.
//
// Owns: what is stored of a session and how it changes, when tokens are renewed and by whom, what
// becomes of answers that are late, lost or doubled, why and when a session ends, and what to do
// after each answer to an authorized call. Must not: read a clock, send, store, sign, or look into
// JSON; whoever performs it (IdentityClient) does that and reports what came of it.
//
// It is in the subset that Embedded Swift compiles, and imports nothing.

/// A text of the wire as it came: a token, a nonce, a name. Compared byte by byte.
package typealias Bytes = [UInt8]

/// Two clocks at one moment, in milliseconds.
///
/// The wall clock may be set by anybody to anything, and the steady one starts over when the device
/// starts; so neither says by itself how old something is that was stored earlier.
package struct Moment: Hashable, Sendable {
  /// Goes on in sleep too, and never back; counts from some moment of this start of the device.
  package var steady: Int64
  /// Since 1970, as the device believes.
  package var wall: Int64

  package init(steady: Int64, wall: Int64) {
    self.steady = steady
    self.wall = wall
  }

  /// How long ago something was, if the two clocks agree on it.
  package func age(of earlier: Moment) -> Int64? {
    let steadyAge = steady - earlier.steady
    let wallAge = wall - earlier.wall
    let difference = steadyAge > wallAge ? steadyAge - wallAge : wallAge - steadyAge
    guard steadyAge >= 0, difference <= SessionRules.clockAgreement else { return nil }
    return steadyAge > wallAge ? steadyAge : wallAge
  }
}

/// Numbers of the machine that no document fixes; argued in decision 16.
package struct SessionRules: Hashable, Sendable {
  /// An access token is renewed when it has this many milliseconds left.
  package var renewBefore: Int64 = 30_000
  /// A stored session counts as valid without asking anybody while its last renewal is at most so
  /// many milliseconds ago (ENT-2, ENT-8).
  package var validFor: Int64 = 30 * 86_400_000
  /// How often one renewal is sent again after its answer was lost, besides the first time.
  package var resendsAfterLoss = 1
  /// How often one renewal is signed again because the server wants another nonce or proof.
  package var newProofs = 2
  /// After so many milliseconds a sign-out that was told in vain is told again; twice as many after
  /// each further time, up to `longestPause`.
  package var firstPause: Int64 = 5_000
  package var longestPause: Int64 = 300_000

  package init() {}

  /// How long to wait before pending sign-outs are told again; half of it is left to chance.
  func pause(afterFailed deliveries: Int, jitter: UInt8) -> Int64 {
    let pause = min(firstPause << Int64(min(deliveries - 1, 16)), longestPause)
    return pause / 2 + pause / 2 * Int64(jitter) / 255
  }

  /// How far the two clocks may drift apart before neither is believed.
  static let clockAgreement: Int64 = 60_000
  /// Sign-outs that wait to be told to the server; the oldest gives way.
  static let pendingSignOuts = 8
  /// Families that this process saw end. Each is a sign-in of its own, so none comes back.
  static let rememberedFamilies = 16
}
