import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Operations and their functions")
struct OperationTableTests {
  @Test("Each operation of the API has its function, and each function its operation")
  func complete() {
    let names = IdentityOperations.names
    #expect(names.count == Set(names).count)
    #expect(Set(names) == Set(APIOperation.all.map(\.name)))
  }

  @Test("Without an access token, an operation that needs one is refused before its body is read")
  func missingSession() async throws {
    let rig = Rig()
    let client = Client(rig)
    for operation in APIOperation.all where operation.authentication == .accessToken {
      await #expect(throws: IdentityFailure.unauthorized(nil), "\(operation.name)") {
        try await client.call(operation.name, query: ["request": "true"], path: ["id": "x"])
      }
    }
    #expect(await rig.store.takeJournal().filter { !$0.hasPrefix("test") }.isEmpty)
  }

  @Test("A caller without a session can get the versions of the API")
  func versions() async throws {
    let reply = try await Client(Rig()).call("apiVersions")
    #expect(reply.status == 200 && reply.body == #"{"supported_versions":["v1"]}"#)
  }
}
