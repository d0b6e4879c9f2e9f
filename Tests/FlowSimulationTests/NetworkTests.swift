import FlowMachine
import FlowRuntime
import FlowSimulation
import TestSupport
import Testing

/// The simulated network and the server behind it.
@Suite struct NetworkTests {
  /// One screen with a button for each way of repeating a request.
  static let asks = Result {
    try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      facts: {word: {type: text}, said: {type: text}}
      requests:
        read: {app: read, save: {said: $.word}, repeat: safe, failure: {show: oops, dismissal: stay}}
        write:
          app: write
          with: {word: "{word}"}
          repeat: keyed
          timeout: 5s
          failure: {show: oops, dismissal: stay}
        pay: {app: pay, repeat: never, failure: {show: oops, dismissal: stay}}
      overlays: {oops: {elements: [{button: dismiss}]}}
      initial: only
      screens:
        only:
          elements:
            - {field: word, fact: word, label: only.word, kind: text}
            - button: read
            - button: write
            - button: pay
          on:
            read: {do: [{request: read}]}
            write: {do: [{request: write}]}
            pay: {do: [{request: pay}]}
      texts:
        en: {only.word: W, only.read: R, only.write: W, only.pay: P, oops.dismiss: D}
      """)
  }

  func play(_ steps: String) throws {
    let failure = try Stages.play(steps, on: Self.asks.get())
    #expect(failure == nil, "\(failure ?? "")")
  }

  @Test("A lost request never arrives; one whose response is lost takes effect")
  func lost() throws {
    try play(
      """
        - answer: {write: [{lost: true, after: 1s}, answerLost, {status: 200}]}
        - launch
        - tap: write
        - wait: 1s
        - expect: {status: {write: failed.offline}, requests: {write: 1}, arrived: {write: 0}}
        - dismiss: oops
        - tap: write
        - expect: {status: {write: failed.offline}, arrived: {write: 1}, effects: {write: 1}}
        - dismiss: oops
        - tap: write
        - expect:
            status: {write: succeeded}
            requests: {write: 3}
            arrived: {write: 2}
            effects: {write: 1}
            keys: {write: 1}
      """)
  }

  private static func saving(_ simulated: String) throws -> Flow {
    try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      facts: {order: {type: text}}
      requests:
        buy: {app: buy, save: {order: $.id}, repeat: keyed\(simulated), timeout: 5s, failure: {show: oops, dismissal: stay}}
      overlays: {oops: {elements: [{button: dismiss}]}}
      initial: only
      screens:
        only:
          elements: [{button: buy}]
          on: {buy: {do: [{request: buy}]}}
      texts: {en: {only.buy: Buy, oops.dismiss: D}}
      """)
  }

  @Test(
    "What repeats a request whose response was lost gets the response that the flow simulates",
    arguments: ["answerLost", "{answerLost: true, after: 10ms}", "never", "{never: true}"])
  func lostSimulated(answer: String) throws {
    let flow = try Self.saving(", simulated: [{body: {id: o1}}]")
    let failure = try Stages.play(
      """
        - answer: {buy: [\(answer), {status: 500}]}
        - launch
        - tap: buy
        - wait: 5s
        - expect: {status: {buy: failed.\(answer.contains("never") ? "timeout" : "offline")}, effects: {buy: 1}}
        - dismiss: oops
        - tap: buy
        - expect: {status: {buy: succeeded}, facts: {order: o1}, effects: {buy: 1}, keys: {buy: 1}}
      """, on: flow)
    #expect(failure == nil, "\(failure ?? "")")
  }

  @Test(
    "Where a repeated request saves something that no response states, the script is refused",
    arguments: ["answerLost", "{answerLost: true, after: 10ms}", "[never, {body: {id: o1}}]"])
  func lostUnstated(answer: String) throws {
    let flow = try Self.saving("")
    func problem(_ answer: String) throws -> String? {
      do {
        return try Stages.play("  - answer: {buy: \(answer)}\n", on: flow)
      } catch { return "\(error)" }
    }
    #expect(try problem(answer)?.contains("`{answerLost: true, body: …}`") == true)
    #expect(try problem("{answerLost: true, body: {id: o1}}") == nil)
    #expect(try problem("[lost, offline]") == nil)
  }

  @Test("A keyed server answers a known key from memory, even with a refusal")
  func memory() throws {
    try play(
      """
        - answer: {write: [{answerLost: true, status: 422}, {status: 200}]}
        - launch
        - tap: write
        - dismiss: oops
        - tap: write
        - expect: {status: {write: failed.refused}, effects: {write: 0}, keys: {write: 1}}
        - dismiss: oops
        # A refusal is definitive: the next try is another intent.
        - tap: write
        - expect: {status: {write: succeeded}, effects: {write: 1}, keys: {write: 2}}
      """)
  }

  @Test("A failure of the server itself is not remembered")
  func serverFailure() throws {
    try play(
      """
        - answer: {write: [{status: 500}, {status: 200}]}
        - launch
        - tap: write
        - expect: {status: {write: failed.unavailable}}
        - dismiss: oops
        - tap: write
        - expect: {status: {write: succeeded}, effects: {write: 1}, keys: {write: 1}}
      """)
  }

  @Test("Different input is a different intent, with a different key")
  func otherInput() throws {
    try play(
      """
        - answer: {write: answerLost}
        - launch
        - tap: write
        - dismiss: oops
        - type: {word: changed}
        - tap: write
        - expect: {effects: {write: 2}, keys: {write: 2}}
      """)
  }

  @Test(
    "A response that another request's effect decides is given from then on, whatever came before")
  func once() throws {
    try play(
      """
        - answer: {write: [{status: 500}, {status: 500}, {status: 200}, {once: write, status: 404}]}
        - launch
        - tap: write
        - dismiss: oops
        - type: {word: changed}
        - tap: write
        - dismiss: oops
        - type: {word: again}
        - tap: write
        - expect: {status: {write: succeeded}, effects: {write: 1}}
        - type: {word: further}
        - tap: write
        - expect: {status: {write: failed.refused}, effects: {write: 1}}
      """)
  }

  @Test("A response that never comes runs into the request's timeout")
  func never() throws {
    try play(
      """
        - answer: {write: never}
        - launch
        - tap: write
        - wait: 4999ms
        - expect: {status: {write: running}, arrived: {write: 1}}
        - wait: 1ms
        - expect: {status: {write: failed.timeout}}
      """)
  }

  @Test("Offline nothing is sent, and running requests are lost")
  func network() throws {
    try play(
      """
        - answer: {read: {body: {word: hello}, after: 1s}}
        - launch
        - tap: read
        - network: off
        - expect: {status: {read: failed.offline}, arrived: {read: 1}}
        - dismiss: oops
        - tap: read
        - expect: {status: {read: failed.offline}, requests: {read: 2}, arrived: {read: 1}}
        - network: on
        - dismiss: oops
        - tap: read
        - wait: 1s
        - expect: {status: {read: succeeded}, facts: {said: hello}}
      """)
  }

  @Test("A lost connection leaves the outcome of a request that must not be repeated open")
  func unknown() throws {
    try play(
      """
        - answer: {pay: answerLost}
        - launch
        - tap: pay
        - expect: {status: {pay: failed.unknown}, effects: {pay: 1}, overlays: [oops]}
      """)
  }

  @Test("A list of responses is used in order, and the last repeats; a new statement starts over")
  func turns() throws {
    try play(
      """
        - answer: {read: [{body: {word: a}}, {body: {word: b}}]}
        - launch
        - tap: read
        - expect: {facts: {said: a}}
        - tap: read
        - expect: {facts: {said: b}}
        - tap: read
        - expect: {facts: {said: b}, requests: {read: 3}, effects: {read: 1}}
        - answer: {read: [{body: {word: c}}, simulated]}
        - tap: read
        - expect: {facts: {said: c}}
        - tap: read
        - expect: {status: {read: failed.malformed}}
      """)
  }

  @Test("A send cut off by a kill leaves its response to the send that repeats it")
  func killedSend() throws {
    try play(
      """
        - answer: {read: [{body: {word: a}, after: 1s}, {body: {word: b}}]}
        - launch
        - tap: read
        - wait: 500ms
        - kill
        - launch
        - wait: 1s
        - expect: {facts: {said: a}, requests: {read: 2}}
        - tap: read
        - expect: {facts: {said: b}}
      """)
  }

  @Test("An unstated response comes from the server that was passed in")
  func responder() throws {
    let flow = try Self.asks.get()
    let script = try Stages.script(
      "steps: [launch, tap: read, wait: 250ms, expect: {facts: {said: live}, arrived: {read: 1}}]",
      for: flow)
    let player = Player(
      script, flow,
      responder: { call in
        (.received(status: 200, body: #"{"word":"live"}"#.bytes), call.request.isEmpty ? 0 : 250)
      })
    #expect(player.run() == nil)
  }
}
