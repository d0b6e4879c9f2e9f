import DevelopmentProviders
import Foundation
import IdentityDomain
import IdentityFederation
import Testing

/// FED-12, and the attacks of RFC 9700 that a provider has to refuse.
@Suite("Development providers")
struct DevelopmentFlowTests {
  private static let names = ["openid", "google", "apple", "github"]

  @Test("A user signs in at each of them, and is the same user the next time", arguments: names)
  func signIn(name: String) async throws {
    let house = try DevelopmentHouse()
    let first = try await house.signIn(at: name, ["person": "0", "decision": "allow"])
    let second = try await house.signIn(at: name, ["person": "0", "decision": "allow"])
    let other = try await house.signIn(at: name, ["person": "1", "decision": "allow"])
    #expect(first.subject == second.subject && first.subject != other.subject)
    #expect(first.subject.issuer == "http://127.0.0.1:8080/dev/providers/\(name)")
    #expect(first.name == "Ada Lovelace" && first.saysEmailIsVerified)
    #expect(first.email?.text.hasPrefix("ada.lovelace@") == true)
    // Apple tells a name once, and vouches for each address.
    #expect(second.name == (name == "apple" ? nil : "Ada Lovelace"))
    let unverified = try await house.signIn(at: name, ["person": "2", "decision": "allow"])
    #expect(unverified.saysEmailIsVerified == (name == "apple"))
    // A restart knows the same people, by new keys.
    let restarted = try DevelopmentHouse()
    let third = try await restarted.signIn(at: name, ["person": "0", "decision": "allow"])
    #expect(third.subject == first.subject)
  }

  @Test("Any identity can be typed in", arguments: names)
  func typed(name: String) async throws {
    let house = try DevelopmentHouse()
    let fields = [
      "person": "other", "email": "Zo.e@example.com", "name": "Zoë <b>&\"", "decision": "allow",
    ]
    let typed = try await house.signIn(at: name, fields)
    #expect(typed.email?.text == "zo.e@example.com" && typed.name == "Zoë <b>&\"")
    #expect(typed.saysEmailIsVerified == (name == "apple"))
    let page = try await house.decide(at: name, ["person": "other", "decision": "allow"])
    #expect(page.status == 400 && String(decoding: page.body, as: UTF8.self).contains("alert"))
  }

  @Test("Denying and cancelling come back as errors of their own", arguments: names)
  func refused(name: String) async throws {
    let house = try DevelopmentHouse()
    await #expect(throws: ProviderFailure.refused) {
      try await house.signIn(at: name, ["person": "0", "decision": "deny"])
    }
    let failure: ProviderFailure = name == "apple" ? .cancelled : .refused
    await #expect(throws: failure) {
      try await house.signIn(at: name, ["person": "0", "decision": "cancel"])
    }
  }

  @Test("Attack: a code that was injected from another sign-in is refused by its verifier")
  func injection() async throws {
    for name in Self.names {
      let house = try DevelopmentHouse()
      let id = try #require(ProviderID(name))
      let victim = try await house.response(at: name, ["person": "0", "decision": "allow"])
      let attacker = AuthorizationParameters(
        state: "other", nonce: "other",
        verifier: Secret(String(repeating: "v", count: 43)))
      await #expect(throws: ProviderFailure.failed) {
        try await house.providers.redeem(victim, of: attacker, at: id)
      }
      // And it is spent.
      await #expect(throws: ProviderFailure.failed) {
        try await house.providers.redeem(victim, of: house.request, at: id)
      }
    }
  }

  @Test("A code is good once, and for a minute", arguments: names)
  func codes(name: String) async throws {
    let house = try DevelopmentHouse()
    let id = try #require(ProviderID(name))
    let fields = ["person": "0", "decision": "allow"]
    let response = try await house.response(at: name, fields)
    _ = try await house.providers.redeem(response, of: house.request, at: id)
    await #expect(throws: ProviderFailure.failed) {
      try await house.providers.redeem(response, of: house.request, at: id)
    }
    let late = try await house.response(at: name, fields)
    house.clock.advance(.seconds(60))
    await #expect(throws: ProviderFailure.failed) {
      try await house.providers.redeem(late, of: house.request, at: id)
    }
  }

  @Test(
    "Attack: a request with another client, redirect or challenge leads nowhere", arguments: names)
  func requests(name: String) async throws {
    let house = try DevelopmentHouse()
    let query = try await house.query(at: name)
    func answer(_ from: String, _ to: String) async throws -> DevelopmentResponse {
      #expect(query.contains(from))
      return try await house.ask(at: name, query: query.replacing(from, with: to))
    }
    #expect(try await answer("&state", "&state").status == 200)
    for (from, to) in [
      ("dev.portico.web", "evil"), ("callback%2F", "callback%2F..%2Fx"),
      ("redirect_uri=http%3A%2F%2F127.0.0.1", "redirect_uri=http%3A%2F%2Fevil.example"),
      ("&state=", "&state=a&state="),
    ] {
      let page = try await answer(from, to)
      #expect(page.status == 400 && page.headers["Location"] == nil, "\(to)")
    }
    for (from, to) in [
      ("code_challenge_method=S256", "code_challenge_method=plain"),
      ("code_challenge=", "code_challenge=a"), ("code_challenge_method=S256", "a=b"),
      ("response_type=code", "response_type=token"),
    ] {
      let answer = try await answer(from, to)
      let shown = (answer.headers["Location"] ?? "") + String(decoding: answer.body, as: UTF8.self)
      #expect(shown.contains("error") && !shown.contains("name=\"decision\""), "\(to)")
    }
  }

  @Test("The page is plain HTML: no script, no foreign origin, each field with its label")
  func pages() async throws {
    for name in Self.names {
      let house = try DevelopmentHouse()
      let query = try await house.query(at: name)
      let page = try await house.ask(at: name, query: query)
      let html = String(decoding: page.body, as: UTF8.self)
      #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
      let policy = try #require(page.headers["Content-Security-Policy"])
      #expect(policy.hasPrefix("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"))
      #expect(policy.hasSuffix("form-action 'self' http://127.0.0.1:8080"))
      #expect(
        !html.contains("<script") && !html.contains("https://") && html.contains("lang=\"en\""))
      for decision in ["allow", "deny"] + (name == "apple" ? ["cancel"] : []) {
        #expect(html.contains("name=\"decision\" value=\"\(decision)\""))
      }
      // A query is somebody else's text.
      let hostile = try await house.ask(at: name, query: query + "&x=\"><script>alert(1)</script>")
      #expect(!String(decoding: hostile.body, as: UTF8.self).contains("<script"))
    }
  }

  @Test("Apple's page posts back, and an address can be hidden behind a relay address")
  func formPost() async throws {
    let house = try DevelopmentHouse()
    let page = try await house.decide(at: "apple", ["person": "0", "decision": "allow"])
    let html = String(decoding: page.body, as: UTF8.self)
    let action = "http://127.0.0.1:8080/v1/federation/callback/apple"
    #expect(html.contains("<form method=\"post\" action=\"\(action)\">"))
    let fields = ["person": "1", "hide_email": "on", "decision": "allow"]
    let hidden = try await house.signIn(at: "apple", fields)
    #expect(hidden.email?.text.hasSuffix("@privaterelay.appleid.com") == true)
    #expect(hidden.name == "Grace Hopper" && hidden.saysEmailIsVerified)
  }

  @Test("Attack: a client that does not present its secret gets nothing")
  func secrets() async throws {
    for (name, path) in [
      ("openid", "/token"), ("google", "/token"), ("apple", "/token"),
      ("github", "/login/oauth/access_token"),
    ] {
      let house = try DevelopmentHouse()
      let response = try await house.response(at: name, ["person": "0", "decision": "allow"])
      let form =
        "grant_type=authorization_code&client_id=dev.portico.web&client_secret=guess"
        + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fv1%2Ffederation%2Fcallback%2F\(name)"
        + "&code=\(response.code?.exposed ?? "")&code_verifier=\(TestProvider.verifier)"
      let request = DevelopmentRequest("POST", path, body: Array(form.utf8))
      let answer = try #require(await house.set.answer(request, at: name))
      #expect(String(decoding: answer.body, as: UTF8.self).contains("client"))
      #expect(!String(decoding: answer.body, as: UTF8.self).contains("access_token"))
    }
  }

  @Test("Native sheets issue tokens that this service accepts", arguments: ["openid", "google"])
  func native(name: String) async throws {
    let house = try DevelopmentHouse()
    let person = DevelopmentPerson(name: "Ada", email: "ada@example.com")
    let id = try #require(ProviderID(name))
    let sheet = try #require(await house.set.nativeSheet(person, at: name, nonce: "n-1"))
    let assertion = try await house.providers.check(
      Secret(sheet.idToken), nonce: "n-1", code: nil, name: nil, at: id)
    #expect(assertion.email?.text == "ada@example.com")
    await #expect(throws: ProviderFailure.wrongNonce) {
      try await house.providers.check(
        Secret(sheet.idToken), nonce: "n-2", code: nil, name: nil, at: id)
    }
  }

  @Test("Unknown paths, methods and providers are not found")
  func unknown() async throws {
    let house = try DevelopmentHouse()
    #expect(await house.set.answer(DevelopmentRequest("GET", "/"), at: "nobody") == nil)
    for name in Self.names {
      for (method, path) in [("GET", "/"), ("DELETE", "/token"), ("GET", "/../token"), ("PUT", "")]
      {
        let answer = await house.set.answer(DevelopmentRequest(method, path), at: name)
        #expect(answer?.status == 404)
      }
    }
  }
}
