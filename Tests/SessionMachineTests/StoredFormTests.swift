import SessionMachine
import Testing

/// The stored bytes of a session.
@Suite struct StoredFormTests {
  private static let whole = StoredSession(
    session: SessionRecord(
      family: [1], refreshToken: [2, 2], accessToken: [3], idToken: [], keyThumbprint: [4],
      lifetime: 600_000, receivedAt: Moment(steady: -5, wall: .max), crumb: [5], guid: [6]),
    signOut: SignOutNote(family: [7], cause: .deviceKeyLost, isRefusal: true),
    pending: [
      PendingSignOut(family: [8], refreshToken: [9], isEverywhere: true),
      PendingSignOut(family: [], refreshToken: [0], isEverywhere: false),
    ])

  @Test("A stored session reads back unchanged", arguments: [whole, StoredSession()])
  func readsBack(_ stored: StoredSession) {
    #expect(StoredSession(bytes: stored.bytes) == stored)
  }

  @Test("Damaged bytes are not a session, wherever they are cut or changed")
  func damage() {
    let bytes = Self.whole.bytes
    for count in bytes.indices { #expect(StoredSession(bytes: Array(bytes.prefix(count))) == nil) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        #expect(StoredSession(bytes: damaged) == nil)
      }
    }
    #expect(StoredSession(bytes: bytes + [0]) == nil)
  }
}
