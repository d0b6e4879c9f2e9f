import FlowDefinition
import FlowMachine
import FlowVerification
import Statechart
import Testing

/// The compiler refuses a document that would let a secret out, so each wrong flow is made of the
/// tables of a right one, by one change.
@Suite struct SecretCheckTests {
  private static let document = """
    flow: leak
    version: 1
    languages: [en]
    goals: [home]
    origins: ["https://api.example.com"]
    facts:
      name: {type: text}
      password: {type: secret}
    requests:
      login:
        http:
          method: POST
          url: "https://api.example.com/login?as={name}"
          body: {name: "{name}", password: "{password}"}
        repeat: keyed
        save: {name: $.name}
        failure: {show: problem, dismissal: stay, save: {name: $.name}}
    overlays:
      problem: {title: title, elements: [{button: dismiss, label: title}]}
    initial: start
    screens:
      start:
        title: title
        elements:
          - {text: greeting}
          - {field: word, fact: password, kind: password, label: title}
          - {link: help, label: title, url: "https://help.example.com/{name}"}
          - {button: go, label: title, submits: true}
        on:
          go: {do: [{request: login}]}
          help: {do: [{perform: {name: asked, with: {name: "{name}"}}}, {open: "https://open.example.com/{name}"}]}
        always: [{when: login.succeeded, to: home}]
      home: {title: title}
    texts:
      en: {title: Title, greeting: "Hello {name}"}
    """

  /// A template of the tables in which a secret has no business.
  enum Place: Sendable { case text, link, tell, open, url }

  private func tables() throws -> FlowTables {
    let (flow, diagnostics) = FlowCompiler.compile(file: "leak.flow.yaml") {
      $0 == "leak.flow.yaml" ? Array(Self.document.utf8) : nil
    }
    #expect(diagnostics.map(\.description) == [])
    return try #require(flow).tables
  }

  /// The secrets that get out; nothing else is looked for.
  private func leaks(_ tables: FlowTables, origins: [String]) throws -> [Int] {
    let flow = try Flow(decoding: tables.encoded())
    let explorer = try Explorer(
      Domain(flow, conditions: [], declared: [:]), Intentions(goals: []))
    explorer.checkSecrets(origins: origins)
    #expect(explorer.found.allSatisfy { $0.property == .leakedSecret && $0.place == .flow })
    return explorer.found.map(\.subject)
  }

  private func fact(_ name: String, in tables: FlowTables) throws -> FactID {
    let place = tables.facts.firstIndex { tables.blobs[Int($0.name)] == Array(name.utf8) }
    return FactID(try #require(place))
  }

  /// Lets the secret stand where the name stood.
  private func spoil(_ place: Place, of tables: inout FlowTables) throws {
    let (name, secret) = (try fact("name", in: tables), try fact("password", in: tables))
    func range(_ template: TemplateID) -> Range<Int> { tables.templates[Int(template)].indices }
    let candidates: [Range<Int>]
    switch place {
    case .text: candidates = tables.texts.flatMap { $0.forms.filter { $0 != noID }.map(range) }
    case .link: candidates = tables.elements.filter { $0.url != noID }.map { range($0.url) }
    case .tell: candidates = try nested(in: tables.tells.map(\.body), of: tables)
    case .open:
      let chart = try Chart(decoding: tables.chart)
      candidates = (0..<chart.actions.count).map { chart.actions[$0] }.filter {
        $0.kind == .host && Operation(rawValue: $0.a) == .open
      }.map { range($0.b) }
    case .url: candidates = tables.calls.map { range($0.url) }
    }
    let found = candidates.joined().first {
      tables.segments[$0].operand == name
        && [.fact, .percentFact, .jsonFact].contains(tables.segments[$0].kind)
    }
    tables.segments[try #require(found)].operand = secret
  }

  /// The templates of a body's members.
  private func nested(in bodies: [TemplateID], of tables: FlowTables) throws -> [Range<Int>] {
    bodies.flatMap { tables.segments[tables.templates[Int($0)].indices] }
      .filter { $0.kind == .jsonMember }
      .map { tables.templates[Int(tables.headers[Int($0.operand)].value)].indices }
  }

  @Test("A flow that the compiler accepts sends secrets only to listed origins")
  func right() throws {
    #expect(try leaks(tables(), origins: ["https://api.example.com"]) == [])
  }

  @Test(
    "A secret in a text, a link, what the app is told, what is opened or a URL is a leak",
    arguments: [Place.text, .link, .tell, .open, .url])
  func wrong(place: Place) throws {
    var tables = try tables()
    try spoil(place, of: &tables)
    let secret = try fact("password", in: tables)
    #expect(try leaks(tables, origins: ["https://api.example.com"]) == [Int(secret)])
  }

  @Test(
    "A secret in the body of a request is a leak where its origin is not listed",
    arguments: [[], ["https://api.example.org"], ["https://api.example.com.evil.example"]])
  func foreign(origins: [String]) throws {
    let tables = try tables()
    let secret = try fact("password", in: tables)
    #expect(try leaks(tables, origins: origins) == [Int(secret)])
  }

  @Test("A secret in a failed response is a leak")
  func failure() throws {
    var tables = try tables()
    let save = try #require(tables.requests[0].failureSaves.indices.first)
    let secret = try fact("password", in: tables)
    tables.saves[save].fact = secret
    #expect(try leaks(tables, origins: ["https://api.example.com"]) == [Int(secret)])
  }
}
