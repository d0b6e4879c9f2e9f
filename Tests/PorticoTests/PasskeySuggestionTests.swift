import Synchronization
import Testing

@testable import Portico

/// PAS-1: the capability `autofillPasskey` of an app.
@Suite("Passkeys among the suggestions of a field", .timeLimit(.minutes(20)))
struct PasskeySuggestionTests {
  private let assertion = Passkeys.Assertion(
    id: "c", clientData: "d", authenticatorData: "a", signature: "s", userHandle: nil)
  private let asked = Challenges()
  private let told = Challenges()

  private func call(_ name: String, _ parameters: [String: JSONValue] = [:]) -> RequestHandlers.Call
  {
    RequestHandlers.Call(
      name: name, parameters: parameters, idempotencyKey: nil, timeout: 86_400_000)
  }

  private func handlers(
    _ passkeys: Passkeys,
    pause: @escaping @Sendable (Int64) async -> Void = { _ in await Device.untilCancelled() },
    answer: @escaping @Sendable (String) -> Reply = {
      .done(["challenge": .text($0), "rp_id": "example.org"])
    }
  ) -> [String: RequestHandlers.Handler] {
    var device = Device()
    device.passkeys = passkeys
    let (asked, told) = (asked, told)
    return device.handlers(
      wipe: { true }, keepPushToken: { _ in },
      operation: { call in answer(asked.next(call.name)) }, pause: pause,
      tell: { event in _ = told.next("\(event)") })
  }

  private func passkeys(
    _ suggest: (
      @Sendable (Passkeys.RequestOptions) async -> Result<
        Passkeys.Assertion, Passkeys.Refusal
      >
    )?
  ) -> Passkeys {
    Passkeys(
      create: { _ in .failure(.unavailable) }, get: { _ in .failure(.notAllowed) },
      suggest: suggest)
  }

  @Test("PAS-1: what was chosen is told once, and is what the next `getPasskey` answers")
  func chosen() async throws {
    let assertion = assertion
    let all = handlers(passkeys { _ in .success(assertion) })
    let offer = try #require(all["autofillPasskey"])
    #expect(await offer(call("autofillPasskey")) == .done())
    #expect(asked.all == ["beginPasskeySignIn"])
    #expect(told.all.count == 1 && told.all[0].contains("passkeyChosen"))
    let get = try #require(all["getPasskey"])
    let options: JSONValue = ["challenge": "another", "rp_id": "example.org"]
    #expect(await get(call("getPasskey", ["options": options])) == .done(assertion.value))
    #expect(
      await get(call("getPasskey", ["options": options])) == Passkeys.Refusal.notAllowed.reply)
  }

  @Test("PAS-1: another challenge is asked for before the server's is over")
  func renewed() async throws {
    let assertion = assertion
    let (seen, pauses) = (Challenges(), Challenges())
    let all = handlers(
      passkeys { options in
        guard options.challenge == "2" else {
          _ = seen.next(options.challenge)
          await Device.untilCancelled()
          return .failure(.notAllowed)
        }
        return .success(assertion)
      },
      pause: { milliseconds in
        // The second challenge is not over yet.
        guard pauses.next("\(milliseconds)") == "1" else { return await Device.untilCancelled() }
        while seen.all.isEmpty, !Task.isCancelled { await Task.yield() }
      })
    let offer = try #require(all["autofillPasskey"])
    #expect(await offer(call("autofillPasskey")) == .done())
    #expect(asked.all.count == 2)
    // The server's is good for five minutes.
    #expect(pauses.all.first == "240000")
  }

  @Test("A platform without suggestions asks the server for nothing")
  func without() async throws {
    let offer = try #require(handlers(passkeys(nil))["autofillPasskey"])
    #expect(await offer(call("autofillPasskey")) == .absent)
    #expect(asked.all.isEmpty)
  }

  @Test(
    "PAS-6: an answer of the server that is no challenge offers nothing",
    arguments: [
      Reply.notSent, .answered(status: 500, body: []), .answered(status: 200, body: [0xff]),
      .done(["challenge": 5, "rp_id": "example.org"]), .done([]),
    ])
  func wrong(_ answer: Reply) async throws {
    let all = handlers(
      passkeys { _ in
        Issue.record("there is nothing to offer")
        return .failure(.unavailable)
      }, answer: { _ in answer })
    let offer = try #require(all["autofillPasskey"])
    #expect(await offer(call("autofillPasskey")) == .absent)
  }
}

/// Counts what was asked for, in order.
private final class Challenges: Sendable {
  private let names = Mutex<[String]>([])

  var all: [String] { names.withLock { $0 } }

  /// - Returns: its number.
  func next(_ name: String) -> String {
    names.withLock {
      $0.append(name)
      return "\($0.count)"
    }
  }
}
