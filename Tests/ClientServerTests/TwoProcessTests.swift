import Foundation
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

/// Two processes of one app on one storage, against the real server over sockets.
@Suite(.timeLimit(.minutes(30))) struct TwoProcessTests {
  private static var rounds: Int {
    ProcessInfo.processInfo.environment["PORTICO_ROUNDS"].flatMap { Int($0) } ?? 25
  }

  @Test("CMP-2, CMP-3: rounds of simultaneous refresh and sign-out lose no session and revive none")
  func rounds() async throws {
    let house = try await House()
    try await house.rig.member("ada@example.com", password: "correct+horse+battery")
    let folder = NSTemporaryDirectory() + "portico-race-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await house.serving { port in
      let server = "http://127.0.0.1:\(port)"
      let racers = [
        try Racer(server: server, folder: folder), try Racer(server: server, folder: folder),
      ]
      defer { for racer in racers { racer.close() } }
      for racer in racers { #expect(try await racer.hear() == "ready") }
      for round in 0..<Self.rounds {
        try await self.round(round, house, racers)
      }
    }
    print("two processes: \(Self.rounds) rounds, each three refreshes and one sign-out")
  }

  private func round(_ round: Int, _ house: House, _ racers: [Racer]) async throws {
    let (first, second) = (racers[round % 2], racers[1 - round % 2])
    house.rig.clock.advance(.minutes(6))
    #expect(try await first.ask("status") == "out")
    #expect(try await login(first) == "ok", "round \(round)")
    let session = try #require(try await newest(house))
    // Both find their access token refused in the same moment.
    for _ in 0..<3 {
      house.rig.clock.advance(.minutes(11))
      let before = try await house.session(session.id.text)?.family.generation ?? -1
      for racer in racers { try racer.say("call") }
      for racer in racers { #expect(try await racer.hear() == "ok", "round \(round)") }
      let family = try #require(try await house.session(session.id.text)).family
      #expect(family.end == nil, "round \(round): the session is lost")
      #expect(family.generation == before + 1, "round \(round): renewed more than once")
    }
    // One renews while the other signs out.
    house.rig.clock.advance(.minutes(11))
    try first.say("call")
    try second.say("signout")
    #expect(try await second.hear() == "ok", "round \(round)")
    _ = try await first.hear()
    for racer in racers {
      #expect(try await racer.ask("status") == "out", "round \(round): the session came back")
      #expect(try await racer.ask("call") == "no unauthorized logout", "round \(round)")
    }
  }

  @Test("CMP-1, CMP-2, ENT-4: killing one of two processes while both renew loses no session")
  func kills() async throws {
    let house = try await House()
    try await house.rig.member("ada@example.com", password: "correct+horse+battery")
    let folder = NSTemporaryDirectory() + "portico-race-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await house.serving { port in
      let server = "http://127.0.0.1:\(port)"
      let survivor = try Racer(server: server, folder: folder)
      defer { survivor.close() }
      #expect(try await survivor.hear() == "ready")
      #expect(try await self.login(survivor) == "ok")
      let session = try #require(try await self.newest(house))
      for round in 0..<max(10, Self.rounds / 10) {
        let victim = try Racer(server: server, folder: folder)
        #expect(try await victim.hear() == "ready")
        house.rig.clock.advance(.minutes(11))
        try victim.say("call")
        // Every other time the survivor is under way as well.
        if round % 2 == 0 { try survivor.say("call") }
        if round % 3 == 0 { _ = try await victim.hear() }
        victim.kill()
        if round % 2 != 0 { try survivor.say("call") }
        #expect(try await survivor.hear() == "ok", "round \(round)")
        let family = try #require(try await house.session(session.id.text)).family
        #expect(family.end == nil, "round \(round): the session is lost")
      }
    }
  }

  private func login(_ racer: Racer) async throws -> String {
    try await racer.ask("login ada@example.com correct+horse+battery")
  }

  private func newest(_ house: House) async throws -> Session? {
    let address = try #require(EmailAddress("ada@example.com"))
    return try await house.rig.store.read("test") { tables in
      guard let owner = try tables.binding(of: .email(address))?.account else { return nil }
      return try tables.openSessions(of: owner).max { $0.family.openedAt < $1.family.openedAt }
    }
  }
}
