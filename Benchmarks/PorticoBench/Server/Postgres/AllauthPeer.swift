import Foundation

/// django-allauth on the same database, in a schema of its own (`Benchmarks/Peers/allauth_peer.py`).
struct AllauthPeer {
  let server: ChildServer
  /// A request for the session and the user, of each of its users that are signed in.
  private let requests: [[UInt8]]

  private static let script = "Benchmarks/Peers/allauth_peer.py"

  /// - Parameter python: of an environment that has what the script needs.
  init(python: String, _ database: PostgresDatabase, readers: Int) throws {
    guard FileManager.default.fileExists(atPath: Self.script) else {
      throw LoadFailure(
        "there is no \(Self.script) here; run the bench from the repository's folder")
    }
    let tokens = database.folder + "/tokens"
    server = try ChildServer(
      python,
      [Self.script, "--database", database.connection, "--tokens", tokens]
        + ["--readers", "\(readers)", "--count", "\(ServerBench.people)"],
      environment: ["PATH": "/usr/bin:/bin"], log: database.folder + "/allauth.log")
    requests = try String(contentsOfFile: tokens, encoding: .utf8).split(separator: "\n").map {
      Requests.text(
        "GET", "/_allauth/app/v1/auth/session", [("X-Session-Token", String($0))])
    }
  }

  func rate(seconds: Double, _ database: PostgresDatabase) throws -> Rate {
    try server.rate(
      seconds: seconds, requests.map { RepeatedRequest([$0]) }, database: database.processorTime)
  }
}
