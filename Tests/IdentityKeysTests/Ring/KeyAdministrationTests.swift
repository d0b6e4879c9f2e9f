import IdentityDomain
import IdentityKeys
import IdentityStoreContract
import IdentityTestSupport
import TestSupport
import Testing

@Suite("An operator's work on the keys")
struct KeyAdministrationTests {
  private static let other = MasterKey(testing: 100)

  private func administration(_ house: KeyHouse) -> KeyAdministration {
    KeyAdministration(store: house.store, clock: house.clock)
  }

  @Test("A planned key of each use is picked up by a running server, and the old one still reads")
  func rotate() async throws {
    let house = KeyHouse()
    let server = try await house.server()
    let old = try await administration(house).list().map(\.id)
    let token = try #require(
      DerivedToken(subject: "s", generation: 1, key: server.ring.currentKey)
        .text(.refreshToken, server.ring))
    let sealed = try server.ring.seal([7], nonce: Array(0..<12), context: "c")
    let signed = try await ES256Tokens(server.ring).sign(Claims.accessToken())

    house.clock.advance(.days(3))
    let planned = try await administration(house).rotate(
      ServerKeyUse.allCases, under: KeyHouse.masterKey)
    #expect(planned.map(\.use) == ServerKeyUse.allCases)
    #expect(planned.allSatisfy { $0.standing == .planned && !old.contains($0.id) })
    #expect(planned.allSatisfy { $0.activeFrom == house.clock.now() + SecurityRules.keyLead })
    try await server.refresh()
    let published = try await PublishedKeys(ES256Tokens(server.ring)).keys.map(\.kid)
    #expect(published.contains(planned[0].id.text) && published.count == 2)
    #expect(old.contains(server.ring.currentKey))

    house.clock.advance(SecurityRules.keyLead)
    let standings = try await administration(house).list().map(\.standing)
    #expect(standings == Array(repeating: [.reading, .current], count: 4).flatMap { $0 })
    #expect(server.ring.currentKey == planned[1].id)
    #expect(DerivedToken.read(token, .refreshToken, server.ring)?.generation == 1)
    #expect(try server.ring.open(sealed, context: "c") == [7])
    let late = try await ES256Tokens(server.ring).sign(Claims.accessToken())
    #expect(late.exposed != signed.exposed)
    // Told at one time, and gone from the set when the last token of the old key is over.
    let end = try #require(try await administration(house).list().first?.readsUntil)
    #expect(end == house.clock.now() + SecurityRules.signingKeyRetention)
    house.clock.advance(SecurityRules.signingKeyRetention)
    #expect(
      try await PublishedKeys(ES256Tokens(server.ring)).keys.map(\.kid) == [planned[0].id.text])
  }

  @Test("Repeated and simultaneous requests yield one planned key of each use")
  func again() async throws {
    for runsTwice in [false, true] {
      let house = KeyHouse(runsTwice: runsTwice)
      _ = try await house.server()
      let administration = administration(house)
      let found = try await withThrowingTaskGroup(of: [KeyDescription].self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await administration.rotate(ServerKeyUse.allCases, under: KeyHouse.masterKey)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(found).count == 1)
      #expect(try await administration.list().count == 8)
      // A server that finds one planned makes none beside it, also when it would be time.
      house.clock.advance(.minutes(30))
      _ = try await house.server()
      #expect(try await administration.list().count == 8)
    }
  }

  @Test("Rotations at any times never leave a moment without a key, and accumulate nothing")
  func anyTimes() async throws {
    var random = SeededGenerator(announcing: "KeyAdministrationTests.anyTimes", seed: 8)
    let house = KeyHouse()
    let server = try await house.server()
    let administration = administration(house)
    var tokens: [(text: String, at: Timestamp)] = []
    for _ in 0..<300 {
      house.clock.advance(.hours(Int64(random.below(60))))
      if random.chance(40) {
        let uses = ServerKeyUse.allCases.filter { _ in random.chance(50) }
        _ = try await administration.rotate(uses, under: KeyHouse.masterKey)
      }
      try await server.refresh()
      let token = DerivedToken(subject: "s", generation: 0, key: server.ring.currentKey)
      tokens.append((try #require(token.text(.refreshToken, server.ring)), house.clock.now()))
      for (text, at) in tokens where house.clock.now() < at + SecurityRules.boundLimits.absolute {
        #expect(DerivedToken.read(text, .refreshToken, server.ring) != nil)
      }
      let list = try await administration.list()
      for use in ServerKeyUse.allCases {
        #expect(list.count { $0.use == use && $0.standing == .current } == 1)
        #expect(list.count { $0.use == use && $0.standing == .planned } <= 1)
        #expect(list.count { $0.use == use && $0.standing == .retired } == 0)
      }
    }
  }

  @Test("Under a new master key everything is as before, and the old one is refused")
  func rewrap() async throws {
    for isDevelopment in [false, true] {
      let house = KeyHouse()
      let server = try await house.server(isDevelopment: isDevelopment)
      let administration = administration(house)
      _ = try await administration.rotate([.signing], under: KeyHouse.masterKey)
      let sealed = try server.ring.seal([7], nonce: Array(0..<12), context: "c")
      let before = try await administration.list()
      let rows = try await house.rows(.digest)
      let count = try await administration.rewrap(from: KeyHouse.masterKey, to: Self.other)
      #expect(count == 5)
      #expect(try await administration.list() == before)
      #expect(try await house.rows(.digest).map(\.sealed) != rows.map(\.sealed))
      // What runs goes on with the keys in its memory, and says why it cannot read new ones.
      await #expect(throws: ServerKeyFailure.wrongMasterKey(KeyHouse.masterKey.origin)) {
        try await server.refresh()
      }
      #expect(try server.ring.open(sealed, context: "c") == [7])
      await #expect(throws: ServerKeyFailure.self) {
        try await house.server(isDevelopment: isDevelopment)
      }
      let next = try await house.server(masterKey: Self.other, isDevelopment: isDevelopment)
      #expect(try next.ring.open(sealed, context: "c") == [7])
      #expect(next.ring.currentKey == server.ring.currentKey)
      // The same again says so; and so does the old key.
      await #expect(throws: KeyAdministrationFailure.sameMasterKey) {
        try await administration.rewrap(from: KeyHouse.masterKey, to: Self.other)
      }
    }
  }

  @Test("A wrong master key and a damaged key change nothing")
  func refused() async throws {
    let house = KeyHouse()
    let administration = administration(house)
    await #expect(throws: KeyAdministrationFailure.unused) { try await administration.list() }
    await #expect(throws: KeyAdministrationFailure.unused) {
      try await administration.rotate([.signing], under: KeyHouse.masterKey)
    }
    _ = try await house.server()
    let before = await house.store.dump()
    await #expect(throws: ServerKeyFailure.self) {
      try await administration.rotate([.signing], under: Self.other)
    }
    await #expect(throws: ServerKeyFailure.self) {
      try await administration.rewrap(from: Self.other, to: MasterKey(testing: 50))
    }
    #expect(await house.store.dump() == before)
    let key = try await house.rows(.sealing)[0]
    try await house.change { tables in
      try tables.put(
        ServerKey(
          id: key.id, use: key.use, sealed: Array(key.sealed.reversed()),
          createdAt: key.createdAt, activeFrom: key.activeFrom))
    }
    let damaged = await house.store.dump()
    await #expect(throws: ServerKeyFailure.unreadableKey(key.id, .sealing)) {
      try await administration.rewrap(from: KeyHouse.masterKey, to: Self.other)
    }
    #expect(await house.store.dump() == damaged, "all or nothing")
    try await house.change { try $0.removeServerKey(key.id) }
    await #expect(throws: ServerKeyFailure.noKeys) {
      try await administration.rotate([.sealing], under: KeyHouse.masterKey)
    }
  }

  @Test("The list contains no key")
  func canary() async throws {
    let house = KeyHouse()
    _ = try await house.server(random: NumberedBytes())
    let administration = administration(house)
    let planned = try await administration.rotate(
      ServerKeyUse.allCases, under: KeyHouse.masterKey)
    let list = try await administration.list() + planned
    let materials = try await ServerKeyUse.allCases.asyncFlatMap { try await house.rows($0) }
    for text in KeyHouse.texts(of: list) + KeyHouse.texts(of: administration) {
      for row in materials {
        #expect(!text.contains("\(row.sealed)") && !text.contains(Base64URL.text(row.sealed)))
      }
    }
    #expect(!"\(list)".contains("sealed:"))
  }

  @Test("Recently current keys are distinguished from older ones")
  func recent() {
    let day = Duration.days(1)
    let start = Timestamp(milliseconds: 0)
    let keys = [0, 10, 20, 100].map { days in
      ServerKey(
        id: KeyID("\(days)"), use: .digest, sealed: [], createdAt: start,
        activeFrom: start + day * days)
    }
    let schedule = KeySchedule(keys, for: .digest)
    func recent(_ now: Int) -> [String] {
      schedule.recent(at: start + day * now, within: day * 30).map(\.id.text)
    }
    #expect(recent(-1) == ["0"] && recent(0) == ["0"] && recent(9) == ["0"])
    #expect(recent(10) == ["10", "0"] && recent(39) == ["20", "10", "0"])
    #expect(recent(40) == ["20", "10"] && recent(50) == ["20"] && recent(99) == ["20"])
    #expect(recent(100) == ["100", "20"] && recent(130) == ["100"])
  }
}

extension Sequence {
  fileprivate func asyncFlatMap<Value>(
    _ work: (Element) async throws -> [Value]
  ) async rethrows -> [Value] {
    var all: [Value] = []
    for element in self { all += try await work(element) }
    return all
  }
}
