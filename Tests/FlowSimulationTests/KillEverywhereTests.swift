import FlowMachine
import FlowRuntime
import FlowSimulation
import TestSupport
import Testing

/// Killing at every point finds what a kill changes, and nothing else.
@Suite struct KillEverywhereTests {
  static let wholeLife = """
    title: In, pay, out
    steps:
      - answer:
          register: {body: {id: i1}, after: 100ms}
          login:
            - {status: 401, after: 50ms}
            - {body: {token: CANARY-t1, refresh: CANARY-r1, name: Ada}, after: 200ms}
          pay: {body: {}, after: 300ms}
      - launch
      - expect: {screen: start}
      - wait: 100ms
      - expect: {screen: signIn, enabled: {submit: true}}
      - type: {email: ada@example.org, password: CANARY-wrong}
      - tap: submit
      - wait: 50ms
      - expect: {overlays: [problem], status: {login: failed.wrong}}
      - dismiss: problem
      - type: {password: CANARY-right}
      - tap: submit
      - wait: 200ms
      - expect:
          screen: home
          services: [chat, contacts]
          secrets: {tokenID: present, password: absent}
          facts: {password: absent, userName: Ada}
      - wait: 100ms
      - toggle: {news: true}
      - tap: transfer
      - type: {amount: "30", note: Lunch}
      - tap: send
      - wait: 300ms
      - expect: {screen: receipt, effects: {pay: 1}}
      - tap: done
      - wait: 1s
    """

  static let wayOut = """

      - tap: leave
      - expect:
          screen: signIn
          services: []
          toasts: [Good bye]
          secrets: {tokenID: absent, refreshID: absent}
          facts: {email: absent}
          keys: {release: 1}
      - wait: 1s
      - expect: {effects: {release: 1}}
    """

  static func run(_ text: String, _ flow: Flow, twice: Bool = false) throws -> KillEverywhere.Result
  {
    var everywhere = KillEverywhere(try Stages.script(text, for: flow), flow)
    everywhere.killsRelaunches = twice
    return everywhere.run()
  }

  @Test(
    "ENT-3: secrets, tokens, keyed requests, services and a payment survive a kill at every point")
  func signInAndPay() throws {
    let result = try Self.run(Self.wholeLife, Stages.wallet.get(), twice: true)
    #expect(result.unkilledFailure == nil)
    for failure in result.failures { Issue.record("\(failure.place): \(failure.problems)") }
    #expect(result.runCount > 500)
    // The payment was open in some of the runs, and nobody can know what became of it.
    #expect(result.askedCount > 0)
  }

  @Test("ENT-3, ENT-5: a sign-out that is killed at any point is still a sign-out")
  func signOut() throws {
    let result = try Self.run(Self.wholeLife + Self.wayOut, Stages.wallet.get())
    #expect(result.unkilledFailure == nil)
    for failure in result.failures { Issue.record("\(failure.place): \(failure.problems)") }
  }

  @Test(
    "ENT-3: a request that must not be repeated takes effect at most once, and the user is asked"
  )
  func never() throws {
    let flow = try Stages.wallet.get()
    let steps = Self.wholeLife.replacing("pay: {body: {}, after: 300ms}", with: "pay: never")
      .replacing(
        """
          - wait: 300ms
          - expect: {screen: receipt, effects: {pay: 1}}
          - tap: done
          - wait: 1s
        """,
        with: """
            - wait: 10s
            - expect: {overlays: [payProblem], status: {pay: failed.unknown}, effects: {pay: 1}}
            - expect:
                texts:
                  - We do not know whether the money was sent. Look at your account before you try again.
          """)
    let result = try Self.run(steps, flow)
    #expect(result.unkilledFailure == nil)
    for failure in result.failures { Issue.record("\(failure.place): \(failure.problems)") }
  }

  @Test("ENT-3: a keyed request that every launch restarts keeps its key while it is open")
  func keyedAtEveryLaunch() throws {
    let flow = try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      facts: {session: {type: text, place: memory}}
      requests:
        open:
          app: open
          repeat: keyed
          save: {session: $.id}
          failure: {show: oops, dismissal: retry}
      overlays: {oops: {elements: [{button: dismiss}]}}
      regions:
        session:
          restart: launch
          initial: opening
          states: {opening: {enter: [{request: open}]}}
      initial: only
      screens: {only: {elements: [{text: only.text, when: session is present}]}}
      texts: {en: {only.text: T, oops.dismiss: D}}
      """)
    let result = try Self.run(
      """
      steps:
        - answer: {open: {body: {id: s}, after: 1s}}
        - launch
        - expect: {keys: {open: 1}}
        - wait: 2s
        - expect: {effects: {open: 1}}
      """, flow, twice: true)
    #expect(result.unkilledFailure == nil)
    for failure in result.failures { Issue.record("\(failure.place): \(failure.problems)") }
  }

  @Test("A flow whose result depends on what a kill loses is found, with the place of the kill")
  func finds() throws {
    let flow = try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      facts: {way: {type: choice, values: [left, right], place: memory, initial: left}}
      initial: fork
      screens:
        fork:
          elements: [{button: turn}, {button: go}]
          on:
            turn: {do: [{set: {way: right}}]}
            go: middle
        middle:
          elements: [{button: go}]
          on:
            go: [{to: right, when: way == right}, {to: left}]
        left: {elements: [{text: left.text}]}
        right: {elements: [{text: left.text}]}
      texts: {en: {fork.turn: T, fork.go: G, middle.go: G, left.text: L}}
      """)
    let result = try Self.run("steps: [launch, tap: turn, tap: go, tap: go]", flow)
    #expect(result.unkilledFailure == nil)
    #expect(!result.isPassed)
    #expect(
      result.failures.contains {
        $0.place == "killed in step 3, at the end of the step"
          && $0.problems.contains("screen: right without a kill, left with it")
      }, "\(result.failures)")
  }

  /// Starts over after a kill in the middle, and says so.
  static let resetting = """
    flow: test
    version: 1
    languages: [en]
    facts: {isBegun: {type: flag}}
    requests:
      clear: {capability: clear, repeat: safe}
    initial: deciding
    restore: deciding
    states:
      deciding: {always: [{when: isBegun, to: clearing}, {to: one}]}
      clearing:
        enter: [{request: clear}]
        always: [{when: clear.settled, to: one, do: [{clear: [isBegun]}]}]
    screens:
      one: {elements: [{button: go}], on: {go: {to: two, do: [{set: {isBegun: true}}]}}}
      two: {elements: [{button: go}], on: {go: {to: one, do: [{clear: [isBegun]}]}}}
    texts: {en: {one.go: G, two.go: G}}
    """

  @Test("ENT-3: a declared reset may end differently, and is reported without the declaration")
  func resets() throws {
    let flow = try TestFlow.compile(Self.resetting)
    let steps = "steps: [launch, tap: go, expect: {screen: two}]"
    let declared = try Self.run("reset: clear\n" + steps, flow)
    #expect(declared.isPassed, "\(declared.failures)")
    #expect(declared.askedCount > 0)
    let undeclared = try Self.run(steps, flow)
    #expect(undeclared.unkilledFailure == nil && !undeclared.isPassed)
    #expect(undeclared.askedCount == 0)
  }

  @Test("A failing script is not killed")
  func failing() throws {
    let result = try Self.run(
      "steps: [launch, expect: {screen: screenD}]", Stages.onboarding.get())
    #expect(result.unkilledFailure?.step == 2)
    #expect(result.runCount == 0)
    #expect(!result.isPassed)
  }

  @Test("ENT-3: a thousand runs with a kill take seconds, one for each point")
  func count() throws {
    let flow = try Stages.onboarding.get()
    let script = "steps: [launch, wait: 10s, tap: next, wait: 10s, expect: {screen: screenD}]"
    var everywhere = KillEverywhere(try Stages.script(script, for: flow), flow)
    let once = everywhere.run()
    everywhere.killsRelaunches = true
    let twice = everywhere.run()
    #expect(once.isPassed && twice.isPassed)
    #expect(once.runCount > 20 && twice.runCount > 4 * once.runCount)
  }

  @Test("ENT-3: a fact that still has its initial value survives a kill, written or not")
  func initialValues() throws {
    let flow = try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      facts: {tries: {type: number, initial: 0}, name: {type: text, initial: Ada}}
      initial: first
      screens:
        first: {elements: [{text: hello}, {button: go}], on: {go: second}}
        second: {elements: [{button: more}], on: {more: {do: [{set: {tries: tries + 1}}]}}}
      texts: {en: {hello: "Hello {name}, {tries}", first.go: Go, second.more: More}}
      """)
    for steps in ["", ", tap: more"] {
      let result = try Self.run(
        "steps: [launch, tap: go, expect: {screen: second}\(steps)]", flow, twice: true)
      #expect(result.isPassed, "\(result.failures)")
    }
  }
}
