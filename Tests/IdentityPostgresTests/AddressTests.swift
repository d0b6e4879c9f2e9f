import IdentityPostgres
import Testing

@Suite("A database address is parsed, or refused with what to write instead")
struct AddressTests {
  @Test(
    "An address is shown as a person would write it, without its parameters",
    arguments: [
      ("postgres://ann@db.example:5433/portico", "postgres://ann@db.example:5433/portico"),
      ("postgresql://db/portico?sslmode=verify-full", "postgres://db/portico"),
      ("postgres://ann@a:1,b:2/portico", "postgres://ann@a:1,b:2/portico"),
      ("postgres:///portico?host=/run/postgresql&pool=3", "postgres:///run/postgresql/portico"),
    ])
  func place(text: String, place: String) throws {
    let address = try PostgresAddress(text)
    #expect(address.place == place)
    #expect(address.pool == (text.contains("pool=3") ? 3 : PostgresAddress.standardPool))
  }

  @Test(
    "PostgreSQL's own tools are given the same host, user and database",
    arguments: [
      (
        "postgres://ann@db:5433/portico?sslmode=verify-full&pool=3",
        "'host=db port=5433 user=ann dbname=portico sslmode=verify-full'"
      ),
      ("postgres:///portico?host=/run/postgresql", "'host=/run/postgresql dbname=portico'"),
      (
        "postgres://ann@db/two%20words",
        #"'host=db user=ann dbname='\''two words'\'''"#
      ),
    ])
  func tools(text: String, expected: String) throws {
    #expect(try PostgresAddress(text).connectionString == expected)
  }

  @Test("The parameters for libpq limit waits to seconds, and find the primary among several hosts")
  func parameters() throws {
    let one = try PostgresAddress("postgres://ann@a/p?sslmode=verify-full&connect_timeout=9")
    #expect(one.parameters["sslmode"] == "verify-full")
    #expect(one.parameters["connect_timeout"] == "9")
    #expect(one.parameters["tcp_user_timeout"] == "15000")
    #expect(one.parameters["target_session_attrs"] == nil)
    #expect(one.parameters["client_encoding"] == "UTF8")
    let several = try PostgresAddress("postgres://ann@a,b/p")
    #expect(several.parameters["target_session_attrs"] == "read-write")
    let chosen = try PostgresAddress("postgres://ann@a,b/p?target_session_attrs=primary")
    #expect(chosen.parameters["target_session_attrs"] == "primary")
  }

  @Test(
    "An invalid address is refused in one line",
    arguments: [
      ("postgres://", "names no database"),
      ("postgres://ann@a", "names no database"),
      ("postgres://ann@a:99999/p", "'99999' is not a port"),
      ("postgres://ann@a:x/p", "'x' is not a port"),
      ("postgres:///p?host=a,b&port=1,2,3", "2 hosts and 3 ports"),
      ("postgres://ann@a/p?ssl_mode=verify-full", "cannot be read"),
      ("postgres://ann@[::1/p", "cannot be read"),
      ("postgres://ann@a/p?pool=0", "pool=N"),
      ("postgres://ann@a/p?pool=many", "pool=N"),
      ("postgres:portico", "cannot be read"),
      ("postgres://ann@a/p\u{0}", "NUL"),
    ])
  func refused(text: String, fragment: String) throws {
    let refusal = try #require(throws: PostgresAddress.Refusal.self) {
      try PostgresAddress(text)
    }
    #expect(refusal.description.contains(fragment), "\(refusal)")
    #expect(!refusal.description.contains("\n"))
  }

  @Test(
    "A password in an address is refused and not repeated, wherever it is",
    arguments: [
      "postgres://ann:s3cret@a/p", "postgres://ann:s3cret@a", "postgres://ann:s3cret@a:x/p",
      "postgres://a/p?password=s3cret", "postgres://a/p?sslmode=x&password=s3cret",
      "postgres://ann:s3cret@a/p?nonsense=1", "postgres://a/p?passw%6Frd=s3cret",
    ])
  func password(text: String) throws {
    let refusal = try #require(throws: PostgresAddress.Refusal.self) {
      try PostgresAddress(text)
    }
    #expect(refusal.description.contains("PGPASSFILE"), "\(refusal)")
    #expect(!refusal.description.contains("s3cret"))
  }
}
