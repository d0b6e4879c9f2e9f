import FlowMachine
import Testing

@Suite("Retries and timeouts")
struct RetryTests {
  private static func yaml(_ rest: String) -> String {
    """
    requests:
      send: {app: send, \(rest)}
    initial: form
    screens:
      form:
        elements: [{button: go, label: t}]
        on: {go: {do: [{request: send}]}}
        always: [{when: send.succeeded, to: done}, {when: send.failed, to: failed}]
      done: {}
      failed: {}
    """
  }

  private func started(_ rest: String) throws -> Play {
    var play = try Play(yaml: Self.yaml(rest))
    play.tap("go")
    return play
  }

  @Test("A request is resent after growing waits, and stays running meanwhile")
  func backoff() throws {
    var play = try started(
      "repeat: safe, retries: 4, backoff: {first: 1s, factor: 3, most: 5s}")
    let ticket = play.machine.ticket(of: play.request("send"))
    for wait: Int64 in [1_000, 3_000, 5_000, 5_000] {
      play.answer("send", .notSent)
      #expect(play.status("send") == "running")
      #expect(play.machine.nextDeadline == play.now + wait)
      play.wait(wait - 1)
      #expect(play.performed.isEmpty)
      play.wait(1)
      #expect(play.performed == ["send"])
      #expect(play.machine.ticket(of: play.request("send")) == ticket)
    }
    play.answer("send", .notSent)
    #expect(play.screen == "failed")
  }

  @Test(
    "Only a network without a response and an unavailable server are retried",
    arguments: [
      (Answer.notSent, true), (.lost, true), (.timedOut, true),
      (.received(status: 503, body: []), true), (.received(status: 404, body: []), false),
      (.received(status: 302, body: []), false), (.interrupted, false),
    ])
  func retriedClasses(answer: Answer, isRetried: Bool) throws {
    var play = try started("repeat: safe, retries: 1")
    play.answer("send", answer)
    #expect((play.status("send") == "running") == isRetried)
  }

  @Test("A success ends the wait for the next try")
  func successWhileWaiting() throws {
    var play = try started("repeat: safe, retries: 1")
    play.answer("send", .notSent)
    play.answer("send")
    #expect(play.screen == "done")
    #expect(play.machine.nextDeadline == nil)
  }

  @Test("A failure that is reported twice uses one try")
  func doubledFailure() throws {
    var play = try started("repeat: safe, retries: 1")
    play.answer("send", .notSent)
    play.answer("send", .notSent)
    #expect(play.report.refusal == .late)
    #expect(play.status("send") == "running")
    play.wait(1_000)
    #expect(play.performed == ["send"])
  }

  @Test("A request without a response in time is cancelled and has failed by timeout")
  func timeout() throws {
    var play = try started("repeat: safe, timeout: 5s")
    #expect(play.machine.nextDeadline == play.now + 5_000)
    play.wait(4_999)
    #expect(play.status("send") == "running")
    play.wait(1)
    #expect(play.cancelled == ["send"])
    #expect(play.screen == "failed")
    play.answer("send")
    #expect(play.report.refusal == .late)
  }

  @Test("Each try has the whole time")
  func timeoutOfRetry() throws {
    var play = try started("repeat: safe, timeout: 5s, retries: 1")
    play.wait(5_000)
    #expect(play.status("send") == "running")
    play.wait(1_000)
    #expect(play.performed == ["send"])
    #expect(play.machine.nextDeadline == play.now + 5_000)
    play.wait(5_000)
    #expect(play.screen == "failed")
  }

  @Test("Deadlines that passed together are processed each at its own time")
  func longSleep() throws {
    var play = try started("repeat: safe, timeout: 5s, retries: 1")
    play.wait(60_000)
    #expect(play.screen == "failed")
    #expect(play.cancelled == ["send", "send"])
  }

  @Test("A request that must not be repeated is never resent: without a response it is unknown")
  func never() throws {
    for answer in [Answer.lost, .timedOut] {
      var play = try Play(
        yaml: Self.yaml("repeat: never").replacing("send.failed", with: "send.failed(unknown)"))
      play.tap("go")
      play.answer("send", answer)
      #expect(play.screen == "failed")
    }
    var late = try Play(yaml: Self.yaml("repeat: never, timeout: 5s"))
    late.tap("go")
    late.wait(5_000)
    #expect(late.performed.isEmpty)
    #expect(late.screen == "failed")
    var unsent = try Play(yaml: Self.yaml("repeat: never"))
    unsent.tap("go")
    unsent.step(
      .answered(
        unsent.request("send"), ticket: unsent.machine.ticket(of: unsent.request("send")),
        RequestOutcome(failure: FailureClass.offline)))
    #expect(unsent.screen == "failed")
  }
}
