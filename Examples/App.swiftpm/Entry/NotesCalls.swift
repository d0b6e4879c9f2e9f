public import Foundation
public import PorticoLive

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The app's own calls to its service, which checks our tokens.
public struct NotesCalls: Sendable {
  private let session: PorticoSession
  private let notes = URL(string: "https://notes.example.com/notes")

  /// - Parameter session: adds the token and a proof to each call.
  public init(_ session: PorticoSession) { self.session = session }

  /// The user's notes as the service stores them; nil if it refuses.
  public func load() async throws(SessionError) -> Data? {
    guard let notes else { return nil }
    let (data, response) = try await session.data(for: URLRequest(url: notes))
    return response.statusCode == 200 ? data : nil
  }
}

/// The same for a networking library with interceptors: `adapt` before each send, `retry` after each response.
public struct NotesInterceptor: Sendable {
  private let session: PorticoSession

  /// - Parameter session: adds the token and a proof to each call.
  public init(_ session: PorticoSession) { self.session = session }

  /// The request to send.
  public func adapt(_ request: URLRequest) async throws -> URLRequest {
    try await session.authorize(request)
  }

  /// The request to send once more, or nil.
  public func retry(
    _ sent: URLRequest, _ response: HTTPURLResponse, tries: Int
  ) async throws -> URLRequest? {
    guard response.statusCode == 401, tries == 1 else { return nil }
    return try await session.authorize(sent, after: sent)
  }
}
