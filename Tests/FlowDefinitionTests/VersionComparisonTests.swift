import FlowDefinition
import FlowMachine
import Testing

@Suite struct VersionComparisonTests {
  private static let old = """
    facts:
      name: {type: text}
      age: {type: number}
      token: {type: secret}
      mood: {type: choice, values: [fine, sad]}
      towns: {type: list, of: {id: text}}
      draft: {type: text, place: memory}
    services: [chat]
    signals: {link: {held: true}, go: {}}
    requests:
      send: {app: send, with: {token: "{token}"}, repeat: keyed, classes: {odd: {status: 409}}, save: {towns: $.towns, token: $.token}, failure: {show: bad}}
    overlays: {bad: {}}
    timers: {pause: {after: 3s}}
    regions: {side: {initial: idle, states: {idle: {after: {1s: busy}}, busy: {after: {1s: idle}}}}}
    initial: a
    screens:
      a:
        enter: [{request: send}, {start: chat}, {startTimer: pause}]
        on: {go: b, link: b}
        always: [{when: pause.elapsed and name is present and age > 3 and mood == sad and draft is present and send.failed(odd), to: b}]
      b:
        timers: {tick: {after: 2s}}
        after: {1s: a}
        always: [{when: tick.elapsed and mood == fine and towns is present, to: a}]
    """

  /// What is lost by a change of the flow.
  private func findings(
    _ changes: [(String, String)], adding more: String = ""
  ) throws -> [VersionComparison.Finding] {
    var files = ["test.flow.yaml": "flow: test\nversion: 1\n" + Self.old]
    func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }
    func lock() throws -> CompiledFlow {
      let (locking, diagnostics) = FlowLocking.make(file: "test.flow.yaml", files: read)
      #expect(diagnostics == [])
      files["test.flow.lock"] = try #require(locking).text
      return try #require(FlowCompiler.compile(file: "test.flow.yaml", files: read).flow)
    }
    let first = try lock()
    var text = Self.old
    for (old, new) in changes {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    files["test.flow.yaml"] = "flow: test\nversion: 2\n\(more)\n" + text
    return try VersionComparison.findings(from: first, to: lock())
  }

  @Test("Nothing is lost where nothing changed, or something was only added")
  func nothing() throws {
    #expect(try findings([]) == [])
    #expect(try findings([("values: [fine, sad]", "values: [odd, sad, fine]")]) == [])
    #expect(
      try findings([
        ("  age: {type: number}", "  age: {type: number}\n  more: {type: flag}"),
        ("age > 3", "age > 3 and more"),
      ]) == [])
  }

  @Test(
    "Everything that is lost is reported by name",
    arguments: [
      (
        [("b:\n", "bee:\n"), ("go: b, link: b", "go: bee, link: bee"), ("to: b}", "to: bee}")],
        "", ["states b"]
      ),
      (
        [("b:\n", "bee:\n"), ("go: b, link: b", "go: bee, link: bee"), ("to: b}", "to: bee}")],
        "migrate: {states: {b: bee}}", []
      ),
      ([("name: {type", "title: {type"), ("name is", "title is")], "", ["facts name"]),
      (
        [("name: {type", "title: {type"), ("name is", "title is")],
        "migrate: {facts: {name: title}}", []
      ),
      ([("name: {type: text}", "name: {type: json}")], "", ["facts name"]),
      ([("name: {type: text}", "name: {type: text, place: memory}")], "", ["facts name"]),
      ([("of: {id: text}", "of: {id: number}")], "", ["facts towns"]),
      ([("token", "key")], "", ["facts token"]),
      ([("fine", "good")], "", ["values mood fine"]),
      ([("fine", "good")], "migrate: {values: {mood: {fine: good}}}", []),
      ([("send", "post")], "", ["requests send"]),
      (
        [("send:", "post:"), ("request: send", "request: post"), ("send.failed", "post.failed")],
        "migrate: {requests: {send: post}}", []
      ),
      ([("app: send", "app: post")], "", ["requests send"]),
      ([("odd", "late")], "", ["classes send odd"]),
      ([("odd", "late")], "migrate: {classes: {send: {odd: late}}}", []),
      ([("tick", "tock")], "", ["timers tick"]), ([("pause", "wait")], "", ["timers pause"]),
      ([("bad", "worse")], "", ["overlays bad"]), ([("chat", "talk")], "", ["services chat"]),
      ([("link", "open")], "", ["signals link"]), ([("busy", "hard")], "", ["states busy"]),
      ([("side", "edge")], "", []),
      ([], "supports: 2", ["states "]),
    ] as [([(String, String)], String, [String])])
  func told(changes: [(String, String)], more: String, names: [String]) throws {
    let found = try findings(changes, adding: more)
    let told = found.map {
      "\($0.name.kind.rawValue) \($0.name.owner.isEmpty ? "" : $0.name.owner + " ")\($0.name.name)"
    }
    #expect(told == names, "\(found)")
    for finding in found {
      #expect(!finding.description.hasSuffix(".") && finding.description.count > 20)
    }
  }

  @Test("A sentence says who loses what, and where they go on")
  func sentences() throws {
    let renamed = [
      ("b:\n", "bee:\n"), ("go: b, link: b", "go: bee, link: bee"), ("to: b}", "to: bee}"),
    ]
    #expect(
      try findings(renamed, adding: "fallback: a").map(\.description) == [
        "The screen `b` is gone, and `migrate` has no replacement for it: users there continue at the fallback `a`"
      ])
    #expect(
      try findings([("age: {type: number}", "age: {type: text}"), ("age > 3", "age is present")])
        .map(\.description) == [
          "The value of `age` is lost: it was of type `number`, and it now is of type `text`"
        ])
  }
}
