import IdentityAPI
import IdentityTestSupport
import Testing
import Yams

@Suite("The document of the API and the place of a refresh token")
struct OpenAPIRefreshTests {
  @Test(
    "Attack: a body without a refresh token, and without a cookie, is valid by the document",
    arguments: ["refreshSession", "clearSession"])
  func forms(operation: String) async throws {
    let document = try OpenAPIReader()
    let checker = SchemaChecker(document: document)
    let body = try document.component("requestBodies", "Refresh")
    let schema = try #require(body["content"]?["application/json"]?["schema"])
    let forms = try #require(schema["oneOf"]?.sequence)
    for (cookie, title) in [
      (nil, "Without the session cookie"), ("made.0.up.BBBB", "With the session cookie"),
    ] {
      let form = try #require(forms.first { $0["title"]?.string == title })
      for text in ["{}", #"{"refreshtoken":null}"#, #"{"refreshtoken":"made.0.up.AAAA"}"#] {
        let client = Client(Rig())
        client.cookie = cookie
        let refused = await refusal { try await client.call(operation, body: text.utf8) }
        let isForm = refused?.code != .malformed && refused?.code != .ambiguousCredentials
        let value = try #require(try Yams.compose(yaml: text))
        #expect(try checker.accepts(value, form) == isForm, "\(title) \(text)")
        #expect(try checker.accepts(value, schema))
      }
    }
  }
}
