import FlowDefinition
import FlowMachine
import FlowVerification
import Testing

@Suite("Updates from earlier versions")
struct UpdateTests {
  @Test("A flow whose version alone was raised goes on from every snapshot", arguments: documents)
  func unchanged(document: String) throws {
    #expect(try Self.findings(document, document) == [])
  }

  @Test("CMP-4: an update while secure storage is locked does not erase a session")
  func locked() throws {
    func after(_ guardOfErasure: String) -> String {
      """
      flow: waiting
      languages: [en]
      facts: {token: {type: secret}}
      session: token
      requests: {login: {app: login, repeat: safe, save: {token: $.t}}}
      initial: start
      migrate: {states: {home: hall}}
      screens:
        start:
          elements: [{heading: a}, {button: go}, {text: c, when: login.failed}]
          on: {go: {do: [{request: login}]}}
          always: [{when: login.succeeded, to: hall}]
        hall:
          enter: [{clear: user, when: \(guardOfErasure)}]
          protected: true
          elements: [{heading: b}, {button: on}]
          on: {on: end}
          always: [{when: token is absent, to: start}]
        end: {final: true, elements: [{heading: d}]}
      texts: {en: {a: A, b: B, c: C, d: D, start.go: Go, hall.on: On}}
      """
    }
    let before = after("token is absent").replacing("hall", with: "home")
      .replacing("migrate: {states: {home: home}}", with: "")
    #expect(try Self.findings(before, after("not token is present")) == [.erasedSession])
    #expect(try Self.findings(before, after("token is absent")) == [])
  }

  /// What is found at an update from one document to another.
  static func findings(_ before: String, _ after: String) throws -> [Property] {
    let path = "flows/test.flow.yaml"
    var files = [path: "version: 1\n" + before]
    func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }
    func lock() throws {
      let (locking, diagnostics) = FlowLocking.make(file: path, replaces: false, files: read)
      let made = try #require(locking, "\(diagnostics)")
      for copy in made.copies { files[copy.target] = files[copy.source] }
      files[made.lockFile] = made.text
    }
    try lock()
    files[path] = "version: 2\n" + after
    try lock()
    let outcome = FlowCompiler.compileForVerification(file: path, files: read)
    let compiled = try #require(outcome.flow, "\(outcome.diagnostics)")
    let earlier = EarlierVersion.all(of: path, below: 2, files: read)
    #expect(earlier.diagnostics == [])
    let result = try Verification.run(
      Flow(decoding: compiled.bytes), try #require(outcome.plan), earlier: earlier.versions)
    #expect(result.isComplete && !result.versions.isEmpty)
    return result.findings.map(\.property)
  }

  @Test("A running request whose call is gone is given up, and what waits for it is stranded")
  func gone() throws {
    let before = Self.documents[0]
    let after = before.replacing("app: r", with: "app: other")
    #expect(try Self.findings(before, after).contains(.strandedSnapshot))
  }

  @Test(
    "A renamed request that sends a secret is given up: what it has sealed is not found under its new name"
  )
  func renamed() throws {
    let before = Self.documents[1]
    let after =
      before.replacing("signIn", with: "enter") + "\nmigrate: {requests: {signIn: enter}}"
    #expect(try Self.findings(before, after).contains(.strandedSnapshot))
    // One that sends none goes on.
    let plain = Self.documents[0]
    #expect(
      try Self.findings(
        plain,
        plain.replacing("r: {app", with: "q: {app").replacing("request: r", with: "request: q")
          .replacing("r.settled", with: "q.settled") + "\nmigrate: {requests: {r: q}}") == [])
  }

  /// Each waits where nothing but the end of a request leads on.
  private static let documents = [
    """
    flow: waiting
    goals: [b]
    requests: {r: {app: r, repeat: safe}}
    initial: a
    screens:
      a: {enter: [{request: r}], always: [{when: r.settled, to: b}]}
      b: {final: true}
    """,
    """
    flow: waiting
    languages: [en]
    goals: [b]
    facts: {code: {type: secret}}
    requests: {signIn: {app: login, with: {code: "{code}"}, repeat: keyed}}
    initial: a
    screens:
      a:
        elements: [{field: code, fact: code, kind: password, label: t}, {button: go, label: t, enabled: code is present}]
        on: {go: asking}
      asking: {enter: [{request: signIn}], always: [{when: signIn.settled, to: b}]}
      b: {final: true}
    texts: {en: {t: T}}
    """,
    """
    flow: waiting
    goals: [b]
    facts: {isFirst: {type: flag, place: preferences}}
    requests:
      r:
        repeat: safe
        variants:
          - {when: isFirst, http: {method: GET, url: "https://example.com/first"}}
          - {http: {method: POST, url: "https://example.com/other"}}
    initial: a
    screens:
      a: {enter: [{request: r}], always: [{when: r.settled, to: b, do: [{set: {isFirst: true}}]}]}
      b: {final: true}
    """,
  ]
}
