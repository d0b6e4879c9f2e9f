import Foundation
import IdentityClient
import Portico
import PorticoLive
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session as an app's own code uses it, against servers that a test writes.
@MainActor @Suite("The session of an app", .timeLimit(.minutes(20)))
struct PorticoSessionTests {
  let bench = Bench()
  let sent = SentRequests()

  /// Signed in with the tokens of number 1.
  private func signedIn() async throws -> PorticoSession {
    bench.answer { _ in .tokens(1) }
    let ports = bench.ports
    let host = ClientHost(bench.settings, folder: "") { _ in (ports, isNew: false) }
    let session = PorticoSession(host, "en", sent.transport)
    let client = bench.client()
    await client.wake()
    _ = await client.perform("login", parameters: Array(#"{"user_name":"a"}"#.utf8))
    try await session.restore()
    return session
  }

  private let orders = URLRequest(url: URL(string: "https://shop.example.com/orders?page=2#top")!)

  @Test("The session reports who is signed in, and every change in order")
  func state() async throws {
    let session = try await signedIn()
    #expect(session.state == .signedIn)
    var changes = session.changes.makeAsyncIterator()
    #expect(await changes.next() == .signedIn)
    bench.answer { _ in .json("{}") }
    try await session.signOut()
    #expect(session.state == .signedOut(cause: "logout"))
    #expect(session.user == nil)
    #expect(await changes.next() == .signedOut(cause: "logout"))
    await #expect(throws: SessionError.signedOut(cause: "logout")) {
      try await session.accessToken()
    }
  }

  @Test("Lock: a session of an earlier launch is locked, and the cover's sign-out ends both")
  func lockedHome() async throws {
    let session = try await signedIn()
    let lock = HomeLock(session, reason: "") { _ in .cancelled }
    lock.enterForeground()
    while lock.check == nil { await Task.yield() }
    await lock.check?.value
    #expect(lock.cover == .locked(isAsking: false))
    bench.answer { _ in .json("{}") }
    #expect(await lock.signOut())
    #expect(session.state == .signedOut(cause: "logout"))
    while lock.cover != .none { await Task.yield() }
  }

  @Test("A request gets the token and a proof for its method and address, without query")
  func authorize() async throws {
    let session = try await signedIn()
    var request = orders
    request.httpMethod = "POST"
    let signed = try await session.authorize(request)
    #expect(signed.value(forHTTPHeaderField: "Authorization") == "DPoP A1")
    let proof = sent.proof(of: signed)
    #expect(proof["htm"] == "POST")
    #expect(proof["htu"] == "https://shop.example.com/orders")
    #expect(proof["ath"]?.count == 43)
    let again = try await session.authorize(request)
    #expect(sent.proof(of: again)["jti"] != proof["jti"])
  }

  @Test(
    "Tokens do not go to addresses without encryption",
    arguments: ["http://shop.example.com/", "ftp://shop.example.com/", "https://a:b@example.com/"])
  func insecure(address: String) async throws {
    let session = try await signedIn()
    let request = URLRequest(url: try #require(URL(string: address)))
    await #expect(throws: SessionError.insecureAddress) { try await session.authorize(request) }
    #expect(sent.all.isEmpty)
  }

  @Test("ACC-7: sixteen calls with an expired token wait for one renewal")
  func oneRenewal() async throws {
    let session = try await signedIn()
    bench.advance(steady: 700_000, wall: 700_000)
    bench.answer { _ in .tokens(2) }
    let before = bench.requests.withLock { $0.count }
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try await session.accessToken() } }
      var tokens: Set<String> = []
      for try await token in group { tokens.insert(token) }
      return tokens
    }
    #expect(tokens == ["A2"])
    #expect(bench.requests.withLock { $0.count } == before + 1)
  }

  @Test(
    "After 401 the token is renewed once and the call repeated once; a second 401 is the answer")
  func repeats() async throws {
    let session = try await signedIn()
    bench.answer { _ in .tokens(2) }
    sent.answer { $0.value(forHTTPHeaderField: "Authorization") == "DPoP A1" ? 401 : 200 }
    #expect(try await session.data(for: orders).1.statusCode == 200)
    #expect(
      sent.all.map { $0.value(forHTTPHeaderField: "Authorization") } == ["DPoP A1", "DPoP A2"])
    bench.answer { _ in .tokens(3) }
    sent.answer { _ in 401 }
    #expect(try await session.data(for: orders).1.statusCode == 401)
    #expect(sent.all.count == 4)
    #expect(session.state == .signedIn)
  }

  @Test("A service that supplies a nonce gets it in the next proof (RFC 9449 section 9)")
  func nonce() async throws {
    let session = try await signedIn()
    let proof = sent.proof
    sent.answer(nonce: "n1") { proof($0)["nonce"] == "n1" ? 200 : 401 }
    #expect(try await session.data(for: orders).1.statusCode == 200)
    #expect(sent.all.count == 2)
    #expect(try await session.data(for: orders).1.statusCode == 200)
    #expect(sent.all.count == 3)
    #expect(bench.requests.withLock { $0.count } == 1)
  }

  @Test("Without network the session says so, and signs nobody out")
  func offline() async throws {
    let session = try await signedIn()
    bench.advance(steady: 700_000, wall: 700_000)
    bench.answer { _ in .notSent }
    await #expect(throws: SessionError.offline) { try await session.data(for: orders) }
    bench.answer { _ in .lost }
    await #expect(throws: SessionError.connectionLost) { try await session.accessToken() }
    #expect(session.state == .signedIn)
    bench.answer { _ in .tokens(2) }
    sent.fail(URLError(.notConnectedToInternet))
    await #expect(throws: SessionError.offline) { try await session.data(for: orders) }
    sent.fail(URLError(.timedOut))
    await #expect(throws: SessionError.timedOut) { try await session.data(for: orders) }
  }

  @Test("CMP-4: locked storage is not taken for a sign-out")
  func locked() async throws {
    let host = ClientHost(bench.settings, folder: "") { _ throws(SecureStoreFailure) in
      throw .locked
    }
    let session = PorticoSession(host, "en", sent.transport)
    await #expect(throws: SessionError.storageUnavailable) { try await session.accessToken() }
    #expect(session.state == .unavailable)
  }

  @Test(
    "A text that is not an id token describes no user",
    arguments: ["", "a.b", "a.b.c", "a.e30.c", "a.eyJzdWIiOjF9.c", "a.eyJzdWIiOiIifQ.c", "a.!!.c"])
  func badIdentity(token: String) {
    #expect(PorticoSession.User(idToken: Array(token.utf8)) == nil)
  }

  @Test("An id token names the account and its confirmed address")
  func identity() throws {
    let payload = Data(#"{"sub":"u1","email":"ada@example.org"}"#.utf8).base64EncodedString()
    let user = try #require(PorticoSession.User(idToken: Array("h.\(payload).s".utf8)))
    #expect(user.id == "u1")
    #expect(user.email == "ada@example.org")
    #expect(user.phoneNumber == nil)
  }
}

/// What an app's own calls sent.
final class SentRequests: Sendable {
  private let state = Mutex<[URLRequest]>([])
  private let status = Mutex<@Sendable (URLRequest) -> Int>({ _ in 200 })
  private let nonce = Mutex<String?>(nil)
  private let failure = Mutex<URLError?>(nil)

  var all: [URLRequest] { state.withLock { $0 } }

  func answer(nonce: String? = nil, _ status: @escaping @Sendable (URLRequest) -> Int) {
    self.status.withLock { $0 = status }
    self.nonce.withLock { $0 = nonce }
  }

  func fail(_ error: URLError) { failure.withLock { $0 = error } }

  var transport: PorticoSession.Transport {
    { [self] request in
      if let error = failure.withLock({ $0 }) { throw error }
      state.withLock { $0.append(request) }
      var fields: [String: String] = [:]
      if let nonce = nonce.withLock({ $0 }) {
        fields = ["DPoP-Nonce": nonce, "WWW-Authenticate": #"DPoP error="use_dpop_nonce""#]
      }
      let status = status.withLock { $0 }(request)
      guard let url = request.url,
        let response = HTTPURLResponse(
          url: url, statusCode: status, httpVersion: nil, headerFields: fields)
      else { throw URLError(.badURL) }
      return (Data(), response)
    }
  }

  /// The payload of a request's proof.
  @Sendable func proof(of request: URLRequest) -> [String: String] {
    ClientRequest(
      method: "", url: "", headers: [("DPoP", request.value(forHTTPHeaderField: "DPoP") ?? "..")],
      body: [], timeout: 0
    ).proof
  }

  var proof: @Sendable (URLRequest) -> [String: String] { { [self] in proof(of: $0) } }
}
