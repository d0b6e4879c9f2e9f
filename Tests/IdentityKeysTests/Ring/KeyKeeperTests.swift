import IdentityDomain
import IdentityKeys
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("A server loads its keys from the store")
struct KeyKeeperTests {
  @Test("The first start creates one key of each use, and the next start finds them")
  func start() async throws {
    // A store that runs each body twice: what is made must not depend on how often.
    for runsTwice in [false, true] {
      let house = KeyHouse(runsTwice: runsTwice)
      let first = try await house.server()
      for use in ServerKeyUse.allCases {
        let rows = try await house.rows(use)
        #expect(rows.count == 1 && rows[0].activeFrom == house.clock.now())
      }
      _ = await house.store.takeJournal()
      let second = try await house.server()
      #expect(await house.store.takeJournal().count == 1, "a start with keys only reads")
      #expect(first.ring.currentKey == second.ring.currentKey)
      let key = first.ring.currentKey
      let digests = [first, second].map { $0.ring.digest([1], for: .crumb, under: key) }
      #expect(digests[0] != nil && digests[0] == digests[1])
    }
  }

  @Test("16 servers that start at once share their keys")
  func atOnce() async throws {
    for _ in 0..<20 {
      let house = KeyHouse()
      let servers = try await withThrowingTaskGroup(of: KeyKeeper.self) { group in
        for _ in 0..<16 { group.addTask { try await house.server() } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(servers.map { $0.ring.currentKey }).count == 1)
      let claims = Claims.accessToken()
      for (place, server) in servers.enumerated() {
        let token = try await ES256Tokens(server.ring).sign(claims)
        let reader = ES256Tokens(servers[(place + 1) % servers.count].ring)
        #expect(await reader.accessToken(token) == claims)
      }
      for use in ServerKeyUse.allCases { #expect(try await house.rows(use).count == 1) }
    }
  }

  @Test("A wrong master key is reported at the start, with its place, and changes nothing")
  func wrongMasterKey() async throws {
    let house = KeyHouse()
    _ = try await house.server()
    house.clock.advance(.days(400))
    let before = await house.store.dump()
    let failure = await #expect(throws: ServerKeyFailure.self) {
      try await house.server(masterKey: MasterKey(testing: 1))
    }
    #expect(failure == .wrongMasterKey(.environment(variable: "TEST")))
    #expect(failure.map { "\($0)".contains("environment variable TEST") } == true)
    #expect(await house.store.dump() == before)
  }

  @Test("A development store starts only as such, and one of real users never does")
  func marks() async throws {
    for isDevelopment in [true, false] {
      let house = KeyHouse()
      _ = try await house.server(isDevelopment: isDevelopment)
      house.clock.advance(.days(400))
      let before = await house.store.dump()
      let refusal = await #expect(throws: StoreMarksRefusal.self) {
        try await house.server(isDevelopment: !isDevelopment)
      }
      #expect(refusal == (isDevelopment ? .developmentStore : .productionStore))
      #expect(await house.store.dump() == before)
      _ = try await house.server(isDevelopment: isDevelopment)
    }
  }

  @Test("A key that was changed, truncated, or swapped with another is refused by its id")
  func tampered() async throws {
    for use in ServerKeyUse.allCases {
      let house = KeyHouse()
      let server = try await house.server()
      let row = try #require(try await house.rows(use).first)
      let other = try #require(
        try await house.rows(use == .digest ? .sealing : .digest).first)
      var flipped = row.sealed
      flipped[20] ^= 1
      for sealed in [flipped, Array(row.sealed.dropLast()), [], other.sealed] {
        try await house.change {
          try $0.put(
            ServerKey(
              id: row.id, use: row.use, sealed: sealed, createdAt: row.createdAt,
              activeFrom: row.activeFrom))
        }
        let failure = await #expect(throws: ServerKeyFailure.self) { try await house.server() }
        #expect(failure == .unreadableKey(row.id, use))
        // Who has the keys already goes on with them.
        await #expect(throws: ServerKeyFailure.self) { try await server.refresh() }
        #expect(server.ring.digest([1], for: .crumb, under: server.ring.currentKey) != nil)
      }
    }
  }

  @Test(
    "A used store without keys is refused; new ones would end all sessions")
  func lost() async throws {
    let house = KeyHouse()
    _ = try await house.server()
    for use in ServerKeyUse.allCases {
      for row in try await house.rows(use) {
        try await house.change { try $0.removeServerKey(row.id) }
      }
    }
    await #expect(throws: ServerKeyFailure.noKeys) { try await house.server() }
    #expect(try await house.rows(.signing).isEmpty)
  }

  @Test("If the store fails, the keys in memory stay, and the next refresh continues")
  func failing() async throws {
    let house = KeyHouse()
    let server = try await house.server()
    let key = server.ring.currentKey
    house.clock.advance(.days(500))
    await house.store.fail("change server keys")
    await #expect(throws: MemoryStore.Failure.self) { try await server.refresh() }
    #expect(server.ring.currentKey == key)
    #expect(try await house.rows(.digest).count == 1)
    await house.store.fail("change server keys", false)
    try await server.refresh()
    #expect(try await house.rows(.digest).count == 2)
  }

  @Test("What a released version stored can be opened, in the format of another implementation")
  func golden() async throws {
    let house = KeyHouse()
    let server = try await house.server(random: NumberedBytes())
    let row = try #require(try await house.rows(.digest).first)
    #expect(row.id.text == "AgICAgICAgIC")
    #expect(Hex.text(row.sealed) == Golden.row)
    let marks = try await house.store.read("look") { try $0.storeMarks() }
    #expect(marks.map { Hex.text($0.masterKeyCheck) } == Golden.check)
    for (purpose, digest) in Golden.digests {
      let found = server.ring.digest(Array("message".utf8), for: purpose, under: row.id)
      #expect(found.map { Hex.text($0) } == digest, "\(purpose)")
    }
    #expect(Set(Golden.digests.map(\.0)) == Set(DigestPurpose.allCases))
    let sealed = try server.ring.seal(
      Array("123456".utf8), nonce: Array(0..<12), context: "message-1")
    #expect(Hex.text(sealed) == Golden.sealed)
  }
}
