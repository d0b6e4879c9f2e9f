import IdentityAPI
import IdentityDomain
import Testing
import Yams

@Suite("The document of the API and its error codes")
struct OpenAPIErrorTests {
  private let document: OpenAPIReader

  init() throws { document = try OpenAPIReader() }

  @Test("CMP-12: the failure form lists exactly the server's codes, with their numbers")
  func codes() throws {
    let choices = try #require(try document.component("schemas", "Failure")["oneOf"]?.sequence)
    let found = choices.map { choice in
      let fields = choice["properties"]
      let number = fields?["error_code"]?["const"]?.int ?? 0
      return "\(number) \(fields?["code"]?["const"]?.string ?? "")"
    }
    #expect(found == APIErrorRow.all.map { "\($0.code.rawValue) \($0.name)" }.sorted())
  }

  @Test("CMP-12: a code appears with its status, and each appears somewhere")
  func statuses() throws {
    let table = Dictionary(uniqueKeysWithValues: APIErrorRow.all.map { ($0.name, $0.status) })
    // Some may occur with any call; the introduction names them.
    let beginning = try #require(document.root["info"]?["description"]?.string)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var named = Set(
      APIErrorRow.all.filter { beginning.contains("\($0.status) `\($0.name)`") }.map(\.name))
    #expect(named.count == 5)
    for operation in document.operations() + document.operations(ofServer: true) {
      for (status, response) in operation.node["responses"]?.mapping ?? [:] {
        let codes = try document.codes(ofResponse: response)
        for code in codes {
          #expect(table[code].map { String($0) } == status.string, "\(code) of \(operation.name)")
        }
        let isFailure = status.string?.hasPrefix("2") == false
        #expect(codes.isEmpty != isFailure, "\(status.string ?? "") of \(operation.name)")
        named.formUnion(codes)
      }
    }
    #expect(named == Set(table.keys))
  }

  @Test("The failure form of every code is valid by the document, whatever it carries")
  func failures() throws {
    let checker = SchemaChecker(document: document)
    let schema = try document.component("schemas", "Failure")
    for row in APIErrorRow.all {
      for cause in SignOutCause.allCases {
        let full = FailureBody(
          row.code, description: "d", field: "f", retryAt: "2026-01-01T00:00:00Z", triesLeft: 1,
          cause: SignOutCauseName(rawValue: cause.rawValue))
        #expect(try checker.accepts(try json(full), schema))
      }
      #expect(try checker.accepts(try json(FailureBody(row.code, description: "d")), schema))
    }
    var wrong = FailureBody(.malformed, description: "d")
    wrong.errorCode = .busy
    #expect(try !checker.accepts(try json(wrong), schema))
    wrong.errorCode = .malformed
    wrong.cause = SignOutCauseName(rawValue: "network")
    #expect(try !checker.accepts(try json(wrong), schema))
  }

  @Test("ENT-10: the causes of a sign-out are exactly those of the domain")
  func causes() throws {
    #expect(
      try document.component("schemas", "SignOutCause")["enum"]?.texts
        == SignOutCause.allCases.map(\.rawValue))
  }

  @Test("DEC-11: the events that an owner is told of are exactly those of the domain, at most 50")
  func events() throws {
    #expect(
      try document.component("schemas", "SecurityEventKind")["enum"]?.texts
        == OwnEventKind.allCases.map(\.rawValue))
    #expect(
      try document.component("schemas", "SecurityEvents")["properties"]?["events"]?["maxItems"]?.int
        == SecurityRules.ownEvents)
    #expect(
      try document.component("schemas", "IdentifierChange")["properties"]?["changed"]?["items"]?[
        "enum"]?.texts == IdentifierChange.Part.allCases.map(\.rawValue))
    #expect(Set(SecurityEvent.Kind.allCases.compactMap(\.told)) == Set(OwnEventKind.allCases))
  }
}
