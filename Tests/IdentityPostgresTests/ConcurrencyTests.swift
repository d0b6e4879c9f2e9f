import IdentityDomain
import IdentityPostgres
import IdentityTestSupport
import Testing
import WorkThreads

extension PostgresTests {
  @Suite("Concurrent transactions are serializable", .timeLimit(.minutes(20)))
  struct ConcurrencyTests {
    private static let now = Timestamp(milliseconds: 1_700_000_000_000)

    /// Two nodes on one database.
    private func nodes(
      pool: Int = 8, _ change: (inout PostgresStoreSettings) -> Void = { _ in }
    ) async throws -> (nodes: [PostgresStore], database: TestDatabase) {
      let database = try Cluster.shared.get().database()
      let nodes = [
        try await database.store(pool: pool, change), try await database.store(pool: pool, change),
      ]
      return (nodes, database)
    }

    private func end(_ nodes: [PostgresStore], _ database: TestDatabase) async throws {
      for node in nodes { try await node.close() }
      try database.drop()
    }

    private func key(_ name: String) -> LimitKey { LimitKey("test", name, MadeUpDigests()) }

    @Test("A contended row loses no count, and no transaction has to start over")
    func hotRow() async throws {
      let (nodes, database) = try await nodes()
      let (count, key) = (80, key("nat"))
      let runs = Lines()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for place in 0..<count {
          group.addTask {
            try await nodes[place % 2].transaction("charge") { tables in
              runs.add("run")
              let before = try tables.counter(key)?.count ?? 0
              try tables.put(
                RateLimitCounter(since: Self.now, count: before + 1, endsAt: Self.now), for: key)
            }
          }
        }
        try await group.waitForAll()
      }
      let total = try await nodes[0].read("look") { try $0.counter(key)?.count }
      #expect(total == count)
      #expect(runs.all.count == count)
      try await end(nodes, database)
    }

    @Test("A rule over a set of rows holds although none of them existed to be locked")
    func absentRows() async throws {
      let (nodes, database) = try await nodes()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for place in 0..<24 {
          group.addTask {
            try await nodes[place % 2].transaction("open") { tables in
              guard try tables.openSessions(of: ID("a")).count < 3 else { return }
              try tables.put(Self.session("s\(place)", account: "a"))
            }
          }
        }
        try await group.waitForAll()
      }
      let open = try await nodes[1].read("look") { try $0.openSessions(of: ID("a")).count }
      #expect(open == 3)
      try await end(nodes, database)
    }

    @Test("Two transactions that lock each other's rows both succeed, and lose nothing")
    func crosswise() async throws {
      let (nodes, database) = try await nodes()
      let keys = [key("left"), key("right")]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for place in 0..<16 {
          group.addTask {
            try await nodes[place % 2].transaction("cross") { tables in
              for key in place % 2 == 0 ? keys : keys.reversed() {
                let before = try tables.counter(key)?.count ?? 0
                try tables.put(
                  RateLimitCounter(since: Self.now, count: before + 1, endsAt: Self.now), for: key)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let counts = try await nodes[0].read("look") { tables in
        try keys.map { try tables.counter($0)?.count }
      }
      #expect(counts == [16, 16])
      try await end(nodes, database)
    }

    @Test(
      "A reader that follows a log does not skip a row that was written earlier and commits later")
    func lateCommit() async throws {
      let (nodes, database) = try await nodes()
      let gate = Gate()
      let start = try await nodes[0].read("end") { try $0.securityEventEnd() }
      let slow = Task {
        try await nodes[0].transaction("slow") { tables in
          try tables.append(SecurityEvent(.signIn, account: ID("slow"), at: Self.now))
          // What is written is with the server once something is read.
          _ = try tables.account(ID("a"))
          gate.pass()
        }
      }
      await gate.isReached()
      try await nodes[1].transaction("fast") { tables in
        try tables.append(SecurityEvent(.signIn, account: ID("fast"), at: Self.now))
      }
      let early = try await nodes[1].read("read on") {
        try $0.securityEvents(after: start, most: 9)
      }
      #expect(early.rows.isEmpty && early.end == start)
      gate.open()
      try await slow.value
      let late = try await nodes[1].read("read on") {
        try $0.securityEvents(after: start, most: 9)
      }
      #expect(late.rows.map(\.account) == [ID("slow"), ID("fast")])
      try await end(nodes, database)
    }

    @Test(
      "When all connections are in use, calls wait, and beyond the queue's limit they are refused")
    func exhaustion() async throws {
      let (nodes, database) = try await nodes(pool: 1) { $0.places = 2 }
      let gate = Gate()
      let node = nodes[0]
      let holding = Task {
        try await node.transaction("hold") { tables in
          _ = try tables.account(ID("a"))
          gate.pass()
        }
      }
      await gate.isReached()
      let waiting = (0..<2).map { place in
        Task {
          try await node.transaction("wait") {
            try $0.put(Account(id: ID("\(place)"), createdAt: Self.now))
          }
        }
      }
      while node.load.waiting < 2 { await Task.yield() }
      let failure = try await #require(throws: PostgresStoreFailure.self) {
        try await node.read("beyond") { _ in }
      }
      #expect(failure.isUnavailable && failure.description.contains("pool="), "\(failure)")
      gate.open()
      try await holding.value
      for task in waiting { try await task.value }
      let found = try await node.read("look") { try $0.account(ID("1")) }
      #expect(found != nil)
      try await end(nodes, database)
    }

    @Test("Connections that the server ended are replaced, and no call fails because of it")
    func cut() async throws {
      let (nodes, database) = try await nodes(pool: 4)
      for round in 0..<5 {
        try database.cluster.psql(
          "postgres",
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database.name)'"
        )
        try await nodes[0].transaction("write") {
          try $0.put(Account(id: ID("\(round)"), createdAt: Self.now))
        }
        let found = try await nodes[1].read("look") { try $0.account(ID("\(round)")) }
        #expect(found != nil)
      }
      try await end(nodes, database)
    }

    @Test("All nodes use the database's clock, whatever a machine's own says")
    func clock() async throws {
      let (nodes, database) = try await nodes()
      for node in nodes {
        let clock = try #require(node.clock)
        let before = try #require(
          Int64(try database.psql("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")))
        let shown = clock.now().milliseconds
        let after = try #require(
          Int64(try database.psql("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")))
        // Half of the trip of one question at most.
        #expect((before - 50...after + 50).contains(shown))
      }
      try await end(nodes, database)
    }

    private static func session(_ id: String, account: String) -> Session {
      Session(
        id: ID(id), holder: .account(ID(account)), scope: .full, authenticatedAt: now,
        methods: [.password],
        client: ClientDescription(name: "app", platform: "test", appVersion: "1"),
        family: TokenFamily(
          kind: .bound(KeyThumbprint("k")), openedAt: now, derivationKey: KeyID("k")))
    }
  }
}
