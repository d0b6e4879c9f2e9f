import IdentityDomain
import IdentityTestSupport
import IdentityStoreContract
import Testing

@Suite("No one learns whether an account exists")
struct EnumerationTests {
  /// What a stranger with a clock can observe of a call: its outcome, and the work it caused.
  private struct Trace: Equatable, CustomStringConvertible {
    var outcome: String
    var work: [String]
    var description: String { ([outcome] + work).joined(separator: "\n") }
  }

  private enum Standing: String, CaseIterable { case new, pending, taken }

  private func rig(_ standing: Standing, key: String?) async throws -> Rig {
    let rig = Rig()
    switch standing {
    case .new: break
    case .pending:
      _ = try await rig.service.registration.register(
        userName: "ann@example.com", password: "staple battery", caller: rig.caller("other"))
    case .taken: try await rig.member("ann@example.com", password: "staple battery", key: "ann")
    }
    rig.clock.advance(.hours(2))
    _ = await rig.store.takeJournal()
    _ = rig.hasher.takeJournal()
    return rig
  }

  private func trace(
    _ rig: Rig, _ work: () async throws -> String
  ) async -> Trace {
    let outcome: String
    do {
      outcome = try await work()
    } catch {
      outcome = "\(error)"
    }
    return Trace(
      outcome: outcome, work: await rig.store.takeJournal() + rig.hasher.takeJournal())
  }

  private func requireAlike(
    key: String?, _ work: (Rig) async throws -> String
  ) async throws -> Trace {
    var traces: [Trace] = []
    for standing in Standing.allCases {
      let rig = try await rig(standing, key: key)
      traces.append(await trace(rig) { try await work(rig) })
    }
    #expect(traces[0] == traces[1], "new and pending")
    #expect(traces[0] == traces[2], "new and taken")
    return traces[0]
  }

  @Test(
    "Registration responds and works alike for new, pending and taken addresses",
    arguments: [nil, "k"])
  func registration(key: String?) async throws {
    let trace = try await requireAlike(key: key) { rig in
      let answer = try await rig.service.registration.register(
        userName: "ann@example.com", password: "something else", caller: rig.caller(key))
      let times = [answer.resendAt, answer.expiresAt].map {
        $0.milliseconds - rig.clock.now().milliseconds
      }
      return "\(answer.attempt.text.count) \(times)"
    }
    #expect(trace.work.filter { $0 == "hash" }.count == 1)
  }

  @Test("Confirming with a wrong code responds and works alike", arguments: [nil, "k"])
  func confirmation(key: String?) async throws {
    _ = try await requireAlike(key: key) { rig in
      _ = try await rig.service.registration.register(
        userName: "ann@example.com", password: "something else", caller: rig.caller(key))
      do {
        try await rig.service.registration.confirm(
          userName: "ann@example.com", code: Secret("no"), caller: rig.caller(key))
      } catch IdentityFailure.wrongCode(let triesLeft) {
        return "wrong \(triesLeft)"
      }
      return "right"
    }
  }

  @Test(
    "A login with a wrong password responds and works alike, with one hash", arguments: [nil, "k"])
  func login(key: String?) async throws {
    let trace = try await requireAlike(key: key) { rig in
      _ = try await rig.service.passwords.login(
        userName: "ann@example.com", password: "something else", caller: rig.caller(key))
      return "in"
    }
    #expect(trace.outcome == "wrongCredentials")
    #expect(trace.work.filter { $0 == "verify" || $0 == "hash" } == ["verify"])
  }

  @Test("Registering an address and logging in with it looks the same if it was already taken")
  func probing() async throws {
    let trace = try await requireAlike(key: "k") { rig in
      _ = try await rig.service.registration.register(
        userName: "ann@example.com", password: "something else", caller: rig.caller("k"))
      rig.clock.advance(.minutes(5))
      _ = try await rig.service.passwords.login(
        userName: "ann@example.com", password: "something else", caller: rig.caller("k"))
      return "in"
    }
    #expect(trace.outcome == "notConfirmed")
  }

  @Test(
    "Codes for login and for a new password are requested and tried alike", arguments: [nil, "k"])
  func codes(key: String?) async throws {
    let trace = try await requireAlike(key: key) { rig in
      let first = try await rig.service.loginCodes.begin(
        userName: "ann@example.com", caller: rig.caller(key))
      rig.clock.advance(.minutes(2))
      let second = try await rig.service.recovery.begin(
        userName: "ann@example.com", caller: rig.caller(key))
      var outcome = "\(first.challenge.text.count) \(second.challenge.text.count)"
      do {
        _ = try await rig.service.loginCodes.complete(
          token: first.verificationToken, code: Secret("no"), caller: rig.caller(key))
      } catch {
        outcome += " \(error)"
      }
      do {
        try await rig.service.recovery.complete(
          userName: "ann@example.com", code: Secret("no"), newPassword: "something quite new",
          caller: rig.caller(key))
      } catch {
        outcome += " \(error)"
      }
      return outcome
    }
    #expect(trace.outcome == "22 22 wrongCode(triesLeft: 4) wrongCode(triesLeft: 4)")
  }

  @Test("A decoy code is stored in as many bytes as a real one")
  func sizes() async throws {
    var sizes: [[Int?]] = []
    for standing in [Standing.new, .taken] {
      let rig = try await rig(standing, key: nil)
      let answer = try await rig.service.loginCodes.begin(
        userName: "ann@example.com", caller: rig.caller(nil))
      let challenge = try await rig.store.transaction("read") {
        try $0.challenge(answer.challenge)
      }
      sizes.append([
        challenge?.account?.text.utf8.count, challenge?.code.digest?.bytes.count,
        challenge?.code.digest?.key.text.utf8.count,
        await rig.messages().last?.sealedSecret?.count,
      ])
    }
    #expect(sizes[0] == sizes[1])
    #expect(!sizes[0].contains(nil))
  }

  @Test("PHN-9: a request for a phone code responds and works alike for new and known numbers")
  func phones() async throws {
    var traces: [Trace] = []
    for isKnown in [false, true] {
      let rig = Rig()
      if isKnown { _ = try await rig.phoneMember("+4915112345678", key: "owner") }
      rig.clock.advance(.hours(2))
      _ = await rig.store.takeJournal()
      traces.append(
        await trace(rig) {
          let answer = try await rig.service.phones.begin(
            number: "+4915112345678", region: nil, caller: rig.caller("stranger"))
          guard case .challenge(let challenge) = answer else { return "in" }
          return "\(challenge.challenge.text.count) \(challenge.tries)"
        })
    }
    #expect(traces[0].outcome == traces[1].outcome)
    #expect(traces[0].work == traces[1].work)
  }

  @Test("A taken address is disclosed only with disclosure on")
  func disclosure() async throws {
    let rig = Rig { $0.disclosesTaken = true }
    try await rig.member("ann@example.com", password: "staple battery")
    await #expect(throws: IdentityFailure.identifierTaken) {
      try await rig.service.registration.register(
        userName: "ann@example.com", password: "something else", caller: rig.caller("k"))
    }
  }
}
