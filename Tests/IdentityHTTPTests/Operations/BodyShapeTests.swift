import Foundation
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import TestSupport
import Testing

@Suite("Invalid bodies")
struct BodyShapeTests {
  /// Each operation that reads a body, with a signed-in client.
  private func withEachOperation(
    _ work: (Client, String) async throws -> Void
  ) async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "staple battery")
    let client = Client(rig)
    try await client.signIn("ann@example.com", "staple battery")
    _ = await rig.store.writes()
    for name in Form.all.map(\.operation) {
      try await work(client, name)
      #expect(await rig.store.writes() == [], "\(name)")
    }
  }

  @Test("A body that is not a JSON object in UTF-8 is refused before anything is done")
  func noObject() async throws {
    let texts = [
      "null", "true", "1", "\"text\"", "[]", "[{}]", " ", "\n", "{", "}", "{}}", "{}{}", "{} x",
      #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{,}", "{a:1}", "{'a':1}", #"{"a":1 "b":2}"#,
      #"{"a":"}"#, #"{"a":"\"#, #"{"a":"\u12"}"#, #"{"a":"\x"}"#, "// comment\n{}", "\u{FEFF}{}",
      #"{"a":01}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":+1}"#, #"{"a":1e}"#, #"{"a":-}"#,
      #"{"a":tru}"#, #"{"a":nulll}"#, #"{"a":NaN}"#, #"{"a":[1,]}"#, #"{"a":[1}"#, "{\"a\":\"\t\"}",
      "user_name=ann&password=x", "<xml/>",
    ]
    var bodies = texts.map { Array($0.utf8) }
    for encoding: String.Encoding in [.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32] {
      bodies.append(Array(try #require(#"{"user_name":"ann"}"#.data(using: encoding))))
    }
    bodies += [[0], [0xFF, 0xFE], Array("{}".utf8) + [0], Array("{\"a\":\"".utf8) + [0xC0, 0x80]]
    try await withEachOperation { client, name in
      for body in bodies {
        let refused = await refusal { try await client.call(name, body: body) }
        #expect(refused == Refusal(.malformed), "\(name): \(body)")
      }
    }
  }

  @Test("Hostile nesting is refused at once, and slight nesting in an unknown field is accepted")
  func nesting() async throws {
    let deep = [
      String(repeating: "[", count: 60_000), String(repeating: #"{"a":"#, count: 12_000),
      #"{"user_name":"# + String(repeating: "[", count: 60_000),
      #"{"a":"# + String(repeating: "[", count: 16) + String(repeating: "]", count: 16) + "}",
    ]
    try await withEachOperation { client, name in
      for text in deep {
        let refused = await refusal { try await client.call(name, body: text.utf8) }
        #expect(refused == Refusal(.malformed))
      }
    }
    let fine = String(repeating: "[", count: 15) + String(repeating: "]", count: 15)
    let more =
      #""b":{"platform":1,"a":2,"a":-0.5e+3},"c":"\u00e9\/\n","d":[true,false,null,{},1E9]"#
    let body = #" {"platform" : "ios","app_version":"1","a":\#(fine),\#(more)}"# + "\r\n\t "
    #expect(try await Client(Rig()).call("launch", body: body.utf8).status == 200)
  }

  @Test("A duplicate member is refused with its name, even in another spelling")
  func twice() async throws {
    for (more, field) in [
      (#""platform":"ios""#, "platform"), (#""platform":null"#, "platform"),
      (#""pl\u0061tform":"ios""#, "platform"), (#""x":1,"x":1"#, nil),
    ] {
      let body = #"{"platform":"ios","app_version":"1",\#(more)}"#
      let refused = await refusal { try await Client(Rig()).call("launch", body: body.utf8) }
      #expect(refused == Refusal(.malformed, field: field), "\(body)")
    }
    // A text that looks like a member is not one.
    let body = #"{"platform":"\",\"platform\":\"ios","app_version":"platform"}"#
    #expect(try await Client(Rig()).call("launch", body: body.utf8).status == 200)
  }

  @Test("Nearly valid bodies never cause a fault")
  func nearlyRight() async throws {
    var random = SeededGenerator(announcing: "BodyShapeTests.nearlyRight", seed: 11)
    for form in Form.all {
      let rig = Rig(seed: random.next())
      let client = try await form.client(rig)
      let body = Array(form.json().utf8)
      for _ in 0..<60 {
        let changed = random.chance(50) ? random.flipped(body) : random.spliced(body)
        let outcome = await refusal { try await client.call(form.operation, body: changed) }
        #expect(outcome?.fault == nil, "\(form.operation): \(changed)")
        if let code = outcome?.code { #expect(code.row != nil) }
      }
    }
  }
}
