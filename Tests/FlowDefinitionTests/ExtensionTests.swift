import FlowDefinition
import FlowMachine
import Statechart
import Testing

/// A flow that says only what is different from another one.
@Suite struct ExtensionTests {
  static let base = """
    flow: base
    version: 3
    languages: [en]
    outcomes: [completed]
    goals: [home]
    facts:
      seen: {type: flag}
    requests:
      load: {operation: getProfile, repeat: safe}
    initial: welcome
    states:
      offering:
        flow: ../inner/inner.flow.yaml
        outcomes: {done: home}
    screens:
      welcome:
        elements: [{heading: welcome.heading}, {button: go, label: any}, {button: skip, label: any}]
        "on": {go: offering, skip: home}
      home:
        final: completed
        enter: [{request: load}]
        elements:
          - {heading: home.heading}
          - {text: any, when: load.failed}
          - {button: again, label: any}
          - {button: restart, label: any, when: seen}
        "on":
          again: home
          restart: {to: welcome, do: [{set: {seen: true}}]}
    texts:
      en: {any: Any, welcome.heading: Welcome, home.heading: Home}
    """

  static let inner = """
    flow: inner
    version: 1
    languages: [en]
    outcomes: [done]
    initial: offer
    screens:
      offer:
        elements: [{heading: offer.heading}, {button: ok, label: ok}]
        "on": {ok: end}
      end: {final: done}
    texts:
      en: {offer.heading: An offer, ok: OK}
    """

  static let question = """
    screens:
      question:
        elements: [{heading: question.heading}, {button: next, label: any}]
        "on": {next: home}
    texts:
      en: {question.heading: A question}
    """

  static let files = [
    "flows/base/base.flow.yaml": base, "flows/inner/inner.flow.yaml": inner,
    "shipped:Flows/base/base.flow.yaml": base, "shipped:Flows/inner/inner.flow.yaml": inner,
  ]

  /// An extension beside the base, compiled.
  static func compile(
    _ body: String, extends path: String = "../base/base.flow.yaml",
    adding files: [String: String] = [:], language: String? = nil
  ) -> (flow: CompiledFlow?, diagnostics: [Diagnostic]) {
    let own = "flow: own\nversion: 1\nextends: \(path)\n" + body
    let all = Self.files.merging(files) { $1 }.merging(["flows/own/own.flow.yaml": own]) { $1 }
    return FlowCompiler.compile(file: "flows/own/own.flow.yaml", language: language) {
      all[$0].map { Array($0.utf8) }
    }
  }

  /// The names that a state's transitions lead to.
  static func targets(_ state: String, of compiled: CompiledFlow) throws -> [String] {
    let flow = try Flow(decoding: compiled.bytes)
    let names = compiled.tables.stateNames.map {
      String(decoding: compiled.tables.blobs[Int($0)], as: UTF8.self)
    }
    let index = try #require(names.firstIndex(of: state))
    return flow.chart.states[index].transitions.indices.flatMap { row in
      flow.chart.transitions[row].targets.indices.map { names[Int(flow.chart.targets[$0])] }
    }
  }

  static func text(_ key: String, _ body: String) throws -> [String] {
    let (flow, diagnostics) = compile(body)
    #expect(diagnostics == [])
    return try #require(flow).tables.blobs.map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.contains(key) }
  }

  // MARK: States

  @Test(
    "What led to a state leads to the new screen before it, which itself defines what comes next")
  func before() throws {
    let (flow, diagnostics) = Self.compile("before: {home: question}\n" + Self.question)
    #expect(diagnostics == [])
    let compiled = try #require(flow)
    #expect(try Self.targets("welcome", of: compiled) == ["offering", "question"])
    #expect(try Self.targets("offering", of: compiled) == ["question"])
    #expect(try Self.targets("question", of: compiled) == ["home"])
    // What happens at the place itself stays there.
    #expect(try Self.targets("home", of: compiled).first == "home")
  }

  @Test("A new first screen stands before the one with which the base begins")
  func first() throws {
    let (flow, diagnostics) = Self.compile(
      "before: {welcome: question}\n" + Self.question.replacing("next: home", with: "next: welcome")
    )
    #expect(diagnostics == [])
    let names = try #require(flow).names.filter { $0.kind == .states }.map(\.name)
    #expect(names.contains("question"))
    #expect(try Self.targets("home", of: #require(flow)).contains("question"))
  }

  @Test("What replaces an omitted part may be omitted too, in any order, but not in a cycle")
  func chained() throws {
    let longer = Self.base.replacing(
      "states:\n", with: "states:\n  between: {always: [{to: home}]}\n"
    ).replacing(
      "outcomes: {done: home}", with: "outcomes: {done: between}")
    let files = ["flows/base/base.flow.yaml": longer]
    for order in ["between: home, offering: between", "offering: between, between: home"] {
      let (flow, diagnostics) = Self.compile("without: {\(order)}\n", adding: files)
      #expect(diagnostics == [])
      #expect(try Self.targets("welcome", of: #require(flow)) == ["home", "home"])
    }
    for circle in ["between: offering, offering: between", "offering: offering"] {
      let diagnostics = Self.compile("without: {\(circle)}\n", adding: files).diagnostics
      #expect(Set(diagnostics.map(\.code)) == [.misplacedKey])
      #expect(diagnostics.first?.problem.contains("Nothing takes the place") == true)
    }
  }

  @Test("A part that a guard of the base refers to cannot be omitted")
  func askedFor() throws {
    let asking = Self.base.replacing(
      "load.failed}", with: "load.failed and not in(offering.offer)}")
    let diagnostics = Self.compile(
      "without: {offering: home}\n", adding: ["flows/base/base.flow.yaml": asking]
    ).diagnostics
    #expect(diagnostics.map(\.code) == [.misplacedKey])
    #expect(
      diagnostics.first?.problem.contains("line 24 of `flows/base/base.flow.yaml` refers to it")
        == true)
    #expect(
      diagnostics.first?.position == Position(file: "flows/own/own.flow.yaml", line: 4, column: 11))
  }

  @Test("An omitted part is gone from the flow, and what led to it leads to its replacement")
  func without() throws {
    let (flow, diagnostics) = Self.compile("without: {offering: home}\n")
    #expect(diagnostics == [])
    let compiled = try #require(flow)
    #expect(try Self.targets("welcome", of: compiled) == ["home", "home"])
    #expect(!compiled.names.contains { $0.name.hasPrefix("offering") })
  }

  @Test("What skips an omitted part comes to the new screen before the next one")
  func both() throws {
    let (flow, diagnostics) = Self.compile(
      "without: {offering: home}\nbefore: {home: question}\n" + Self.question)
    #expect(diagnostics == [])
    #expect(try Self.targets("welcome", of: #require(flow)) == ["question", "question"])
  }

  @Test("An extension can be extended again")
  func twice() throws {
    let middle =
      "flow: middle\nversion: 1\nextends: ../base/base.flow.yaml\nbefore: {home: question}\n"
      + Self.question
    let (flow, diagnostics) = Self.compile(
      """
      before: {question: notice}
      screens:
        notice:
          elements: [{heading: notice.heading}, {button: next, label: any}]
          "on": {next: question}
      texts: {en: {notice.heading: A notice, question.heading: Another question}}
      """, extends: "../middle/middle.flow.yaml",
      adding: ["flows/middle/middle.flow.yaml": middle])
    #expect(diagnostics == [])
    let compiled = try #require(flow)
    #expect(try Self.targets("welcome", of: compiled) == ["offering", "notice"])
    #expect(try Self.targets("notice", of: compiled) == ["question"])
    let blobs = compiled.tables.blobs.map { String(decoding: $0, as: UTF8.self) }
    #expect(blobs.contains("Another question") && !blobs.contains("A question"))
  }

  @Test("A screen of the base gets a button, at a chosen place, that leads to a new screen")
  func add() throws {
    let body = """
      add:
        home:
          elements: [{button: ask, style: plain, label: any}]
          place: again
          enter: [{set: {answer: true}}]
          on: {ask: question}
      facts: {answer: {type: flag}}

      """
    let (flow, diagnostics) = Self.compile(
      body + Self.question.replacing("next: home", with: "next: welcome"))
    #expect(diagnostics == [])
    let compiled = try #require(flow)
    #expect(try Self.targets("home", of: compiled).contains("question"))
    let ids = compiled.tables.elements.compactMap { row in
      row.kind == .button
        ? String(decoding: compiled.tables.blobs[Int(row.id)], as: UTF8.self) : nil
    }
    #expect(try #require(ids.firstIndex(of: "ask")) + 1 == ids.firstIndex(of: "again"))
  }

  // MARK: Texts

  @Test("A text replaces one of the base, or of its sub-flow")
  func texts() throws {
    let body = "texts:\n  en: {home.heading: Our home, offering.offer.heading: Our offer}\n"
    #expect(try Self.text("home", body).contains("Our home"))
    #expect(try Self.text("offer", body).contains("Our offer"))
    #expect(try !Self.text("offer", body).contains("An offer"))
  }

  @Test("A text for a sub-flow applies to all its uses, and a text for one use takes precedence")
  func textsByName() throws {
    let body =
      "texts:\n  en: {offering.offer.heading: This offer, inner.offer.heading: Any offer}\n"
    #expect(try Self.text("offer", body).contains("This offer"))
    #expect(try !Self.text("offer", body).contains("Any offer"))
    let all = "texts:\n  en: {inner.offer.heading: Any offer}\n"
    #expect(try Self.text("offer", all).contains("Any offer"))
  }

  @Test("A new language needs every text, those of the sub-flows too")
  func languages() throws {
    let body = """
      languages: [de]
      texts:
        de: {any: Ja, welcome.heading: Hallo, home.heading: Start, offering.ok: Gut}
      """
    let problems = Self.compile(body).diagnostics
    #expect(problems.map(\.code) == [.missingText])
    #expect(problems.first?.problem.contains("`offering.offer.heading`") == true)
    #expect(
      problems.first?.position == Position(file: "flows/own/own.flow.yaml", line: 4, column: 13))
    let none = Self.compile(body.replacing(", offering.ok: Gut", with: "")).diagnostics
    #expect(none.map(\.code) == [.missingText, .missingText])
    #expect(
      none.map {
        $0.problem.contains("`offering.offer.heading`") || $0.problem.contains("`offering.ok`")
      }
        == [true, true])
    let whole = body.replacing(
      "offering.ok: Gut", with: "offering.ok: Gut, offering.offer.heading: Da")
    #expect(Self.compile(whole).diagnostics == [])
    let german = Self.compile(whole, language: "de").flow
    #expect(try #require(german).tables.languages.count == 1)
  }

  @Test("A language of the base can be left out: then nothing needs a text in it")
  func fewerLanguages() throws {
    let base = Self.base.replacing("[en]", with: "[en, de]")
      .replacing(
        "home.heading: Home}",
        with: "home.heading: Home}\n  de: {any: Ja, welcome.heading: Hallo, home.heading: Start}")
    let inner = Self.inner.replacing("[en]", with: "[en, de]")
      .replacing("ok: OK}", with: "ok: OK}\n  de: {offer.heading: Da, ok: Gut}")
    let files = ["flows/base/base.flow.yaml": base, "flows/inner/inner.flow.yaml": inner]
    let body = "before: {home: question}\n" + Self.question
    #expect(
      Self.compile(body, adding: files).diagnostics.map(\.problem)
        == ["The text `question.heading` is missing from `de`"])
    let fewer = Self.compile("withoutLanguages: [de]\n" + body, adding: files)
    #expect(fewer.diagnostics == [])
    #expect(try Self.languages(of: fewer.flow) == ["en"])
    // What is left decides which language is the fallback.
    let german =
      "withoutLanguages: [en]\nlanguages: [fr]\ntexts:\n"
      + "  fr: {any: Oui, welcome.heading: Salut, home.heading: Ici, "
      + "offering.ok: Bien, offering.offer.heading: Une offre}\n"
    let other = Self.compile(german, adding: files)
    #expect(other.diagnostics == [])
    #expect(try Self.languages(of: other.flow) == ["de", "fr"])
  }

  private static func languages(of compiled: CompiledFlow?) throws -> [String] {
    let tables = try #require(compiled).tables
    return tables.languages.map { String(decoding: tables.blobs[Int($0)], as: UTF8.self) }
  }

  static let ownInner = """
    flow: ownInner
    version: 1
    extends: ../inner/inner.flow.yaml
    before: {end: asked}
    screens:
      asked:
        elements: [{heading: asked.heading}, {button: go, label: ok}]
        "on": {go: end}
    texts: {en: {asked.heading: A question within}}
    """

  @Test("A sub-flow of the base can be extended as well: its state runs the extension")
  func subflow() throws {
    let files = ["flows/own/inner.flow.yaml": Self.ownInner]
    let (flow, diagnostics) = Self.compile(
      "flows: {offering: inner.flow.yaml}\ntexts: {en: {offering.asked.heading: Our question}}\n",
      adding: files)
    #expect(diagnostics == [])
    let compiled = try #require(flow)
    #expect(try Self.targets("offering.offer", of: compiled) == ["offering.asked"])
    #expect(try Self.targets("offering.asked", of: compiled) == ["offering.end"])
    #expect(try Self.targets("welcome", of: compiled) == ["offering", "home"])
    let texts = compiled.tables.blobs.map { String(decoding: $0, as: UTF8.self) }
    #expect(texts.contains("Our question") && !texts.contains("A question within"))
    // What it cannot end with is no sub-flow for this state.
    let other = Self.ownInner.replacing("before: {end: asked}", with: "without: {end: asked}")
      .replacing("\"on\": {go: end}", with: "final: gone")
    let found = Self.compile(
      "flows: {offering: inner.flow.yaml}\n", adding: ["flows/own/inner.flow.yaml": other])
    #expect(!found.diagnostics.isEmpty)
  }

  // MARK: A shipped base

  @Test(
    "A base is named as it is shipped, and a version keeps a copy that it is compiled from later")
  func shipped() throws {
    var files = Self.files.filter { $0.key.hasPrefix("shipped:") }
    files["app/own.flow.yaml"] =
      "flow: own\nversion: 1\nextends: base\nbefore: {home: question}\n" + Self.question
    let (locking, diagnostics) = FlowLocking.make(file: "app/own.flow.yaml") { path in
      files[path].map { Array($0.utf8) }
    }
    #expect(diagnostics == [])
    let copies = try #require(locking).copies
    #expect(
      Set(copies.map(\.target)) == [
        "app/versions/1/own.flow.yaml", "app/versions/1/shipped/base/base.flow.yaml",
        "app/versions/1/shipped/inner/inner.flow.yaml",
      ])
    for copy in copies { files[copy.target] = files[copy.source] }
    files[try #require(locking).lockFile] = locking?.text
    // A later program has another base.
    files["shipped:Flows/base/base.flow.yaml"] = Self.base.replacing("home", with: "start")
    let earlier = EarlierVersion.all(of: "app/own.flow.yaml", below: 2) { path in
      files[path].map { Array($0.utf8) }
    }
    #expect(earlier.diagnostics == [])
    #expect(earlier.versions.map(\.version) == [1])
  }

  @Test("Two versions of both: what the base has renamed, the extension has renamed too")
  func migrated() throws {
    var files = Self.files
    let own = "extends: ../base/base.flow.yaml\nbefore: {home: question}\n" + Self.question
    files["flows/own/own.flow.yaml"] = "flow: own\nversion: 1\n" + own
    func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }
    let (first, _) = FlowLocking.make(file: "flows/own/own.flow.yaml", files: read)
    let locking = try #require(first)
    for copy in locking.copies { files[copy.target] = files[copy.source] }
    files[locking.lockFile] = locking.text
    files["flows/base/base.flow.yaml"] =
      Self.base.replacing("home", with: "start") + "\nmigrate: {states: {home: start}}"
    files["flows/own/own.flow.yaml"] =
      "flow: own\nversion: 2\n"
      + own.replacing("home", with: "start")
      .replacing("next: start", with: "next: {to: start, do: [{set: {answer: true}}]}")
      + "\nfacts: {answer: {type: flag}}"
    let (second, problems) = FlowLocking.make(file: "flows/own/own.flow.yaml", files: read)
    #expect(problems == [])
    let before = FlowLock.read(bytes: Array(locking.text.utf8), file: "x").lock
    let after = FlowLock.read(
      bytes: Array(try #require(second).text.utf8), file: "x"
    ).lock
    let number = before?.numbers[LockedName(.states, "question")]
    #expect(number != nil && number == after?.numbers[LockedName(.states, "question")])
    files[locking.lockFile] = second?.text
    let earlier = EarlierVersion.all(of: "flows/own/own.flow.yaml", below: 2, files: read)
    #expect(earlier.diagnostics == [])
    #expect(earlier.versions.map(\.version) == [1])
  }

  @Test("What the base has renamed before means nothing to an extension that was never locked")
  func renamedBefore() throws {
    let migrating = Self.base + "\nmigrate: {states: {old: home}}\n"
    let body = "before: {home: question}\n" + Self.question
    let files = ["flows/base/base.flow.yaml": migrating]
    #expect(Self.compile(body, adding: files).diagnostics == [])
    let own = Self.compile(body + "\nmigrate: {states: {older: home}}\n", adding: files)
    #expect(own.diagnostics.map(\.code) == [.badMigration])
    #expect(own.diagnostics.first?.position.file == "flows/own/own.flow.yaml")
  }

  // MARK: What is wrong

  struct Wrong: Sendable, CustomTestStringConvertible {
    var body: String
    var code: DiagnosticCode
    var line: Int
    var problem: String
    var base = "../base/base.flow.yaml"
    var testDescription: String { problem }
  }

  static let wrong: [Wrong] = [
    Wrong(
      body: "before: {hme: question}\n" + question, code: .unknownName, line: 4,
      problem: "no state `hme` in the base"),
    Wrong(
      body: "before: {home: ask}\n" + question, code: .unknownName, line: 4,
      problem: "no state `ask` in this document"),
    Wrong(
      body: "without: {gone: home}\n", code: .unknownName, line: 4,
      problem: "no state `gone` in the base"),
    Wrong(
      body: "without: {home: welcome}\n", code: .misplacedKey, line: 4,
      problem: "cannot be left out: it is a goal"),
    Wrong(
      body: "without: {offering: nowhere}\n", code: .unknownName, line: 4,
      problem: "no state `nowhere`"),
    Wrong(
      body: "without: {offering: home}\nbefore: {offering: question}\n" + question,
      code: .misplacedKey, line: 5, problem: "`offering` is left out by `without`, on line 4"),
    Wrong(
      body: "before: {home: question, welcome: question}\n" + question, code: .duplicateName,
      line: 4,
      problem: "already comes before another state"),
    Wrong(
      body: "before: {home: question}\n" + question.replacing("next: home", with: "next: welcome"),
      code: .unreachableState, line: 4,
      problem: "`question` comes before `home`, and nothing leads on to that"),
    Wrong(
      body: "facts: {seen: {type: flag}}\n", code: .duplicateName, line: 4,
      problem: "the value `seen` already"),
    Wrong(
      body: "requests: {seen: {operation: getProfile, repeat: safe}}\n", code: .duplicateName,
      line: 4,
      problem: "the value `seen` already"),
    Wrong(
      body: "before: {home: question}\n" + question.replacing("question:", with: "welcome:"),
      code: .duplicateName, line: 6, problem: "the state `welcome` already"),
    Wrong(
      body: "languages: [en]\n", code: .duplicateName, line: 4,
      problem: "the language `en` already"),
    Wrong(
      body: "texts: {fr: {any: Oui}}\n", code: .unlistedLanguage, line: 4,
      problem: "neither the base nor the extension"),
    Wrong(
      body: "withoutLanguages: [de]\n", code: .unknownName, line: 4,
      problem: "The base has no texts in `de`"),
    Wrong(
      body: "withoutLanguages: [EN]\n", code: .unknownName, line: 4,
      problem: "The base has no texts in `EN`"),
    Wrong(
      body: "withoutLanguages: [en]\n", code: .misplacedKey, line: 4,
      problem: "No language is left"),
    Wrong(
      body: "withoutLanguages: [en, en]\n", code: .duplicateName, line: 4, problem: "en"),
    Wrong(
      body: "withoutLanguages: [en]\nlanguages: [de]\ntexts: {en: {any: Any}}\n",
      code: .unlistedLanguage, line: 6, problem: "which `withoutLanguages` leaves out"),
    Wrong(
      body: "texts: {en: {offering.offer.headng: Our offer}}\n", code: .unused, line: 4,
      problem: "is a text that is never shown"),
    Wrong(
      body: "add: {hme: {enter: [{clear: [seen]}]}}\n", code: .unknownName, line: 4,
      problem: "no state `hme` in the base"),
    Wrong(
      body: "add: {home: {on: {again: welcome}}}\n", code: .duplicateName, line: 4,
      problem: "handles `again` already"),
    Wrong(
      body: "add: {home: {elements: [{button: again, label: any}]}}\n", code: .duplicateName,
      line: 4,
      problem: "the element `again` already"),
    Wrong(
      body: "add: {home: {elements: [{text: any}], place: agan}}\n", code: .unknownName, line: 4,
      problem: "has no element `agan`"),
    Wrong(
      body: "add: {offering: {elements: [{text: any}]}}\n", code: .notAScreen, line: 4,
      problem: "`offering` is no screen"),
    Wrong(
      body: "add: {home: {place: again}}\n", code: .misplacedKey, line: 4, problem: "place"),
    Wrong(
      body: "flows: {welcome: inner.flow.yaml}\n", code: .misplacedKey, line: 4,
      problem: "runs no sub-flow"),
    Wrong(
      body: "flows: {offerin: inner.flow.yaml}\n", code: .unknownName, line: 4,
      problem: "no state `offerin` in the base"),
    Wrong(
      body: "flows: {offering: gone.flow.yaml}\n", code: .unreadableFile, line: 4,
      problem: "cannot be read"),
    Wrong(
      body: "initial: welcome\n", code: .misplacedKey, line: 4, problem: "initial"),
    Wrong(
      body: "", code: .unreadableFile, line: 3, problem: "The base", base: "nothing"),
    Wrong(
      body: "", code: .cyclicSubflow, line: 3, problem: "extends itself", base: "own.flow.yaml"),
  ]

  @Test("What does not fit the base is refused at its position", arguments: wrong)
  func refused(wrong: Wrong) throws {
    let diagnostics = Self.compile(wrong.body, extends: wrong.base).diagnostics
    let first = try #require(diagnostics.first { $0.code == wrong.code }, "\(diagnostics)")
    #expect(first.problem.contains(wrong.problem), "\(first)")
    #expect(first.position.file == "flows/own/own.flow.yaml")
    #expect(first.position.line == wrong.line)
    #expect(!first.remedy.isEmpty)
  }

  @Test("Two flows that extend each other are refused, and the compiler does not loop")
  func circle() {
    let other = "flow: other\nversion: 1\nextends: ../own/own.flow.yaml\n"
    let diagnostics = Self.compile(
      "", extends: "../other/other.flow.yaml", adding: ["flows/other/other.flow.yaml": other]
    ).diagnostics
    #expect(diagnostics.map(\.code) == [.cyclicSubflow])
    #expect(
      diagnostics.first?.problem
        == "The flow extends itself: `own.flow.yaml` extends `other.flow.yaml` extends `own.flow.yaml`"
    )
  }

  @Test(
    "A place that the base has renamed is refused with its new name",
    arguments: [
      "before: {NAME: question}\n" + question, "without: {NAME: home}\n",
      "add: {NAME: {enter: [{clear: [seen]}]}}\n",
    ])
  func renamed(body: String) throws {
    let base =
      Self.base.replacing("offering", with: "selling")
      + "\nmigrate: {states: {offering: showing, showing: selling}}"
    let diagnostics = Self.compile(
      body.replacing("NAME", with: "offering"), adding: ["flows/base/base.flow.yaml": base]
    ).diagnostics
    let first = try #require(diagnostics.first { $0.code == .unknownName }, "\(diagnostics)")
    #expect(first.problem.contains("renamed it to `selling`, by its version 3"), "\(first)")
    #expect(first.remedy == "Write `selling`")
  }

  @Test("A place in a sub-flow of the base is refused with the document to extend")
  func inSubflow() throws {
    let diagnostics = Self.compile("before: {offering.offer: question}\n" + Self.question)
      .diagnostics
    let first = try #require(diagnostics.first { $0.code == .unknownName }, "\(diagnostics)")
    #expect(
      first.problem.contains("it is in the sub-flow `../inner/inner.flow.yaml`"), "\(first)")
    #expect(
      first.remedy
        == "Write a document that extends that flow, and name it under `flows` for the state `offering`"
    )
  }

  @Test("Only an extension may insert screens before those of a base")
  func alone() {
    let (_, diagnostics) = read(
      "before: {home: question}\ninitial: a\nstates: {a: {final: true}}\n")
    #expect(diagnostics.map(\.code) == [.unknownKey])
  }
}
