/// The rows of `portico-bench server`.
enum ServerRow: String, CaseIterable {
  case start, login, memory, profile
  case boundProfile = "bound-profile"
  case refresh, latency, enumeration
  case postgresProfile = "postgresql-profile"
  case postgresRefresh = "postgresql-refresh"
  case postgresCosts = "postgresql-costs"

  /// Whether it needs a PostgreSQL database instead of the SQLite store.
  var isOnPostgres: Bool {
    switch self {
    case .postgresProfile, .postgresRefresh, .postgresCosts: true
    default: false
    }
  }

  var about: String {
    switch self {
    case .start: "from the start of the process to its first answer, on a migrated store"
    case .login: "password logins, against the same hash alone on as many threads"
    case .memory: "of the server after the logins"
    case .profile: "GET /v1/user with a bare token, against a bare point read by GRDB and by SQLite"
    case .boundProfile: "the same with a device key, each call with a proof of its own"
    case .refresh: "rotating refreshes, against a bare insert that waits for the disk"
    case .latency: "99th percentile of reads at a fixed pace, while logins saturate, against alone"
    case .enumeration: "whether times tell known accounts from unknown ones"
    case .postgresProfile:
      "GET /v1/user with a bare token, against pgbench with one prepared statement that reads the "
        + "same, and against django-allauth (--allauth)"
    case .postgresRefresh: "rotating refreshes, against pgbench with the same writes"
    case .postgresCosts:
      "statements, WAL and waits for locks of a profile, a refresh and a login"
    }
  }
}
