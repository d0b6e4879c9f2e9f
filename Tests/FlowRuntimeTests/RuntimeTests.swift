import FlowMachine
import FlowRuntime
import FlowSimulation
import Statechart
import TestSupport
import Testing

/// The runtime works its mailbox off in order, in a time that the test moves.
@Suite struct RuntimeTests {
  let clock = TestClock(1_000_000)
  let storage = SharedStorage()
  let performed = SharedList<String>()

  /// A runtime of the wallet whose requests are answered at once, but for those that a test answers
  /// itself.
  func runtime(
    answer: @escaping @Sendable (String) async -> String? = { _ in nil }
  ) throws -> FlowRuntime {
    let performed = performed
    let parts = RuntimeParts(
      journal: storage, secrets: storage, preferences: storage,
      perform: { call in
        let own = await answer(call.request.string)
        let bodies = [
          "register": #"{"id":"i1"}"#, "login": Rig.tokens, "getBalance": #"{"balance":100}"#,
        ]
        let body = own ?? bodies[call.request.string] ?? "{}"
        return .received(status: 200, body: body.bytes)
      },
      app: AppOutlet(
        startService: { performed.append("start \($0.string)") },
        stopService: { performed.append("stop \($0.string)") },
        toast: { performed.append("toast \($0.string)") },
        open: { performed.append("open \($0.string)") },
        tell: { name, _ in performed.append("tell \(name.string)") }),
      clock: clock.clock, entropy: { 0x1234_5678 })
    return FlowRuntime(try TestFlow.wallet.get(), parts)
  }

  /// Waits for a screen.
  func show(
    _ name: String, _ runtime: FlowRuntime, _ isWanted: (ScreenValue) -> Bool = { _ in true }
  ) async -> ScreenValue? {
    for await screen in await runtime.screens()
    where screen.screen?.name == name.bytes && isWanted(screen) {
      return screen
    }
    return nil
  }

  func tap(_ name: String, _ runtime: FlowRuntime) async throws -> StepReport? {
    let element = await runtime.read { machine in
      machine.flow.element(named: name.bytes, in: machine.topElements)
    }
    return await runtime.perform(.tap(try #require(element ?? nil)))
  }

  func signIn(_ runtime: FlowRuntime) async throws {
    let form = try #require(await show("signIn", runtime)?.screen)
    runtime.send(.type(form.elements[0].id, "ada@example.org".bytes))
    runtime.type("CANARY-password".bytes, into: form.elements[1].id)
    #expect(try await tap("submit", runtime)?.refusal == nil)
    _ = await show("home", runtime) { screen in
      screen.screen?.elements.first?.text == "Hello Ada: 100".bytes
    }
  }

  @Test("Inputs and responses go through one mailbox, in order, and the app learns what is done")
  func walk() async throws {
    let runtime = try runtime()
    async let service: Void = runtime.run()
    try await signIn(runtime)
    #expect(performed.all == ["start chat", "start contacts"])
    runtime.stop()
    try await service
    #expect(await runtime.perform(.wake) == nil)
  }

  @Test("A deadline wakes the flow, and a countdown redraws the screen every second")
  func time() async throws {
    let runtime = try runtime()
    async let service: Void = runtime.run()
    try await signIn(runtime)
    _ = try await tap("transfer", runtime)
    for left in [60, 59, 58] {
      let screen = await show("transfer", runtime) { screen in
        screen.screen?.elements.last?.text == "Send, \(left) s left".bytes
      }
      #expect(screen != nil)
      clock.advance(by: 1_000)
    }
    clock.advance(by: 57_000)
    #expect(await show("home", runtime) != nil)
    runtime.stop()
    try await service
  }

  @Test(
    "A second that begins anywhere within a step is shown all the same",
    .timeLimit(.minutes(5)), arguments: 1...2)
  func secondWithinStep(reading: Int) async throws {
    let runtime = try runtime()
    async let service: Void = runtime.run()
    try await signIn(runtime)
    _ = try await tap("transfer", runtime)
    _ = await show("transfer", runtime)
    clock.jump(by: 1_000, afterReadings: reading)
    clock.advance(by: 1_000)
    let screen = await show("transfer", runtime) { screen in
      screen.screen?.elements.last?.text == "Send, 58 s left".bytes
    }
    #expect(screen != nil)
    runtime.stop()
    try await service
  }

  @Test("A request that is no longer wanted is cancelled")
  func cancel() async throws {
    let (cancelled, post) = AsyncStream.makeStream(of: Void.self)
    let runtime = try runtime { request in
      guard request == "pay" else { return nil }
      await withTaskCancellationHandler {
        // Ends when the task is cancelled, and not before.
        for await _ in AsyncStream<Void>.makeStream().stream {}
      } onCancel: {
        post.finish()
      }
      return nil
    }
    async let service: Void = runtime.run()
    try await signIn(runtime)
    let transfer = try await tap("transfer", runtime)
    #expect(transfer?.refusal == nil)
    let form = try #require(await show("transfer", runtime)?.screen)
    runtime.send(.type(form.elements[0].id, "5".bytes))
    _ = try await tap("send", runtime)
    #expect(await runtime.perform(.back)?.refusal == nil)
    for await _ in cancelled {}
    runtime.stop()
    try await service
  }

  @Test("The next runtime continues where the last one ended")
  func relaunch() async throws {
    let first = try runtime()
    async let firstService: Void = first.run()
    try await signIn(first)
    first.stop()
    try await firstService
    let second = try runtime()
    async let secondService: Void = second.run()
    #expect(await show("home", second) != nil)
    second.stop()
    try await secondService
    #expect(performed.all.filter { $0.hasPrefix("start") }.count == 4)
  }

  @Test("Cancelling the service ends it, its requests and its screens")
  func cancelService() async throws {
    let runtime = try runtime { _ in
      for await _ in AsyncStream<Void>.makeStream().stream {}
      return nil
    }
    let screens = await runtime.screens()
    let service = Task { try await runtime.run() }
    var iterator = screens.makeAsyncIterator()
    #expect(await iterator.next()?.screen?.name == "start".bytes)
    service.cancel()
    try await service.value
    #expect(await iterator.next() == nil)
    #expect(await runtime.perform(.wake) == nil)
  }

  @Test("A journal that cannot be read now ends the service with that error, and changes nothing")
  func locked() async throws {
    storage.lockUp()
    let runtime = try runtime()
    await #expect(throws: LaunchFailure.unreadable(.journal, .locked)) {
      try await runtime.run()
    }
  }
}
