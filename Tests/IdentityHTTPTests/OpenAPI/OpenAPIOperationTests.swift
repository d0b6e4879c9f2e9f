import IdentityAPI
import IdentityHTTP
import Testing
import Yams

/// What the document must say about one operation.
private struct Expected: Hashable, CustomStringConvertible {
  let name: String
  let method: String
  let path: String

  var description: String { "\(method) \(path) (\(name))" }
}

@Suite("The document of the API and its table of operations")
struct OpenAPIOperationTests {
  private let document: OpenAPIReader

  init() throws { document = try OpenAPIReader() }

  @Test("Exactly the operations of the table are there, under their names and aliases")
  func operations() {
    var wanted = Set<Expected>()
    for row in APIOperation.all {
      let method = row.method.rawValue.lowercased()
      wanted.insert(Expected(name: row.name, method: method, path: row.path))
      if let alias = row.alias {
        wanted.insert(Expected(name: row.name + "2", method: method, path: alias))
      }
    }
    let found = document.operations().map {
      Expected(name: $0.name, method: $0.method, path: $0.path)
    }
    #expect(Set(found) == wanted)
    #expect(found.count == wanted.count)
  }

  @Test("Outside the table there are only the server's own pages")
  func server() {
    #expect(
      Set(document.operations(ofServer: true).map { "\($0.method) \($0.path)" }) == [
        "get /health/live", "get /health/ready", "get /metrics", "get /openapi.yaml",
        "get /.well-known/jwks.json", "get /.well-known/apple-app-site-association",
        "get /.well-known/assetlinks.json", "get /.well-known/webauthn",
      ])
  }

  @Test("An operation's success and authentication are those of the table")
  func successAndAuthentication() throws {
    let table = Dictionary(uniqueKeysWithValues: APIOperation.all.map { ($0.name, $0) })
    for operation in document.operations() {
      let row = try #require(table[operation.name] ?? table[String(operation.name.dropLast())])
      let successes = operation.node["responses"]?.names.filter { $0.hasPrefix("2") }
      #expect(successes == [String(row.success)], "\(operation.name)")
      #expect(
        try authentication(of: operation) == row.authentication, "\(operation.name)")
    }
  }

  @Test("State-changing operations take an idempotency key, and with a session the crumb")
  func parameters() throws {
    let table = Dictionary(uniqueKeysWithValues: APIOperation.all.map { ($0.name, $0) })
    for operation in document.operations() {
      let row = try #require(table[operation.name] ?? table[String(operation.name.dropLast())])
      let names = try (operation.node["parameters"]?.sequence ?? []).map {
        try document.resolved($0)["name"]?.string ?? ""
      }
      #expect(names.contains("Idempotency-Key") == row.changesState, "\(operation.name)")
      let mayBeCookies = row.authentication == .accessToken || row.authentication == .refreshToken
      #expect(
        names.contains("Portico-Crumb") == (row.changesState && mayBeCookies),
        "\(operation.name)")
      let inPath = row.path.split(separator: "{").dropFirst().map {
        String($0.prefix { $0 != "}" })
      }
      #expect(inPath.allSatisfy(names.contains), "\(operation.name)")
    }
  }

  @Test("An alias equals its operation, except for name and summary")
  func aliases() throws {
    let operations = Dictionary(
      uniqueKeysWithValues: document.operations().map { ($0.name, $0.node) })
    for row in APIOperation.all where row.alias != nil {
      let original = try #require(operations[row.name])
      let alias = try #require(operations[row.name + "2"])
      for key in ["tags", "security", "parameters", "requestBody", "responses"] {
        #expect(original[key] == alias[key], "\(key) of \(row.name)2")
      }
    }
  }

  @Test("Every reference resolves, and every component is used")
  func references() throws {
    let text = String(decoding: OpenAPIDocument.bytes, as: UTF8.self)
    var used = Set<String>()
    for piece in text.components(separatedByQuote: "\"") where piece.hasPrefix("#/") {
      _ = try document.target(piece)
      used.insert(piece)
    }
    for kind in ["parameters", "requestBodies", "headers", "responses", "schemas"] {
      for name in try document.target("#/components/\(kind)").names {
        #expect(used.contains("#/components/\(kind)/\(name)"), "\(kind)/\(name) is not used")
      }
    }
  }

  private func authentication(
    of operation: OpenAPIReader.Operation
  ) throws -> APIOperation.Authentication {
    guard let security = operation.node["security"]?.sequence else { return .accessToken }
    if security.contains(where: { $0["sessionCookie"] != nil }) { return .refreshToken }
    let body = try operation.node["requestBody"].map { try document.resolved($0) }
    let schema = body?["content"]?["application/json"]?["schema"]
    let ofChallenge = [
      "Verification", "FederationReturn", "FederationCode", "FederationToken", "NativeReturn",
      "SecondStep", "SecondStepToken",
    ].map { "#/components/schemas/\($0)" }
    let reference = schema?["$ref"]?.string ?? ""
    return ofChallenge.contains(reference) ? .verificationToken : .none
  }
}

extension String {
  fileprivate func components(separatedByQuote quote: Character) -> [String] {
    split(separator: quote, omittingEmptySubsequences: false).map(String.init)
  }
}
