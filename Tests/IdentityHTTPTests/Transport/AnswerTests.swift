import HTTPTypes
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import Testing

@Suite struct AnswerTests {
  @Test("Every response has the protective headers, and an id of its own")
  func everyAnswer() async throws {
    let door = Door { $0.origins = [] }
    let calls: [(HTTPRequest.Method, String, HTTPFields)] = [
      (.get, "/v1/user", [:]), (.get, "/none", [:]), (.patch, "/v1/user", [:]),
      (.get, "/health/live", [:]), (.get, "/openapi.yaml", [:]), (.options, "/v1/user", [:]),
      (.post, "/v1/login", [.origin: "null"]), (.get, "/v1/user", [.authorization: "x"]),
      (.get, "/.well-known/jwks.json", [.requestID: "mine"]), (.get, "/metrics", [:]),
    ]
    var ids: Set<String> = []
    for (method, path, fields) in calls {
      let reply = try await door.send(method, path, fields)
      #expect(reply.fields[.xContentTypeOptions] == "nosniff")
      #expect(reply.fields[.referrerPolicy] == "no-referrer")
      #expect(
        reply.fields[.contentSecurityPolicy] == "default-src 'none'; frame-ancestors 'none'")
      #expect(reply.fields[.strictTransportSecurity] == "max-age=63072000")
      #expect(reply.fields[.vary] == "Origin")
      if path != "/.well-known/jwks.json" { #expect(reply.fields[.cacheControl] == "no-store") }
      let id = try #require(reply.fields[.requestID])
      #expect(id.utf8.count == 16)
      #expect(ids.insert(id).inserted)
      if reply.status == 204 {
        #expect(reply.fields[.contentType] == nil)
      } else {
        #expect(reply.fields[.contentLength] == String(reply.body.count))
        #expect(reply.fields[.contentType] != nil)
      }
    }
  }

  @Test("CTR-9: a file is saved under its name, and kept by no cache")
  func file() async throws {
    var door = Door()
    door.answer = { _ in
      APIAnswer(status: 200, body: Array("{}".utf8), fileName: "account-data.json")
    }
    let reply = try await door.send(.get, "/apiversions")
    #expect(reply.fields[.contentDisposition] == #"attachment; filename="account-data.json""#)
    #expect(reply.fields[.cacheControl] == "no-store")
    door.answer = { _ in APIAnswer(status: 200, body: Array("{}".utf8)) }
    #expect(try await door.send(.get, "/apiversions").fields[.contentDisposition] == nil)
  }

  @Test("Without TLS in the public URL, no client is told to use it")
  func withoutTLS() async throws {
    let door = Door { $0.publicURL = WebOrigin("http://127.0.0.1:8080") }
    #expect(try await door.send(.get, "/v1/user").fields[.strictTransportSecurity] == nil)
  }

  @Test("The client's description is bounded and without control characters")
  func client() {
    let plain = ClientHeaders.client("Portico/1.2.3 (iOS 26; en) Engine/7")
    #expect(plain == ClientDescription(name: "Portico", platform: "iOS 26", appVersion: "1.2.3"))
    let none = ClientHeaders.client(nil)
    #expect(none == ClientDescription(name: "", platform: "", appVersion: ""))
    let wild = ClientHeaders.client("A\u{0}\u{202E}b\u{7}/1\u{1B}[2J (\u{200B}x\n;")
    #expect(wild == ClientDescription(name: "Ab", platform: "x", appVersion: "1[2J"))
    let long = ClientHeaders.client(
      String(repeating: "n", count: 999) + "/" + String(repeating: "1", count: 999))
    #expect(long.name.count == 64)
    let heap = ClientHeaders.client("e" + String(repeating: "\u{301}", count: 5_000))
    #expect(heap.name.utf8.count <= 256)
  }

  @Test("Data planted in a call appears in no log line, metric, or response")
  func canaries() async throws {
    let calls: [(HTTPRequest.Method, String)] = [
      (.post, "/v1/login"), (.get, "/v1/user/nodes"), (.delete, "/v1/sessions/CANARY-path"),
      (.get, "/CANARY-unknown"), (.patch, "/v1/sessions/CANARY-method"), (.options, "/v1/user"),
      (.get, "/metrics"), (.get, "/health/live"), (.put, "/v1/sessions/CANARY%zz"),
    ]
    let names: [HTTPField.Name] = [
      .authorization, .dpop, .cookie, .crumb, .idempotencyKey, .userAgent, .acceptLanguage, .origin,
      .forwarded, .forwardedFor, .contentType, .contentEncoding, .requestID, .fetchSite, .referer,
      .accessControlRequestMethod, .expect,
    ]
    let failures: [any Error] = [
      IdentityFailure.unauthorized(nil), IdentityFailure.notFound, Planted(),
    ]
    for failure in failures {
      var door = Door()
      door.answer = { _ in throw failure }
      for (method, path) in calls {
        let sent = path + "?CANARY-name=CANARY-query&x=%zzCANARY"
        for target in [path, path + "?a=CANARY-value", sent] {
          var every = HTTPFields()
          for name in names {
            let value = name == .cookie ? "\(SessionCookie.name)=CANARY" : "CANARY-\(name)"
            every[name] = value
            let reply = try await door.send(
              method, target, [name: value, .contentType: "application/json"],
              body: Array("{\"a\":\"CANARY-body\"}".utf8))
            check(reply)
          }
          check(
            try await door.send(method, target, every, body: Array("CANARY".utf8), host: "CANARY"))
        }
      }
      let metrics = try await door.send(.get, "/metrics", peer: "127.0.0.1").text
      #expect(!metrics.uppercased().contains("CANARY"))
      #expect(door.log.all.count > 400)
      for line in door.log.all { #expect(!line.uppercased().contains("CANARY")) }
    }
  }

  private struct Planted: Error, CustomStringConvertible {
    let value = "CANARY"
    var description: String { value }
  }

  private func check(_ reply: Door.Reply) {
    #expect(!reply.text.uppercased().contains("CANARY"), "\(reply.text)")
    for field in reply.fields {
      #expect(!field.value.uppercased().contains("CANARY"), "\(field)")
    }
  }

  @Test("A call logs one line: id, operation, status, milliseconds")
  func line() async throws {
    let door = Door()
    let reply = try await door.send(.get, "/v1/user?x=1")
    let id = try #require(reply.fields[.requestID])
    #expect(door.log.all.count == 1)
    let line = try #require(door.log.all.first)
    for part in [id, "\"operation\": getUser", "\"status\": 200", "\"milliseconds\": 0.0"] {
      #expect(line.contains(part), "\(line)")
    }
  }
}
