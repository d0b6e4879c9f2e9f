import FlowDefinition
import Testing

@Suite("What an update of the base changes for an extension")
struct BaseComparisonTests {
  private static let path = "flows/own/own.flow.yaml"
  private static let base = "flows/base/base.flow.yaml"
  private static let inner = "flows/inner/inner.flow.yaml"

  private static let own = """
    flow: own
    version: 1
    extends: ../base/base.flow.yaml
    before: {home: question}
    add: {welcome: {elements: [{text: question.heading}]}}

    """ + ExtensionTests.question

  /// What is said once an extension was locked and its files have changed.
  private func changes(
    _ own: String = own, adding more: [String: String] = [:],
    _ change: (inout [String: String]) -> Void
  ) throws -> [String] {
    var files = ExtensionTests.files.merging(more) { $1 }
    files[Self.path] = own
    let read = { (path: String) in files[path].map { Array($0.utf8) } }
    let (locking, diagnostics) = FlowLocking.make(file: Self.path, files: read)
    #expect(diagnostics == [])
    let lock = try #require(locking)
    for copy in lock.copies { files[copy.target] = files[copy.source] }
    files[lock.lockFile] = lock.text
    files[Self.path] = own.replacing("version: 1", with: "version: 2")
    change(&files)
    let known = FlowLock.read(bytes: Array(lock.text.utf8), file: lock.lockFile).lock
    #expect(
      FlowCompiler.compile(file: Self.path, lockUse: .assigning(known), files: read).diagnostics
        == []
    )
    let changes = BaseComparison.changes(of: Self.path, files: read)
    // What locks the new version says the same, before it is the last one that was locked.
    let next = try #require(FlowLocking.make(file: Self.path, files: read).locking)
    #expect(try next.changes(of: Self.path, files: read).suffix(changes.count) == changes)
    return changes
  }

  @Test("Nothing is said where nothing has changed, or only texts and the layout have")
  func unchanged() throws {
    #expect(try changes { _ in } == [])
    let said = try changes { files in
      files[Self.base] = ExtensionTests.base.replacing(
        "home.heading: Home", with: "home.heading: Here"
      )
      .replacing(
        "\"on\": {go: offering, skip: home}",
        with: "# Two ways on.\n    on: {skip: home, go: offering}")
    }
    #expect(said == [])
  }

  @Test(
    "A sub-flow that runs instead is kept with a version, and its state is named when the base changes it"
  )
  func subflow() throws {
    let own = """
      flow: own
      version: 1
      extends: ../base/base.flow.yaml
      flows: {offering: inner.flow.yaml}

      """
    let inner = ["flows/own/inner.flow.yaml": ExtensionTests.ownInner]
    #expect(try changes(own, adding: inner) { _ in } == [])
    let said = try changes(own, adding: inner) { files in
      files[Self.base] = ExtensionTests.base.replacing(
        "flow: ../inner/inner.flow.yaml", with: "restore: here\n    flow: ../inner/inner.flow.yaml")
    }
    #expect(
      said == [
        "since version 1: `offering` of the base has changed: this document runs another flow there"
      ])
  }

  @Test("A state that the extension names is named when it has changed, with what is done to it")
  func places() throws {
    let said = try changes { files in
      files[Self.base] = ExtensionTests.base
        .replacing(
          "{button: again, label: any}", with: "{button: again, label: any, when: not seen}"
        )
        .replacing("{button: skip, label: any}", with: "{button: skip, label: any, when: not seen}")
    }
    #expect(
      said == [
        "since version 1: `home` of the base has changed: `question` comes before it",
        "since version 1: `welcome` of the base has changed: this document adds to it",
      ])
  }

  @Test("So is one that is left out")
  func leftOut() throws {
    let own = Self.own.replacing("add: {welcome", with: "without: {offering: home}\nadd: {welcome")
    let said = try changes(own) { files in
      files[Self.base] = ExtensionTests.base.replacing(
        "outcomes: {done: home}", with: "outcomes: {done: welcome}")
    }
    #expect(
      said == ["since version 1: `offering` of the base has changed: this document leaves it out"])
  }

  @Test("New screens are named, those of a sub-flow with the state that leads to it")
  func newScreens() throws {
    let said = try changes { files in
      files[Self.inner] = ExtensionTests.inner
        .replacing("{ok: end}", with: "{ok: thanks}")
        .replacing(
          "  end: {final: done}",
          with:
            "  thanks: {elements: [{button: ok, label: ok}], on: {ok: end}}\n  end: {final: done}")
    }
    #expect(said == ["since version 1: The base has a new screen, `offering.thanks`"])
  }

  @Test("A screen that was renamed is not new")
  func renamed() throws {
    let said = try changes { files in
      files[Self.base] =
        ExtensionTests.base.replacing("welcome", with: "hello")
        + "\nmigrate: {states: {welcome: hello}}"
      files[Self.path] = files[Self.path]?.replacing("welcome", with: "hello")
    }
    #expect(said.allSatisfy { !$0.contains("new screen") })
  }

  @Test("A document without a base, and one that was not locked, has nothing to compare")
  func nothing() {
    let read = { (path: String) in ExtensionTests.files[path].map { Array($0.utf8) } }
    #expect(BaseComparison.changes(of: Self.base, files: read) == [])
    let unlocked = { (path: String) in
      path == Self.path ? Array(Self.own.utf8) : ExtensionTests.files[path].map { Array($0.utf8) }
    }
    #expect(BaseComparison.changes(of: Self.path, files: unlocked) == [])
  }
}
