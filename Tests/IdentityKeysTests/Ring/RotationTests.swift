import IdentityDomain
import IdentityKeys
import IdentityTestSupport
import Testing

@Suite("Keys are rotated while servers run")
struct RotationTests {
  /// The key ids of the published set.
  private func published(_ server: KeyKeeper) async throws -> [String] {
    try await PublishedKeys(ES256Tokens(server.ring)).keys.map(\.kid)
  }

  private func kid(_ server: KeyKeeper) async throws -> String {
    let token = try await ES256Tokens(server.ring).sign(Claims.accessToken())
    return try #require(TokenParts(token.exposed).header["kid"] as? String)
  }

  @Test(
    "A new signing key is published a day before it signs, and the old one until its tokens expire")
  func signing() async throws {
    let house = KeyHouse()
    let servers = [try await house.server(), try await house.server()]
    let old = try await kid(servers[0])
    let term = KeyTerm.of(.signing)
    house.clock.advance(term.period - term.lead)
    for server in servers { try await server.refresh() }
    let both = try await published(servers[0])
    #expect(both.count == 2 && both[0] == old)
    #expect(try await published(servers[1]) == both)
    #expect(try await kid(servers[1]) == old)

    // The moment comes; nobody has to read the store for it.
    house.clock.advance(term.lead - .milliseconds(1))
    #expect(try await kid(servers[0]) == old)
    let last = try await ES256Tokens(servers[0].ring).sign(Claims.accessToken())
    house.clock.advance(.milliseconds(1))
    for server in servers { #expect(try await kid(server) == both[1]) }

    house.clock.advance(SecurityRules.compatAccessTokenLifetime + SecurityRules.clockLeeway)
    for server in servers { try await server.refresh() }
    #expect(await ES256Tokens(servers[1].ring).accessToken(last) == Claims.accessToken())
    house.clock.advance(SecurityRules.clockLeeway)
    // Also before the row is taken away.
    #expect(try await published(servers[0]) == [both[1]])
    #expect(await ES256Tokens(servers[1].ring).accessToken(last) == nil)
    try await servers[0].refresh()
    #expect(try await house.rows(.signing).map(\.id.text) == [both[1]])
  }

  @Test("A refresh token, its crumb and a sealed secret survive the rotation of their keys")
  func digests() async throws {
    let house = KeyHouse()
    let server = try await house.server()
    let ring = server.ring
    let old = ring.currentKey
    let token = try #require(
      DerivedToken(subject: "session", generation: 3, key: old).text(.refreshToken, ring))
    for _ in 0..<380 {
      let sealed = try ring.seal([1, 2, 3], nonce: Array(0..<12), context: "c")
      house.clock.advance(.days(1))
      try await server.refresh()
      let another = try await house.server()
      #expect(DerivedToken.read(token, .refreshToken, ring)?.generation == 3)
      #expect(DerivedToken.read(token, .refreshToken, another.ring)?.key == old)
      #expect(DerivedToken.read(token, .crumb, ring) == nil)
      #expect(try another.ring.open(sealed, context: "c") == [1, 2, 3])
    }
    #expect(ring.currentKey != old)
    #expect(try await house.rows(.sealing).count <= 3)
    house.clock.advance(KeyTerm.of(.digest).retention)
    #expect(DerivedToken.read(token, .refreshToken, ring) == nil)
  }

  @Test("A refresh that read first and ends last does not bring back older keys")
  func overtaken() async throws {
    let house = KeyHouse()
    let held = HeldStore(house.store)
    let server = try await KeyKeeper(
      store: held, masterKey: KeyHouse.masterKey, isDevelopment: false, clock: house.clock)
    let term = KeyTerm.of(.signing)
    held.holdNextRead()
    async let slow: Void = server.refresh()
    await held.untilHeld()
    house.clock.advance(term.period - term.lead)
    try await server.refresh()
    #expect(try await published(server).count == 2)
    held.letGo()
    try await slow
    #expect(try await published(server).count == 2)
  }

  @Test("Many servers that refresh at the moment of a rotation create one new key")
  func atOnce() async throws {
    for use in ServerKeyUse.allCases {
      let house = KeyHouse()
      var servers: [KeyKeeper] = []
      for _ in 0..<8 { servers.append(try await house.server()) }
      let term = KeyTerm.of(use)
      house.clock.advance(term.period - term.lead)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for server in servers {
          for _ in 0..<4 { group.addTask { try await server.refresh() } }
        }
        try await group.waitForAll()
      }
      #expect(try await house.rows(use).count == 2)
      house.clock.advance(term.lead)
      #expect(Set(servers.map { $0.ring.currentKey }).count == 1)
    }
  }
}
