import FlowDefinition
import FlowMachine
import Testing

/// A flow whose document and lock file lie in memory.
private struct Shelf {
  var files: [String: String] = [:]

  init(_ body: String, version: Int = 1) {
    write(body, version: version)
  }

  mutating func write(_ body: String, version: Int) {
    files["flows/test.flow.yaml"] = "flow: test\nversion: \(version)\n" + body
  }

  func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }

  var diagnostics: [Diagnostic] {
    FlowCompiler.compile(file: "flows/test.flow.yaml", files: read).diagnostics
  }

  /// What `portico lock` does.
  @discardableResult
  mutating func lock(replaces: Bool = false) -> [Diagnostic] {
    let (locking, diagnostics) = FlowLocking.make(
      file: "flows/test.flow.yaml", replaces: replaces, files: read)
    guard let locking else { return diagnostics }
    for copy in locking.copies { files[copy.target] = files[copy.source] }
    files[locking.lockFile] = locking.text
    return []
  }

  var numbers: [LockedName: UInt16] {
    let path = "flows/test.flow.lock"
    return FlowLock.read(bytes: read(path) ?? [], file: path).lock?.numbers ?? [:]
  }

  func state(_ name: String) -> UInt16? { numbers[LockedName(.states, name)] }
}

@Suite struct LockTests {
  private static func flow(_ states: String...) -> String {
    let all = states.enumerated().map { index, name in
      "  \(name): {after: {1s: \(states[(index + 1) % states.count])}}\n"
    }
    return "initial: \(states[0])\nstates:\n" + all.joined()
  }

  @Test(
    "A version keeps all its documents in its own folder, wherever they lie and however the flow is named",
    arguments: [
      ("/", "app/a/b/main.flow.yaml"), ("/app/a/b", "main.flow.yaml"),
      ("/app/a/b", "./main.flow.yaml"), ("/app/a/c", "../b/main.flow.yaml"),
      ("/app/a/b/c/d", "../.././main.flow.yaml"), ("/other", "/app/a/b/main.flow.yaml"),
    ])
  func folders(workingFolder: String, file: String) throws {
    let inner =
      "flow: inner\nversion: 1\noutcomes: [done]\ninitial: i\nstates: {i: {final: done}}\n"
    func main(_ version: Int) -> String {
      "flow: test\nversion: \(version)\ninitial: s\nstates: {s: {flow: ../../shared/inner.flow.yaml, outcomes: {done: t}}, t: {}}\n"
    }
    // By their paths from the root.
    var shelf = [
      "app/a/b/main.flow.yaml": main(1), "app/shared/inner.flow.yaml": inner,
      "app/a/b/shared/inner.flow.yaml": "mine",
    ]
    func place(_ path: String) -> String {
      var parts = path.hasPrefix("/") ? [] : workingFolder.split(separator: "/")
      for part in path.split(separator: "/") where part != "." {
        if part == ".." { parts.removeLast() } else { parts.append(part) }
      }
      return parts.joined(separator: "/")
    }
    func read(_ path: String) -> [UInt8]? { shelf[place(path)].map { Array($0.utf8) } }
    for version in 1...2 {
      shelf["app/a/b/main.flow.yaml"] = main(version)
      let (locking, diagnostics) = FlowLocking.make(file: file, in: workingFolder, files: read)
      let made = try #require(locking, "\(diagnostics)")
      for copy in made.copies { shelf[place(copy.target)] = shelf[place(copy.source)] }
      shelf[place(made.lockFile)] = made.text
    }
    let kept = shelf.keys.filter { $0.contains("/versions/") }.sorted()
    #expect(
      kept
        == [1, 2].flatMap { version in
          ["a/b/main.flow.yaml", "shared/inner.flow.yaml"].map {
            "app/a/b/versions/\(version)/\($0)"
          }
        })
    #expect(shelf["app/a/b/shared/inner.flow.yaml"] == "mine")
    let earlier = EarlierVersion.all(of: file, below: 3, files: read)
    #expect(earlier.diagnostics == [] && earlier.versions.map(\.version) == [2, 1])
  }

  @Test("Without a lock file nothing is asked, and a locked version compiles to the same bytes")
  func first() throws {
    var shelf = Shelf(Self.flow("a", "b"))
    #expect(shelf.diagnostics == [])
    let before = FlowCompiler.compile(file: "flows/test.flow.yaml", files: shelf.read).flow
    #expect(shelf.lock() == [])
    #expect(shelf.diagnostics == [])
    let after = FlowCompiler.compile(file: "flows/test.flow.yaml", files: shelf.read).flow
    #expect(try #require(before).bytes == #require(after).bytes)
    #expect(shelf.files["flows/versions/1/test.flow.yaml"] == shelf.files["flows/test.flow.yaml"])
  }

  @Test(
    "A name keeps its number through reordering, removal and return, and no number is reused"
  )
  func stable() {
    var shelf = Shelf(Self.flow("a", "b", "c"))
    shelf.lock()
    let first = shelf.numbers
    shelf.write(Self.flow("d", "c", "a"), version: 2)
    shelf.lock()
    #expect(first.allSatisfy { shelf.numbers[$0.key] == $0.value })
    #expect(shelf.state("d") == 6)
    #expect(
      shelf.files["flows/test.flow.lock"]?.contains("retired:\n  states:\n    b: 4\n") == true)
    shelf.write(Self.flow("e", "b", "a"), version: 3)
    shelf.lock()
    #expect(first.allSatisfy { shelf.numbers[$0.key] == $0.value })
    #expect(shelf.state("d") == 6 && shelf.state("e") == 7)
    let used = shelf.numbers.filter { $0.key.kind == .states }.map(\.value)
    #expect(Set(used).count == used.count)
  }

  @Test("Another shape under a locked version is refused, by the compiler and by the lock")
  func shape() {
    var shelf = Shelf(Self.flow("a", "b"))
    shelf.lock()
    shelf.write(Self.flow("a", "b", "c"), version: 1)
    #expect(shelf.diagnostics.map(\.code) == [.staleLock])
    #expect(shelf.lock().map(\.code) == [.staleLock])
    #expect(shelf.state("c") == nil)
    shelf.write(Self.flow("a", "b", "c"), version: 2)
    #expect(shelf.diagnostics.map(\.code) == [.staleLock])
    #expect(shelf.lock() == [] && shelf.diagnostics == [])
    shelf.write(Self.flow("a", "b"), version: 1)
    #expect(shelf.lock().map(\.code) == [.staleLock])
  }

  @Test("A version that was never shipped may have another shape")
  func unshipped() {
    var shelf = Shelf(Self.flow("a", "b"))
    shelf.lock()
    shelf.write(Self.flow("a", "c"), version: 1)
    #expect(shelf.lock(replaces: true) == [] && shelf.diagnostics == [])
    #expect(shelf.state("b") == 4 && shelf.state("c") == 5)
  }

  @Test(
    "Transitions, guards and order may change under a locked version, types and nesting may not")
  func free() {
    func body(_ type: String, _ states: String) -> String {
      "facts: {x: {type: \(type)}, y: {type: flag}}\ninitial: a\nstates:\n\(states)"
    }
    let one = "  a: {always: [{when: x is present and y, to: b}]}\n  b: {after: {1s: a}}\n"
    var shelf = Shelf(body("number", one))
    shelf.lock()
    let other = "  b: {after: {2s: a}}\n  a: {always: [{when: x is absent or y, to: b}]}\n"
    shelf.write(body("number", other), version: 1)
    #expect(shelf.diagnostics == [])
    shelf.write(body("text", one), version: 1)
    #expect(shelf.diagnostics.map(\.code) == [.staleLock])
    let nested =
      "  a: {initial: b, states: {b: {after: {1s: b}}}, always: [{when: x is present and y, to: b}]}\n"
    shelf.write(body("number", nested), version: 1)
    #expect(shelf.diagnostics.map(\.code) == [.staleLock])
  }

  @Test("A lock reads back as it was written, whatever the values of a choice are called")
  func roundTrip() {
    let values = ["on", "1", "a: b", "it's", "\"q\"", "é 😀", "true", "# x", "{z}", "a\\\\b", "-"]
    let list = values.map { $0 == "\"q\"" ? "'\"q\"'" : "\"\($0)\"" }.joined(separator: ", ")
    var shelf = Shelf(
      "facts: {x: {type: choice, values: [\(list)]}}\ninitial: a\nstates:\n"
        + "  a: {always: [{when: x is present, to: b}]}\n  b: {after: {1s: a}}\n")
    #expect(shelf.lock() == [])
    #expect(shelf.diagnostics == [])
    let found = shelf.numbers.filter { $0.key.kind == .values }.sorted { $0.value < $1.value }
    #expect(found.map(\.key.name) == values.map { $0 == "a\\\\b" ? "a\\b" : $0 })
    let before = shelf.files
    shelf.lock()
    #expect(shelf.files == before)
  }

  @Test(
    "The names of sub-flows are in the lock of the enclosing flow, and their documents are kept"
  )
  func subflows() throws {
    var shelf = Shelf(
      "initial: sign\nstates:\n  sign: {flow: ../inner/inner.flow.yaml, outcomes: {done: home}}\n"
        + "  home: {after: {1s: sign}}\n")
    shelf.files["inner/inner.flow.yaml"] =
      "flow: inner\nversion: 4\noutcomes: [done]\nfacts: {x: {type: flag}}\ninitial: one\n"
      + "states:\n  one: {after: {1s: two}, always: [{when: x, to: two}]}\n  two: {final: done}\n"
    #expect(shelf.lock() == [])
    #expect(shelf.state("sign.one") != nil)
    #expect(shelf.numbers[LockedName(.facts, "sign.x")] == 1)
    #expect(shelf.numbers[LockedName(.timers, "sign.one.after.1")] != nil)
    #expect(shelf.files["flows/versions/1/inner/inner.flow.yaml"] != nil)
    let own = shelf.files["flows/test.flow.yaml"] ?? ""
    shelf.write(String(own.split(separator: "\n").dropFirst(2).joined(separator: "\n")), version: 2)
    shelf.files["inner/inner.flow.yaml"] = nil
    shelf.files["inner/inner.flow.yaml"] = shelf.files["flows/versions/1/inner/inner.flow.yaml"]?
      .replacing("two", with: "three")
    #expect(shelf.lock() == [])
    let earlier = EarlierVersion.all(
      of: "flows/test.flow.yaml", below: 2, files: shelf.read)
    #expect(earlier.diagnostics == [])
    #expect(earlier.versions.map(\.version) == [1])
    let now = try #require(
      FlowCompiler.compile(file: "flows/test.flow.yaml", files: shelf.read).flow)
    let findings = try VersionComparison.findings(from: earlier.versions[0].flow, to: now)
    #expect(findings.map(\.name) == [LockedName(.states, "sign.two")])
  }

  @Test("An earlier document that was changed afterwards is reported")
  func tampered() {
    var shelf = Shelf(Self.flow("a", "b"))
    shelf.lock()
    shelf.write(Self.flow("a", "c"), version: 2)
    shelf.lock()
    shelf.files["flows/versions/1/test.flow.yaml"] = shelf.files[
      "flows/versions/1/test.flow.yaml"]?.replacing("b", with: "x")
    let earlier = EarlierVersion.all(of: "flows/test.flow.yaml", below: 3, files: shelf.read)
    #expect(earlier.versions.map(\.version) == [])
    #expect(earlier.diagnostics.map(\.code) == [.staleLock])
  }

  @Test("An earlier version is compiled without its texts")
  func texts() throws {
    let body = """
      languages: [en, de]
      facts: {name: {type: text, initial: Ada}}
      initial: a
      screens: {a: {title: hello}}
      texts: {en: texts.en.yaml, de: {hello: "Hallo {name}"}}
      """
    var shelf = Shelf(body)
    shelf.files["flows/texts.en.yaml"] = "hello: Hello {name}\n"
    #expect(shelf.lock() == [])
    shelf.files["flows/texts.en.yaml"] = nil
    let earlier = EarlierVersion.all(of: "flows/test.flow.yaml", below: 2, files: shelf.read)
    #expect(earlier.diagnostics == [])
    let flow = try Flow(decoding: #require(earlier.versions.first).flow.bytes)
    #expect(flow.tables.languages.count == 1)
  }

  @Test("ENT-9: The lock file of the shipped flow knows its version")
  func shipped() throws {
    let path = ShippedFlowTests.onboarding
    let (locking, diagnostics) = FlowLocking.make(file: path, files: ShippedFlowTests.read)
    #expect(diagnostics == [])
    let written = try #require(ShippedFlowTests.read(FlowLock.path(of: path)))
    #expect(locking?.text == String(decoding: written, as: UTF8.self))
    #expect(locking?.added == [])
    for copy in try #require(locking).copies {
      let isSame = ShippedFlowTests.read(copy.source) == ShippedFlowTests.read(copy.target)
      #expect(isSame, "run: portico lock onboarding")
    }
    let version = try #require(locking).version + 1
    let earlier = EarlierVersion.all(of: path, below: version, files: ShippedFlowTests.read)
    #expect(earlier.diagnostics == [] && earlier.versions.count == version - 1)
  }
}
