import FlyingFox
import FlyingSocks
import Foundation

/// A server that answers as the public development server of the onboarding exercise does: GET
/// only, JSON strings, an empty body for a selection, failures as 500 with plain text, delays. It
/// knows nothing of idempotency keys.
actor ExerciseServer {
  struct Behaviour: Sendable {
    var experiment = "screenB1"
    /// How many of the first calls of each path fail.
    var failures: [String: Int] = [:]
    /// Milliseconds before an answer.
    var delay: UInt64 = 0
  }

  private var behaviour: Behaviour
  private(set) var calls: [String] = []

  private init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
  }

  /// Serves on a free port of 127.0.0.1 while `body` runs.
  static func run<Result: Sendable>(
    _ behaviour: Behaviour = Behaviour(),
    _ body: @escaping @Sendable (_ url: String, ExerciseServer) async throws -> Result
  ) async throws -> Result {
    let exercise = ExerciseServer(behaviour)
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0))
    await server.appendRoute("*") { await exercise.answer($0) }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask {
        try await server.run()
        return nil
      }
      group.addTask {
        try await server.waitUntilListening()
        guard case .ip4(_, port: let port) = await server.listeningAddress else { return nil }
        return try await body("http://127.0.0.1:\(port)", exercise)
      }
      defer { group.cancelAll() }
      while let result = try await group.next() {
        if let result { return result }
      }
      throw CancellationError()
    }
  }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    calls.append("\(request.method.rawValue) \(request.path)")
    let left = behaviour.failures[request.path, default: 0]
    if left > 0 {
      behaviour.failures[request.path] = left - 1
      return HTTPResponse(statusCode: .internalServerError, body: Data("that went wrong".utf8))
    }
    guard request.method == .GET else { return HTTPResponse(statusCode: .methodNotAllowed) }
    switch request.path {
    case "/rLogin":
      return HTTPResponse(
        statusCode: .ok, body: Data("{\"sessionId\":\"\(UUID().uuidString)\"}".utf8))
    case "/rFetchExperiments":
      return HTTPResponse(statusCode: .ok, body: Data("\"\(behaviour.experiment)\"".utf8))
    case "/rSubmitSelection": return HTTPResponse(statusCode: .ok)
    default: return HTTPResponse(statusCode: .notFound)
    }
  }
}
