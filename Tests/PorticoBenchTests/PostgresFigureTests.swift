import Testing

@testable import PorticoBench

@Suite("What the bench reads of PostgreSQL")
struct PostgresFigureTests {
  @Test("The figures of pgbench are read, without the time that connecting took")
  func report() throws {
    let newer = try #require(
      PgbenchReport(
        """
        pgbench (15.18 (Debian 15.18-0+deb12u1))
        transaction type: profile.sql
        scaling factor: 1
        query mode: prepared
        number of clients: 16
        number of threads: 1
        maximum number of tries: 1
        duration: 3 s
        number of transactions actually processed: 37581
        number of failed transactions: 2 (0.005%)
        latency average = 0.104 ms
        initial connection time = 22.618 ms
        tps = 38309.766692 (without initial connection time)

        """))
    #expect(newer.transactions == 37_581 && newer.failed == 2)
    #expect(newer.rate == 38_309.766692)
    let older = try #require(
      PgbenchReport(
        """
        number of transactions actually processed: 100/100
        tps = 80.5 (including connections establishing)
        tps = 90.5 (excluding connections establishing)
        """))
    #expect(
      older
        == PgbenchReport(
          "number of transactions actually processed: 100\ntps = 90.5 (without initial connection time)"
        ))
  }

  @Test("A report that lacks a figure is not read")
  func noReport() {
    #expect(PgbenchReport("") == nil)
    #expect(PgbenchReport("number of transactions actually processed: 7") == nil)
    #expect(PgbenchReport("tps = 7 (without initial connection time)") == nil)
  }

  @Test("The parent of a process and the time of its ended children are read, whatever its name")
  func stat() throws {
    let text = "712 (postgres: a) (b) S 41 712 712 0 -1 4194560 9 0 3 0 11 7 250 50 20 0 1 0 99 1 2"
    let stat = try #require(ProcessStat(text))
    #expect(stat.name == "postgres: a) (b")
    #expect(stat.parent == 41 && stat.endedChildren == 300)
    #expect(ProcessStat("712 (postgres S 41") == nil)
    #expect(ProcessStat("712 (postgres) S 41 712") == nil)
  }

  @Test(
    "libpq is given the address without the size of the pool",
    arguments: [
      ("postgresql://me@/d", "postgresql://me@/d"),
      ("postgresql://me@/d?pool=4", "postgresql://me@/d"),
      ("postgresql://me@/d?host=%2Ftmp&pool=4&port=1", "postgresql://me@/d?host=%2Ftmp&port=1"),
    ])
  func connection(address: String, wanted: String) {
    #expect(PostgresDatabase.connection(address) == wanted)
  }

  @Test("The transaction of pgbench is the same in one trip and in four")
  func scripts() {
    let plain = PgbenchScript.refresh(first: 300, isPipelined: false).text
    let pipelined = PgbenchScript.refresh(first: 300, isPipelined: true).text
    #expect(plain.contains("|| (300 + :client_id)"))
    #expect(
      pipelined.replacing("\\startpipeline\n", with: "").replacing("\\endpipeline\n", with: "")
        == plain)
    #expect(plain != pipelined)
  }
}
