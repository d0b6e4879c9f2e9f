import DevelopmentProviders
import Foundation
import IdentityDomain
import IdentityFederation
import Synchronization
import Testing

/// The development providers, and this service as their client, without a socket.
struct DevelopmentHouse: Sendable {
  /// Counts; nothing here has to be secret.
  private final class Counter: RandomBytes {
    private let count = Mutex<UInt64>(0)
    func bytes(_ count: Int) -> [UInt8] {
      let drawn = self.count.withLock { value in
        value += 1
        return value
      }
      return (0..<count).map { UInt8(truncatingIfNeeded: drawn >> (8 * UInt64($0 % 8))) }
    }
  }

  let clock = TestClock()
  let set: DevelopmentProviderSet
  let providers: FederatedProviders
  let request = TestProvider.request

  init(publicURL: String = "http://127.0.0.1:8080", transport: (any ProviderTransport)? = nil)
    throws
  {
    set = try DevelopmentProviderSet(publicURL: publicURL, clock: clock, random: Counter())
    providers = FederatedProviders(
      set.configurations, transport: transport ?? set, clock: clock)
  }

  /// What a browser asks first.
  func query(at name: String) async throws -> String {
    let id = try #require(ProviderID(name))
    let url = try await providers.authorizationURL(at: id, request)
    let parts = url.split(separator: "?", maxSplits: 1)
    #expect(parts[0] == "\(set.base)/\(name)\(Self.path(name))")
    return String(parts[1])
  }

  private static func path(_ name: String) -> String {
    name == "github" ? "/login/oauth/authorize" : "/authorize"
  }

  func ask(at name: String, query: String) async throws -> DevelopmentResponse {
    let request = DevelopmentRequest("GET", Self.path(name), query: query)
    return try #require(await set.answer(request, at: name))
  }

  /// Sends the consent page.
  func decide(at name: String, _ fields: [String: String]) async throws -> DevelopmentResponse {
    let query = try await query(at: name)
    var form = URLComponents()
    form.queryItems = fields.merging(["request": query]) { $1 }
      .map { URLQueryItem(name: $0.key, value: $0.value) }
    let body = (form.percentEncodedQuery ?? "").replacing("+", with: "%2B")
    let request = DevelopmentRequest("POST", Self.path(name), body: Array(body.utf8))
    return try #require(await set.answer(request, at: name))
  }

  /// What the browser brings back.
  func response(at name: String, _ fields: [String: String]) async throws -> ProviderResponse {
    let answer = try await decide(at: name, fields)
    var returned: [String: String] = [:]
    if let location = answer.headers["Location"] {
      for item in URLComponents(string: location)?.queryItems ?? [] {
        returned[item.name] = item.value
      }
    } else {
      let html = String(decoding: answer.body, as: UTF8.self)
      for match in html.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/) {
        returned[String(match.1)] = String(match.2).replacing("&quot;", with: "\"")
          .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
      }
    }
    #expect(returned["state"] == request.state)
    return ProviderResponse(
      code: returned["code"].map { Secret($0) }, issuer: returned["iss"], error: returned["error"],
      user: returned["user"])
  }

  func signIn(at name: String, _ fields: [String: String]) async throws -> ProviderAssertion {
    let id = try #require(ProviderID(name))
    return try await providers.redeem(try await response(at: name, fields), of: request, at: id)
  }
}
