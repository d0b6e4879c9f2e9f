import IdentityDomain

/// One statement with its parameters, on its way to the server.
struct Command {
  let sql: String
  let arguments: [StoredValue]
  /// Whether the statement is kept prepared; not where its text is hardly ever the same.
  var isKept = true
  /// Hears each row.
  var onRow: ((FoundRow) throws -> Void)?

  init(
    _ sql: String, _ arguments: [StoredValue] = [], onRow: ((FoundRow) throws -> Void)? = nil
  ) {
    self.sql = sql
    self.arguments = arguments
    self.onRow = onRow
  }
}

/// What the server answered to a statement that it refused.
struct ServerError: Error {
  /// Five characters: postgresql.org/docs/current/errcodes-appendix.html.
  let code: String
  /// The server's words. They may hold values, so only those of some classes are shown.
  let message: String
}

/// The connection is gone, or could not be made.
struct LostConnection: Error {
  /// One line.
  let reason: String
}
