import Foundation
import Portico
import PorticoLive
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor @Suite("A session for previews and tests of an app", .timeLimit(.minutes(20)))
struct ShownSessionTests {
  private let ada = PorticoSession.User(id: "1", email: "ada@example.org")
  private let orders = URLRequest(url: URL(string: "https://shop.example.com/orders")!)

  @Test("It shows a user, gives a token, and signs out")
  func signedIn() async throws {
    let session = PorticoSession.showing(.signedIn, user: ada, token: "T")
    #expect(session.state == .signedIn && session.user == ada)
    #expect(try await session.accessToken() == "T")
    let signed = try await session.authorize(orders)
    #expect(signed.value(forHTTPHeaderField: "Authorization") == "DPoP T")
    try await session.restore()
    #expect(session.state == .signedIn)
    await #expect(throws: SessionError.offline) { try await session.data(for: orders) }
    try await session.signOut()
    #expect(session.state == .signedOut(cause: "logout") && session.user == nil)
  }

  @Test("An app's own calls are answered by the test")
  func calls() async throws {
    let session = PorticoSession.showing(.signedIn, user: ada, token: "T") { request in
      let response = HTTPURLResponse(
        url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil)
      return (Data("[]".utf8), response!)
    }
    #expect(try await session.data(for: orders).0 == Data("[]".utf8))
  }

  @Test("The other states have no user, and refuse a token as a real session does")
  func others() async throws {
    for (state, error) in [
      (PorticoSession.State.unknown, SessionError.storageUnavailable),
      (.unavailable, .storageUnavailable),
      (.signedOut(cause: "password_changed"), .signedOut(cause: "password_changed")),
    ] {
      let session = PorticoSession.showing(state, user: ada, token: "T")
      #expect(session.state == state && session.user == nil)
      await #expect(throws: error) { try await session.accessToken() }
      await #expect(throws: error) { try await session.authorize(orders) }
    }
  }
}
