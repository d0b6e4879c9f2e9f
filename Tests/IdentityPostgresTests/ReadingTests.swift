import IdentityDomain
import IdentityPostgres
import IdentityTestSupport
import Testing

extension PostgresTests {
  @Suite("A read sees one state that was committed")
  struct ReadingTests {
    private static let now = Timestamp(milliseconds: 1_700_000_000_000)
    private static let key = LimitKey("test", "reading", MadeUpDigests())

    private func run(
      _ body: (PostgresStore, PostgresStore, Lines) async throws -> Void
    ) async throws {
      let database = try Cluster.shared.get().database()
      let heard = Lines()
      let node = try await database.store(pool: 2) { $0.trace = { heard.add($0) } }
      let other = try await database.store(pool: 2)
      try await body(node, other, heard)
      try await node.close()
      try await other.close()
      try database.drop()
    }

    private func count(_ count: Int, in store: PostgresStore) async throws {
      try await store.transaction("count") { tables in
        try tables.put(
          RateLimitCounter(since: Self.now, count: count, endsAt: Self.now), for: Self.key)
      }
    }

    @Test("One statement needs no transaction around it")
    func oneStatement() async throws {
      try await run { node, _, heard in
        let start = heard.all.count
        for _ in 1...2 { _ = try await node.read("glance") { try $0.counter(Self.key) } }
        #expect(heard.all.dropFirst(start).allSatisfy { $0.hasPrefix("SELECT") })
        #expect(heard.all.count == start + 2)
      }
    }

    @Test(
      "Two statements stand in a transaction: the body is run again once, and then always begins with one"
    )
    func twoStatements() async throws {
      try await run { node, _, heard in
        var tries: [[String]] = []
        for _ in 1...2 {
          let start = heard.all.count
          _ = try await node.read("look twice") { tables in
            _ = try tables.counter(Self.key)
            return try tables.counter(Self.key)
          }
          tries.append(heard.all.dropFirst(start).map { String($0.prefix(6)) })
        }
        let whole = ["BEGIN ", "SELECT", "SELECT"]
        #expect(tries == [["SELECT"] + whole, whole])
      }
    }

    @Test("What another node commits between two statements is not seen by the second")
    func oneState() async throws {
      try await run { node, other, _ in
        try await count(1, in: other)
        for round in 1...2 {
          let gate = Gate()
          let runs = Lines()
          let reading = Task {
            try await node.read("look around") { tables in
              let before = try tables.counter(Self.key)?.count
              runs.add("run")
              // The try that ends at its second statement need not be waited for.
              if round == 2 || runs.all.count == 2 { gate.pass() }
              return [before, try tables.counter(Self.key)?.count]
            }
          }
          await gate.isReached()
          try await count(10 + round, in: other)
          gate.open()
          let seen = try await reading.value
          #expect(seen == (round == 1 ? [1, 1] : [11, 11]))
        }
      }
    }

    @Test(
      "A session, its owner and the owner's names come in one statement, however many names there are"
    )
    func company() async throws {
      try await run { node, _, heard in
        let rig = ServiceRig(store: node)
        let grant = try await rig.phoneMember("+4915112345678", key: "k")
        let session = grant.session.id
        let account = try #require(grant.session.account)
        for number in ["+4915112345679", "+4915112345677"] {
          let phone = try #require(PhoneNumber(e164: number, region: "DE"))
          try await node.transaction("bind") { tables in
            try tables.put(
              IdentifierBinding(identifier: .phone(phone), account: account, verifiedAt: Self.now))
          }
        }
        let start = heard.all.count
        let (found, owner, names) = try await node.read("shown") { tables in
          let found = try tables.session(session)
          return (found, try tables.ownAccount(account), try tables.bindings(of: account))
        }
        #expect(heard.all.count == start + 1)
        let apart = try await node.read("apart") { tables in
          (try tables.ownAccount(account), try tables.bindings(of: account))
        }
        #expect(found?.id == session)
        #expect(owner == apart.0 && names == apart.1)
        #expect(names.count == 3)
      }
    }

    @Test("A session without an owner, and none at all, bring nobody along")
    func alone() async throws {
      try await run { node, _, _ in
        let found = try await node.read("shown") { tables in
          (try tables.session(ID("nobody's")), try tables.ownAccount(ID("nobody")))
        }
        #expect(found.0 == nil && found.1 == nil)
      }
    }
  }
}
