import Foundation
import Hummingbird
import Logging

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
    let (ports, post) = AsyncStream.makeStream(of: Int.self)
    let server = Application(
      responder: CallbackResponder { (request: Request, _: BasicRequestContext) in
        await exercise.answer(request)
      },
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { post.yield(port) }
        post.finish()
      },
      logger: Logger(label: "exercise") { _ in SwiftLogNoOpLogHandler() })
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask {
        try await server.run()
        return nil
      }
      group.addTask {
        for await port in ports { return try await body("http://127.0.0.1:\(port)", exercise) }
        return nil
      }
      defer { group.cancelAll() }
      while let result = try await group.next() {
        if let result { return result }
      }
      throw CancellationError()
    }
  }

  private func answer(_ request: Request) async -> Response {
    let path = request.uri.path
    calls.append("\(request.method.rawValue) \(path)")
    let left = behaviour.failures[path, default: 0]
    if left > 0 {
      behaviour.failures[path] = left - 1
      return Self.response(.internalServerError, "that went wrong")
    }
    guard request.method == .get else { return Self.response(.methodNotAllowed) }
    switch path {
    case "/rLogin": return Self.response(.ok, "{\"sessionId\":\"\(UUID().uuidString)\"}")
    case "/rFetchExperiments": return Self.response(.ok, "\"\(behaviour.experiment)\"")
    case "/rSubmitSelection": return Self.response(.ok)
    default: return Self.response(.notFound)
    }
  }

  private static func response(_ status: HTTPResponse.Status, _ body: String = "") -> Response {
    Response(status: status, body: .init(byteBuffer: ByteBuffer(string: body)))
  }
}
