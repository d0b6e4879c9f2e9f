import GRDB
import IdentityDelivery
import ServerCommands

/// What there is on a server, counted in its own store and in its inbox.
struct Census: Equatable {
  var accounts = 0
  /// Of people, open or not.
  var sessions = 0
  /// Of them, those that were ended.
  var signOuts = 0
  var pushEndpoints = 0
  var selections = 0
  /// Messages with a code or a temporary password.
  var codes = 0

  init() {}

  init(_ server: LocalServer) throws {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: server.storeFile, configuration: configuration)
    defer { try? queue.close() }
    self = try queue.read { database in
      func count(_ rows: String) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(rows)") ?? 0
      }
      var census = Census()
      census.accounts = try count("account")
      census.sessions = try count("session WHERE account IS NOT NULL")
      census.signOuts = try count(
        "sign_out JOIN session ON session.id = sign_out.session WHERE session.account IS NOT NULL")
      census.pushEndpoints = try count("push")
      census.selections = try count("selection")
      return census
    }
    codes = server.messages.filter { $0.code != nil }.count
  }

  static func - (more: Census, less: Census) -> Census {
    var rest = Census()
    for path in all {
      rest[keyPath: path.path] = more[keyPath: path.path] - less[keyPath: path.path]
    }
    return rest
  }

  static var all: [(name: String, path: WritableKeyPath<Census, Int>)] {
    [
      ("accounts", \.accounts), ("sessions", \.sessions), ("sign-outs", \.signOuts),
      ("push endpoints", \.pushEndpoints), ("selections", \.selections), ("codes", \.codes),
    ]
  }
}
