import IdentityDomain
import IdentityTestSupport
import TestSupport
import IdentityStoreContract
import Testing

@Suite("Any order of operations")
struct MonkeyTests {
  private static let numbers = ["+4915100000001", "+4915100000002"]
  private static let addresses = ["ann@example.com", "bob@example.com"]
  private static let keys = ["k1", "k2", "k3"]

  /// The state of the walk: a few people with a few devices.
  private struct Walk {
    var random: SeededGenerator
    let rig: Rig
    var grants: [TokenGrant] = []
    var challenges: [(key: String, token: Secret<VerificationToken>, number: String)] = []
    var done: [String: Int] = [:]
    var clockGoesBack = false

    mutating func step() async {
      let minutes = Int64([1, 2, 15, 70, 60 * 24 * 20][random.below(5)])
      let isBack = clockGoesBack && random.chance(30)
      rig.clock.advance(.minutes(isBack ? -minutes : minutes))
      let key = random.pick(MonkeyTests.keys)
      let number = random.pick(MonkeyTests.numbers)
      let address = random.pick(MonkeyTests.addresses)
      let choice = random.below(12)
      do {
        try await perform(choice, key: key, number: number, address: address)
        done["done \(choice)", default: 0] += 1
      } catch {
        done["refused", default: 0] += 1
      }
    }

    private mutating func perform(
      _ choice: Int, key: String, number: String, address: String
    ) async throws {
      let service = rig.service
      let held = grants.isEmpty ? nil : random.pick(grants)
      switch choice {
      case 0, 1:
        let answer = try await service.phones.begin(
          number: number, region: nil, caller: rig.caller(key))
        switch answer {
        case .challenge(let challenge):
          challenges.append((key, challenge.verificationToken, number))
        case .signedIn(let grant, _, _): grants.append(grant)
        case .secondProof: break
        }
      case 2, 3:
        guard let open = challenges.last else { return }
        let code = random.chance(80) ? try await rig.code(to: open.number) : Secret("wrong")
        let answer = try await service.phones.verify(
          token: open.token, code: code, caller: rig.caller(open.key))
        if case .signedIn(let grant, _, _) = answer { grants.append(grant) }
        if case .secondProof(let question) = answer {
          let anew = try await service.phones.startAnew(
            token: question.verificationToken, caller: rig.caller(open.key))
          if case .signedIn(let grant, _, _) = anew { grants.append(grant) }
        }
      case 4, 5:
        guard let held, let token = held.refreshToken else { return }
        grants.append(
          try await service.sessions.refresh(
            token, caller: rig.caller(held.session.family.kind.key?.text)))
      case 6:
        guard let held else { return }
        try await service.sessions.logout(rig.call(held), everywhere: random.chance(50))
      case 7:
        guard let held else { return }
        try await service.push.register(
          platform: "APNS", pushToken: Secret("push-\(key)"), rig.call(held))
      case 8:
        let attempt = try await service.registration.register(
          userName: address, password: "staple battery", caller: rig.caller(key))
        guard random.chance(70) else { return }
        try await service.registration.confirm(
          userName: address, code: try await rig.code(to: address), attempt: attempt.attempt,
          caller: rig.caller(key))
      case 9:
        let isBrowserless = random.chance(30)
        grants.append(
          try await service.passwords.login(
            userName: address, password: "staple battery",
            caller: rig.caller(isBrowserless ? nil : key)))
      case 10:
        guard let held else { return }
        let begun = try await service.account.beginVerification(
          of: random.chance(50) ? address : number, rig.call(held))
        for recipient in [address, number] {
          guard let code = await rig.newestCode(to: recipient) else { continue }
          try? await service.account.completeVerification(
            token: begun.verificationToken, code: code, rig.call(held))
        }
      default:
        guard let held, random.chance(40) else { return }
        _ = try await service.account.beginDeletion(rig.call(held))
        for recipient in MonkeyTests.addresses + MonkeyTests.numbers {
          guard let code = await rig.newestCode(to: recipient) else { continue }
          _ = try? await service.account.completeDeletion(code: code, rig.call(held))
        }
      }
    }

    /// The invariants between any two operations.
    func brokenInvariants() async throws -> [String] {
      let accounts = Set(grants.compactMap(\.session.account))
      let sessions = Set(grants.map(\.session.id))
      return try await rig.store.transaction("inspect") { tables in
        var broken: [String] = []
        for name in MonkeyTests.addresses + MonkeyTests.numbers {
          guard let identifier = Identifier(userName: name, GermanPhones()),
            let owner = try tables.binding(of: identifier)?.account
          else { continue }
          if try tables.account(owner) == nil { broken.append("\(name) is nobody's") }
        }
        for key in MonkeyTests.keys {
          let open = try tables.openSessions(with: KeyThumbprint(key))
          if open.count > 1 { broken.append("\(key) has \(open.count) sessions") }
          if let push = try tables.pushEndpoint("push-\(key)") {
            let session = try tables.session(push.session)
            if session?.family.end != nil { broken.append("an ended session gets pushes") }
            if session?.account != push.account { broken.append("a stranger gets pushes") }
          }
        }
        for id in sessions {
          guard let session = try tables.session(id) else { continue }
          let lines = try tables.signOuts(of: session.holder, most: 10_000)
            .filter { $0.session == id }
          if lines.map(\.end) != [session.family.end].compactMap({ $0 }) {
            broken.append("the sign-out log has \(lines.count) lines for an end")
          }
        }
        for account in accounts where try tables.account(account) == nil {
          if try !tables.openSessions(of: account).isEmpty || !tables.bindings(of: account).isEmpty
            || tables.password(of: account) != nil || !tables.devices(of: account).isEmpty
          {
            broken.append("a deleted account left something")
          }
        }
        for number in MonkeyTests.numbers {
          guard let phone = GermanPhones().parse(number, region: nil),
            let trust = try tables.trust(in: phone)
          else { continue }
          if try tables.binding(of: .phone(phone))?.account != trust.account {
            broken.append("a device is trusted for an account that the number left")
          }
        }
        return broken
      }
    }
  }

  @Test(
    "Whatever users do in whatever order, the store stays consistent, even if the clock steps back",
    arguments: [false, true])
  func walks(clockGoesBack: Bool) async throws {
    let seeds = SeededGenerator(announcing: "identity monkey", seed: 0x1D).seed
    var done: [String: Int] = [:]
    for round in 0..<40 {
      let seed = seeds &+ UInt64(round)
      var walk = Walk(random: SeededGenerator(seed: seed), rig: Rig(seed: seed))
      walk.clockGoesBack = clockGoesBack
      for step in 0..<80 {
        await walk.step()
        let broken = try await walk.brokenInvariants()
        #expect(broken.isEmpty, "seed \(seed) step \(step): \(broken)")
        if !broken.isEmpty { return }
      }
      done.merge(walk.done) { $0 + $1 }
    }
    for choice in 0..<12 {
      #expect(
        done["done \(choice)", default: 0] > (clockGoesBack ? 5 : 20),
        "the walks rarely did \(choice): \(done)")
    }
  }
}
