import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Through the API, being first with someone else's address or number gains nothing")
struct PreHijackingStoryTests {
  private static let address = "victim@example.com"
  private static let number = "+4915112345678"
  private static let names = [address, number]

  enum Way: CaseIterable { case password, phone }
  enum First: CaseIterable { case attacker, victim }
  /// For victim and attacker: with a device key, or as a public client.
  enum Keys: CaseIterable { case both, victim, attacker, none }

  private func attempt(_ work: () async throws -> Reply) async -> Reply? { try? await work() }

  /// Everything that an attacker can begin with someone else's identifiers, with guesses at the
  /// codes.
  private func attack(_ attacker: Client) async {
    let clock = attacker.rig.clock
    for name in Self.names {
      clock.advance(.minutes(2))
      _ = await attempt {
        try await attacker.call(
          "user", ["user_name": name, "password": "the attackers own", "name": "Victim"])
      }
      _ = await attempt { try await attacker.confirm(name, "000000") }
      clock.advance(.minutes(2))
      _ = await attempt { try await attacker.call("forgotPassword", ["user_name": name]) }
      _ = await attempt {
        try await attacker.call(
          "forgotPassword",
          ["user_name": name, "password": "the attackers own", "verification_code": "000000"])
      }
      clock.advance(.minutes(2))
      let begun = await attempt { try await attacker.call("login", ["user_name": name]) }
      _ = await attempt {
        try await attacker.call(
          "login",
          [
            "user_name": name, "session": begun?.text("session") ?? "",
            "verification_code": "000000",
          ])
      }
    }
    clock.advance(.minutes(2))
    let phone = await attempt {
      try await attacker.call("GetUserRequest", ["phone_number": Self.number])
    }
    _ = await attempt {
      try await attacker.call(
        "userVerification",
        ["token": phone?.text("challenge.token") ?? "", "verification_code": "000000"])
    }
    await claim(attacker)
    clock.advance(.minutes(2))
  }

  /// The attacker signs in to an account of their own, which claims what is the victim's.
  private func claim(_ attacker: Client) async {
    let own = "+4915199999999"
    let begun = await attempt { try await attacker.call("GetUserRequest", ["phone_number": own]) }
    if let token = begun?.text("challenge.token"), let code = try? await attacker.code(to: own) {
      _ = await attempt {
        try await attacker.call("userVerification", ["token": token, "verification_code": code])
      }
    }
    _ = await attempt {
      try await attacker.call("changeUser", ["name": "Victim", "email": Self.address])
    }
    for name in Self.names {
      attacker.rig.clock.advance(.minutes(2))
      let begun = await attempt {
        try await attacker.call("beginIdentifier", ["identifier": name])
      }
      _ = await attempt {
        try await attacker.call(
          "verifyIdentifier",
          ["token": begun?.text("token") ?? "", "verification_code": "000000"])
      }
    }
  }

  /// The victim's acts: sign up or in, with the codes received; and "forgot password" if the server
  /// could not tell whose password was whose.
  private func enter(_ victim: Client, _ way: Way) async throws {
    victim.rig.clock.advance(.hours(2))
    switch way {
    case .phone:
      let begun = try await victim.call("GetUserRequest", ["phone_number": Self.number])
      try await victim.call(
        "userVerification",
        [
          "token": try #require(begun.text("challenge.token")),
          "verification_code": try await victim.code(to: Self.number),
        ])
    case .password:
      let form = ["user_name": Self.address, "password": "the holders own"]
      try await victim.call("user", form)
      try await victim.confirm(Self.address, try await victim.code(to: Self.address))
      if await refusal({ try await victim.call("login", form) }) == nil { return }
      victim.rig.clock.advance(.minutes(2))
      try await victim.call("forgotPassword", ["user_name": Self.address])
      let code = try await victim.code(to: Self.address)
      try await victim.call(
        "forgotPassword", form.merging(["verification_code": code]) { $1 })
      try await victim.call("login", form)
    }
  }

  @Test(
    "Every order of password and phone, attacker and victim, with and without device keys",
    arguments: Way.allCases, First.allCases)
  func orders(way: Way, first: First) async throws {
    for keys in Keys.allCases {
      let rig = Rig()
      let victim = Client(rig, key: keys == .both || keys == .victim ? "victim" : nil)
      let attacker = Client(
        rig, key: keys == .both || keys == .attacker ? "attacker" : nil, network: "attacker")
      if first == .attacker { await attack(attacker) }
      try await enter(victim, way)
      await attack(attacker)
      let profile = try await extended(victim).call("getUser")
      #expect(profile.text("user_name") == (way == .password ? Self.address : Self.number))
      #expect(profile.value("name") == nil)
      try await requireNothing(attacker, of: try #require(profile.text("user_id")))

      // The other way too: the victim verifies it in the same account.
      rig.clock.advance(.hours(2))
      let other = way == .password ? Self.number : Self.address
      let shown = try await extended(victim).freshProof()
      let begun = try await victim.call(
        "beginIdentifier", shown.merging(["identifier": other]) { $1 })
      try await victim.call(
        "verifyIdentifier",
        [
          "token": try #require(begun.text("token")),
          "verification_code": try await victim.code(to: other),
        ])
      await attack(attacker)
      let both = try await extended(victim).call("getUser")
      #expect(both.text("phone_number") == Self.number && both.text("email") == Self.address)
      #expect(both.text("user_id") == profile.text("user_id"))
      try await requireNothing(attacker, of: try #require(both.text("user_id")))
      let sessions = try await extended(victim).call("getSessions")
      #expect((sessions.value("sessions") as? [Any])?.count == 1)
    }
  }

  @Test("A client that sends its registration_id cannot confirm a stranger's attempt")
  func namedAttempt() async throws {
    let rig = Rig()
    try await Client(rig, key: "attacker").call(
      "user", ["user_name": Self.address, "password": "the attackers own"])
    let strangers = try await rig.code(to: Self.address).exposed
    rig.clock.advance(.minutes(2))
    let victim = Client(rig, key: "victim")
    let form = ["user_name": Self.address, "password": "the holders own"]
    let own = try #require(try await victim.call("user", form).text("registration_id"))
    func confirm(_ code: String) async throws -> Reply {
      try await victim.call(
        "user",
        ["user_name": Self.address, "verification_code": code, "registration_id": own])
    }
    #expect(await refusal { try await confirm(strangers) } == Refusal(.wrongCode(triesLeft: 4)))
    #expect(try await confirm(victim.code(to: Self.address)).status == 201)
    #expect(try await victim.call("login", form).status == 200)
  }

  /// The victim's app extends its session as apps do.
  private func extended(_ victim: Client) async throws -> Client {
    try await victim.call("refreshSession", ["refreshtoken": try #require(victim.refreshToken)])
    return victim
  }

  private func requireNothing(_ attacker: Client, of account: String) async throws {
    attacker.rig.clock.advance(.hours(2))
    for client in [attacker, Client(attacker.rig), Client(attacker.rig, key: "third")] {
      for name in Self.names {
        #expect(await refusal { try await client.signIn(name, "the attackers own") } != nil)
        client.rig.clock.advance(.minutes(2))
      }
      let phone = await attempt {
        try await client.call("GetUserRequest", ["phone_number": Self.number])
      }
      #expect(phone?.number("status") != 1)
      client.rig.clock.advance(.hours(1))
    }
    let own = await attempt { try await attacker.call("getUser") }
    #expect(own?.text("user_id") != account)
    #expect(!Self.names.contains(own?.text("user_name") ?? ""))
  }
}
