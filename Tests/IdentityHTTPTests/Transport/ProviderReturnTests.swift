import HTTPTypes
import IdentityDomain
import IdentityHTTP
import Synchronization
import Testing

@Suite("Where providers redirect users to")
struct ProviderReturnTests {
  private static let path = "/v1/federation/callback/mail"
  private static let form = "application/x-www-form-urlencoded"

  /// A door, and what reached the domain through it.
  private func door(
    _ answer: FederationReturn = .redirect("app:/return?state=s&code=c")
  ) -> (Door, Heard) {
    let heard = Heard()
    var door = Door()
    door.receive = { provider, fields, caller in
      #expect(provider == "mail" && caller.proof.key == nil)
      heard.add(fields)
      return answer
    }
    return (door, heard)
  }

  @Test("A redirect and a posted form are equivalent, whatever their origin")
  func bothModes() async throws {
    let (door, heard) = door()
    let got = try await door.send(.get, Self.path + "?state=s%2B1&code=a+b&iss=https%3A%2F%2Fp")
    let posted = try await door.send(
      .post, Self.path,
      [.contentType: Self.form, .origin: "https://appleid.apple.com"],
      body: Array("state=s%2B1&code=a+b&iss=https%3A%2F%2Fp".utf8))
    for reply in [got, posted] {
      #expect(reply.status == 303)
      #expect(reply.fields[.location] == "app:/return?state=s&code=c")
      #expect(reply.fields[.setCookie] == nil && reply.body.isEmpty)
      #expect(reply.fields[.referrerPolicy] == "no-referrer")
    }
    #expect(
      heard.all
        == Array(repeating: ["state": "s+1", "code": "a b", "iss": "https://p"], count: 2))
  }

  @Test("A response that belongs to no sign-in is shown on a page, and leads nowhere")
  func pages() async throws {
    for (answer, status) in [(FederationReturn.invalid, 400), (.busy, 200)] {
      let (door, _) = door(answer)
      let reply = try await door.send(
        .get, Self.path + "?state=%3Cscript%3E", [.acceptLanguage: "de"])
      #expect(reply.status == status)
      #expect(reply.fields[.location] == nil)
      #expect(reply.text.contains("lang=\"de\""))
      #expect(reply.text.contains("<bdi>Bücher &amp; Co</bdi>"), "whose page it is")
      #expect(!reply.text.contains("script"), "nothing that came is on the page")
      #expect(reply.text.contains("http-equiv=\"refresh\"") == (answer == .busy))
    }
  }

  @Test(
    "A form of another type, malformed or too long is refused before the domain sees it",
    arguments: [
      ("application/json", "{}"), ("text/plain", "state=s"), (form, "state=%ZZ"),
      (form, "a=b" + String(repeating: "&a=b", count: 20)),
    ])
  func malformed(_ type: String, _ body: String) async throws {
    let (door, heard) = door()
    let reply = try await door.send(
      .post, Self.path, [.contentType: type], body: Array(body.utf8))
    #expect(reply.status == 400)
    let large = try await door.send(
      .post, Self.path, [.contentType: Self.form],
      body: Array(repeating: UInt8(ascii: "a"), count: 70_000))
    #expect(large.status == 413)
    #expect(heard.all.isEmpty)
  }

  @Test("Other methods and deeper paths are not found")
  func routes() async throws {
    let (door, heard) = door()
    #expect(try await door.send(.put, Self.path).status == 405)
    #expect(try await door.send(.get, "/v1/federation/callback").status == 404)
    #expect(try await door.send(.get, Self.path + "/x").status == 404)
    #expect(heard.all.isEmpty)
  }
}

/// What reached the domain.
private final class Heard: Sendable {
  private let fields = Mutex<[[String: String]]>([])
  var all: [[String: String]] { fields.withLock { $0 } }
  func add(_ more: [String: String]) { fields.withLock { $0.append(more) } }
}
