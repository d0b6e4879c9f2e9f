import SessionMachine
import Testing

/// Clocks that are wrong. A token lives ten minutes here.
@Suite struct SessionClockTests {
  private static let start = Moment(steady: 50_000_000, wall: 1_700_000_000_000)

  private func state(signedInHere: Bool) -> SessionState {
    let record = SessionRecord(
      family: [1], refreshToken: [1, 0], accessToken: [1, 1], keyThumbprint: [7],
      lifetime: 600_000, receivedAt: Self.start)
    var state = SessionState()
    if signedInHere {
      let asked = state.handle(.signedIn(1, record), at: Self.start)
      for case .change(let id, let change) in asked {
        let stored = change.applied(to: StoredSession()) ?? StoredSession()
        _ = state.handle(.changed(id, .stored(stored)), at: Self.start)
      }
    } else {
      _ = state.handle(.woke, at: Self.start)
      _ = state.handle(.read(0, .stored(StoredSession(session: record))), at: Self.start)
    }
    return state
  }

  private func serves(_ state: SessionState, at now: Moment) -> Bool {
    var state = state
    return state.handle(.needed(Need(caller: 9)), at: now).contains {
      if case .serve = $0 { true } else { false }
    }
  }

  @Test(
    "For a token received in this process, only the steady clock counts",
    arguments: [-36_000_000, -1, 0, 36_000_000] as [Int64])
  func steadyOnly(_ wallJump: Int64) {
    let state = state(signedInHere: true)
    func later(_ passed: Int64) -> Moment {
      Moment(steady: Self.start.steady + passed, wall: Self.start.wall + passed + wallJump)
    }
    #expect(serves(state, at: later(569_999)))
    #expect(!serves(state, at: later(570_000)))
  }

  @Test("A stored token whose age the clocks disagree on is renewed before use")
  func disagreement() {
    let state = state(signedInHere: false)
    func after(_ steady: Int64, _ wall: Int64) -> Moment {
      Moment(steady: Self.start.steady + steady, wall: Self.start.wall + wall)
    }
    #expect(serves(state, at: after(1000, 1000)))
    #expect(serves(state, at: after(1000, 50_000)))
    #expect(!serves(state, at: after(1000, 3_600_000)))
    #expect(!serves(state, at: after(1000, -3_600_000)))
    // The device was started again: its steady clock started over.
    #expect(!serves(state, at: Moment(steady: 1000, wall: Self.start.wall + 1000)))
    #expect(!serves(state, at: after(570_000, 570_000)))
  }

  @Test("No clock signs anyone out: at most the server is asked first")
  func neverSignsOut() {
    for wall in [Int64.min / 4, 0, Self.start.wall, Int64.max / 4] {
      let state = state(signedInHere: false)
      let status = state.status(at: Moment(steady: 0, wall: wall))
      #expect(status == .valid || status == .stale)
    }
  }
}
