import CPostgres
import Glibc

/// Where a database is, as an operator writes it: a connection string of libpq that begins with
/// `postgres:` or `postgresql:`, with `pool=` of our own.
///
/// It holds no password: a command line is seen by all users of the machine, and settings are copied.
package struct PostgresAddress: Hashable, Sendable {
  /// What is wrong with the text, and what to write instead.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// So many connections at once, which is so many calls at once.
  package static let standardPool = 8
  package static let poolRange = 1...256

  /// What libpq is given.
  package let parameters: [String: String]
  package let pool: Int
  /// What a person would call it.
  package let place: String
  /// What was given of it, as PostgreSQL's own tools take it for `--dbname`, in quotes for the shell.
  package let connectionString: String

  private static let example = "postgres://USER@HOST:PORT/DATABASE"

  package init(_ text: String) throws(Refusal) {
    guard !text.utf8.contains(0) else {
      throw Refusal(description: "the address holds a NUL; write \(Self.example)")
    }
    if Self.holdsPassword(text) {
      throw Refusal(
        description:
          "the address holds a password, which others can read there; put it into a file of "
          + "mode 0600 that PGPASSFILE or passfile= names (postgresql.org/docs/current/libpq-pgpass.html), "
          + "or into PGPASSWORD")
    }
    let (rest, pool) = try Self.withoutPool(text)
    self.pool = pool
    var found = try Self.parse(rest)
    guard let name = found["dbname"], !name.isEmpty else {
      throw Refusal(description: "the address names no database; write \(Self.example)")
    }
    if found["password"] != nil {
      throw Refusal(
        description: "the address holds a password; put it into PGPASSFILE or PGPASSWORD")
    }
    let hosts = (found["host"] ?? found["hostaddr"] ?? "").split(
      separator: ",", omittingEmptySubsequences: false)
    let ports = (found["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
    guard ports.count <= 1 || ports.count == hosts.count else {
      throw Refusal(description: "the address names \(hosts.count) hosts and \(ports.count) ports")
    }
    for port in ports where !port.isEmpty {
      guard let number = Int(port), (1...65_535).contains(number) else {
        throw Refusal(description: "'\(port)' is not a port; write a number from 1 to 65535")
      }
    }
    let named = hosts.enumerated().map { place, host in
      let port = ports.count > place ? ports[place] : ports.first ?? ""
      return host + (port.isEmpty ? "" : ":\(port)")
    }
    let user = found["user"].map { $0 + "@" } ?? ""
    self.place = "postgres://\(user)\(named.joined(separator: ","))/\(name)"
    connectionString = Self.connectionString(found)
    // Whoever waits for a dead host is told in seconds.
    let standard = [
      "connect_timeout": "5", "keepalives_idle": "10", "keepalives_interval": "5",
      "keepalives_count": "3", "tcp_user_timeout": "15000", "application_name": "portico",
    ]
    found.merge(standard) { own, _ in own }
    if hosts.count > 1, found["target_session_attrs"] == nil {
      found["target_session_attrs"] = "read-write"
    }
    found["client_encoding"] = "UTF8"
    parameters = found
  }

  private static func connectionString(_ parameters: [String: String]) -> String {
    let first = ["host", "hostaddr", "port", "user", "dbname"]
    let others = parameters.keys.filter { !first.contains($0) }.sorted()
    let words = (first + others).compactMap { key in
      parameters[key].map { "\(key)=\(quoted($0))" }
    }
    let text = words.joined(separator: " ").split(separator: "'", omittingEmptySubsequences: false)
    return "'" + text.joined(separator: #"'\''"#) + "'"
  }

  /// As libpq reads a value: in quotes where it is more than a word.
  private static func quoted(_ value: String) -> String {
    guard value.isEmpty || value.contains(where: { #" '\"#.contains($0) }) else { return value }
    let escaped = value.map { #"'\"#.contains($0) ? #"\\#($0)"# : String($0) }
    return "'" + escaped.joined() + "'"
  }

  /// `USER:PASSWORD@`, also where the password is empty, and `password=`.
  private static func holdsPassword(_ text: String) -> Bool {
    guard let start = text.firstRange(of: "://")?.upperBound else { return false }
    let rest = text[start...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    if let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") { return true }
    let query = rest.drop { $0 != "?" }.dropFirst()
    return query.split(separator: "&").contains { $0.hasPrefix("password=") }
  }

  private static func withoutPool(_ text: String) throws(Refusal) -> (String, Int) {
    guard let mark = text.firstIndex(of: "?") else { return (text, standardPool) }
    var kept: [Substring] = []
    var pool = standardPool
    for part in text[text.index(after: mark)...].split(separator: "&") {
      guard part.hasPrefix("pool=") else {
        kept.append(part)
        continue
      }
      guard let number = Int(part.dropFirst(5)), poolRange.contains(number) else {
        throw Refusal(
          description: "\(part) is not a number of connections; write pool=N with N from "
            + "\(poolRange.lowerBound) to \(poolRange.upperBound)")
      }
      pool = number
    }
    let query = kept.joined(separator: "&")
    return (String(text[..<mark]) + (query.isEmpty ? "" : "?" + query), pool)
  }

  private static func parse(_ text: String) throws(Refusal) -> [String: String] {
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(text, &message)
    defer {
      PQconninfoFree(options)
      PQfreemem(message)
    }
    guard var option = options else {
      throw Refusal(
        description: "the address cannot be read (\(Connection.line(message))); write \(example)")
    }
    var found: [String: String] = [:]
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { found[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    return found
  }
}
