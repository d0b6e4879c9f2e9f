import FlowDefinition
import FlowMachine
import FlowSimulation
import FlowVerification
import TestSupport
import Testing

/// The matrix of faults finds flows that are wrong.
@Suite struct FaultEverywhereTests {
  /// A flow that signs in, and asks for something with the session.
  ///
  /// - Parameter failure: what follows when that fails otherwise than by a refusal.
  static func flow(failure: String) -> String {
    """
    flow: test
    version: 1
    languages: [en]
    goals: [done]
    session: token
    facts: {token: {type: secret}}
    requests:
      login: {app: login, repeat: keyed, save: {token: $.token}, failure: {show: oops, dismissal: stay}, simulated: {body: {token: t}}}
      load: {app: load, repeat: safe, simulated: {body: {}}}
      order: {app: order, with: {token: "{token}"}, repeat: keyed, failure: {show: oops, dismissal: stay}, simulated: {body: {}}}
    overlays: {oops: {elements: [{button: dismiss}]}}
    initial: signIn
    screens:
      signIn:
        elements: [{button: go}]
        on: {go: {do: [{request: login}]}}
        always: [{when: login.succeeded, to: loading}]
      loading:
        elements: [{text: text}]
        enter: [{request: load}]
        always:
          - {when: load.succeeded, to: shop}
          - {when: load.failed(refused), to: signIn, do: [{clear: [token]}]}
          - \(failure)
      lost: {elements: [{button: again}], on: {again: lost}}
      shop:
        elements: [{button: buy}, {button: leave}]
        on: {buy: {do: [{request: order}]}, leave: lost}
        always: [{when: order.succeeded, to: done}]
      done: {elements: [{text: text}]}
    texts: {en: {signIn.go: G, text: T, lost.again: A, shop.buy: B, shop.leave: L, oops.dismiss: D}}
    """
  }

  static let steps = """
    steps:
      - answer: {login: {body: {token: t}, after: 1s}, load: {body: {}, after: 1s}, order: {body: {}, after: 1s}}
      - launch
      - tap: go
      - wait: 2s
      - expect: {screen: shop}
      - tap: buy
      - wait: 1s
      - expect: {screen: done}
    """

  static func run(_ text: String, _ steps: String = steps) throws -> FaultEverywhere.Result {
    let (compiled, plan, diagnostics) = FlowCompiler.compileForVerification(
      file: "test.flow.yaml", files: { $0 == "test.flow.yaml" ? Array(text.utf8) : nil })
    guard let compiled, let plan else {
      throw TestFlow.NotCompiled(diagnostics.map(\.description))
    }
    let flow = try Flow(decoding: compiled.bytes)
    return try FaultEverywhere(Stages.script(steps, for: flow), flow, .init(flow, plan)).run()
  }

  @Test("ENT-4: a flow that recovers from every fault passes, with each fault of each send twice")
  func passes() throws {
    let result = try Self.run(
      Self.flow(failure: "{when: load.failed, to: loading}"))
    #expect(result.unfaultedFailure == nil)
    #expect(result.failures.isEmpty, "\(result.failures)")
    #expect(result.runCount == 3 * SendFault.allCases.count * 2)
    #expect(result.sameEndCount > result.runCount / 2)
  }

  @Test("ENT-4: a screen without a reachable goal is found, with the fault that led there")
  func noGoal() throws {
    let result = try Self.run(Self.flow(failure: "{when: load.failed, to: lost}"))
    let failure = try #require(result.failures.first)
    #expect(
      failure.place == "send 2, of load in step 4: request lost" || failure.place.contains("load"))
    #expect(failure.problems == ["no goal can be reached from lost"])
  }

  @Test("CMP-5: a server failure that signs the user out is found")
  func signedOut() throws {
    let result = try Self.run(
      Self.flow(failure: "{when: load.failed, to: signIn, do: [{clear: [token]}]}"))
    let problems = Set(result.failures.flatMap(\.problems))
    #expect(problems.contains { $0.hasPrefix("token was lost in step ") })
    // A refusal may.
    #expect(!result.failures.contains { $0.place.contains("401") })
  }

  @Test("ENT-4: a fault that leaves nothing to do is found")
  func deadEnd() throws {
    let result = try Self.run(Self.flow(failure: "{when: load.failed(malformed), to: lost}"))
    let problems = Set(result.failures.flatMap(\.problems))
    #expect(problems.contains("there is nothing to do on loading"))
    #expect(problems.contains("no goal can be reached from loading"))
  }

  @Test("A failing script is not tried with faults")
  func unfaulted() throws {
    let result = try Self.run(
      Self.flow(failure: "{when: load.failed, to: loading}"),
      "steps: [launch, expect: {screen: shop}]")
    #expect(result.unfaultedFailure?.step == 2)
    #expect(result.runCount == 0)
  }
}
