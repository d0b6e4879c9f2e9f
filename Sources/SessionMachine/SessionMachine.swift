// SessionMachine: one signed-in session of an app, as values.
//
// Owns: what is stored of a session and how it changes, when tokens are renewed and by whom, how
// late, lost or duplicate responses are handled, why and when a session ends, and what to do after
// each response to an authorized call. Must not: read a clock, send, store, sign, or parse JSON;
// its host (IdentityClient) does that and reports the results.
//
// It compiles as Embedded Swift and imports nothing.

/// A text of the wire as received: a token, a nonce, a name. Compared byte by byte.
package typealias Bytes = [UInt8]

/// Two clocks at one moment, in milliseconds.
///
/// The wall clock can be set to anything, and the steady one restarts with the device, so neither
/// alone tells the age of something stored earlier.
package struct Moment: Hashable, Sendable {
  /// Continues during sleep, and never goes back; counts from an arbitrary moment since the device
  /// started.
  package var steady: Int64
  /// Since 1970, according to the device.
  package var wall: Int64

  package init(steady: Int64, wall: Int64) {
    self.steady = steady
    self.wall = wall
  }

  /// The time since a moment, if the two clocks agree on it.
  package func age(of earlier: Moment) -> Int64? {
    let steadyAge = steady - earlier.steady
    let wallAge = wall - earlier.wall
    let difference = steadyAge > wallAge ? steadyAge - wallAge : wallAge - steadyAge
    guard steadyAge >= 0, difference <= SessionRules.clockAgreement else { return nil }
    return steadyAge > wallAge ? steadyAge : wallAge
  }
}

/// Constants of the machine that no specification fixes; decision 16 gives the reasons.
package struct SessionRules: Hashable, Sendable {
  /// An access token is renewed when it has this many milliseconds left.
  package var renewBefore: Int64 = 30_000
  /// A stored session counts as valid without asking the server while its last renewal is at most
  /// this many milliseconds ago (ENT-2, ENT-8).
  package var validFor: Int64 = 30 * 86_400_000
  /// How often one renewal is resent after its response was lost.
  package var resendsAfterLoss = 1
  /// How often one renewal is signed again because the server wants another nonce or proof.
  package var newProofs = 2
  /// The pause in milliseconds after a failed delivery of a sign-out; doubled after each further
  /// failure, up to `longestPause`.
  package var firstPause: Int64 = 5_000
  package var longestPause: Int64 = 300_000

  package init() {}

  /// How long to wait before pending sign-outs are delivered again; half of it is random.
  func pause(afterFailed deliveries: Int, jitter: UInt8) -> Int64 {
    let pause = min(firstPause << Int64(min(deliveries - 1, 16)), longestPause)
    return pause / 2 + pause / 2 * Int64(jitter) / 255
  }

  /// The maximum drift between the two clocks before neither is trusted.
  static let clockAgreement: Int64 = 60_000
  /// The maximum number of pending sign-outs; the oldest is dropped.
  static let pendingSignOuts = 8
  /// The number of ended families that this process remembers. Each belongs to one sign-in, so none
  /// comes back.
  static let rememberedFamilies = 16
}
