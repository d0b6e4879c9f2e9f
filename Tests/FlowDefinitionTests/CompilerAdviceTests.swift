import FlowDefinition
import Testing

/// What the compiler advises where something is misspelt or has no effect.
@Suite struct CompilerAdviceTests {
  private static let base = """
    flow: base
    version: 1
    languages: [en]
    initial: holder
    states:
      holder:
        initial: first
        screens: {first: {elements: [{heading: firstHeading}], after: {1s: last}}}
    screens: {last: {}}
    texts: {en: {firstHeading: Hello}}

    """

  private func compile(_ document: String, _ others: [String: String] = [:]) -> [Diagnostic] {
    let files = others.merging(["x.flow.yaml": document, "base.flow.yaml": Self.base]) { $1 }
    return FlowCompiler.compile(file: "x.flow.yaml") { path in
      files[path].map { Array($0.utf8) }
    }.diagnostics
  }

  /// A flow of one screen.
  private static func flow(
    _ elements: String, facts: String = "{}", texts: String = "Word", more: String = ""
  ) -> String {
    "flow: x\nversion: 1\nlanguages: [en]\nfacts: \(facts)\ninitial: a\n"
      + "screens: {a: {elements: [\(elements)], after: {1s: b}\(more)}, b: {}}\n"
      + "texts: {en: {word: \(texts)}}\n"
  }

  private static func field(_ pattern: String) -> String {
    flow(
      "{field: name, fact: name, label: word, validate: [{pattern: '\(pattern)', message: word}]}",
      facts: "{name: {type: text}}")
  }

  @Test(
    "What means nothing is refused",
    arguments: [
      (flow("{text: word}", texts: "\"\""), "bad-text: The text is empty"),
      (flow("{text: word}", texts: "''"), "bad-text: The text is empty"),
      (
        flow("{text: word, when: event == 3}"),
        "none is being handled here. Save the value in a fact"
      ),
      (
        flow("{text: word, when: not (event == 3 or in(b))}"), "none is being handled here"
      ),
      (field(""), "Only the empty text matches"), (field("|"), "Only the empty text matches"),
      (field("()"), "Only the empty text matches"), (field("a{0}"), "Only the empty text matches"),
      (field("(|a{0})*"), "Only the empty text matches"),
    ])
  func meaningless(document: String, words: String) {
    let diagnostics = compile(document)
    #expect(diagnostics.contains { $0.description.contains(words) }, "\(diagnostics)")
  }

  /// How something is written wrongly, and what is said.
  private static let slips: [(document: String, words: String)] = [
    (
      flow(
        "{field: name, fact: name, label: word, required: true}", facts: "{name: {type: text}}"),
      "misplaced-key: `required` does not belong in a field. Write `validate: [required]`."
    ),
    (
      flow("{field: name, fact: name, label: word, least: 3}", facts: "{name: {type: text}}"),
      "misplaced-key: `least` does not belong in a field. Write `validate: [{least: …}]`."
    ),
    (
      asking("{text: word, when: load.taken}"),
      "unknown-value: `taken` is not a status. Write `load.failed(taken)`."
    ),
    (
      asking("{text: word, when: load.offline}"),
      "unknown-value: `offline` is not a status. Write `load.failed(offline)`."
    ),
    (
      asking("{text: word, when: load.failed.taken}"),
      "unknown-name: There is no fact `load.failed.taken`. Write `load.failed(taken)`."
    ),
    (
      asking("{text: word, when: agreed == yes}", facts: "{agreed: {type: flag}}"),
      "unknown-name: There is no fact `yes`. Write `true`."
    ),
    (
      asking("{text: word, when: name != null}", facts: "{name: {type: text}}"),
      "unknown-name: There is no fact `null`. Write `is absent` or `is present`."
    ),
    (
      asking("{button: go, label: word}", more: ", on: {go: {request: load}}"),
      "misplaced-key: `request` does not belong in a transition. Write `do: [{request: …}]`."
    ),
    (
      asking("{button: go, label: word}", more: ", on: {go: sure}"),
      "unknown-name: `sure` is an overlay, and no state. "
        + "Write `do: [{show: sure}]` in a transition, and `shown(sure)` in a guard."
    ),
    (
      asking("{button: go, label: word}", more: ", on: {go: {do: [{show: b}]}}"),
      "unknown-name: `b` is a state, and no overlay. "
        + "Write `to: b` in a transition, and `in(b)` in a guard."
    ),
    (
      flow("{field: age, fact: age, label: word}", facts: "{age: {type: number}}"),
      "wrong-type: `age` is of type `number`, which a field of kind `text` cannot fill. "
        + "Write `kind:` with `number`, or use another fact."
    ),
    (
      flow("{text: word}") + "requests: {load: {app: load, repeat: safe, "
        + "classes: {any: {status: 4xx}, gone: {status: [404, 410]}}}}\n",
      "unused: `gone` is a failure class that never occurs: `any` takes each of its responses. "
        + "Write it before `any`, or remove it."
    ),
    (
      asking("{text: word}", more: ", on: {load.failed: b}"),
      "unknown-name: `load.failed` is a status of a request, and no event. "
        + "Write a transition under `always`, with `when: load.failed`."
    ),
  ]

  @Test(
    "What is written in the way of another element or another guard is told how it is written here",
    arguments: slips)
  func elsewhere(document: String, words: String) {
    let diagnostics = compile(document)
    #expect(diagnostics.contains { $0.description.hasSuffix(words) }, "\(diagnostics)")
  }

  /// A flow of one screen, with a request.
  private static func asking(_ elements: String, facts: String = "{}", more: String = "") -> String
  {
    flow(elements, facts: facts, more: more)
      + "requests: {load: {app: load, repeat: safe, classes: {taken: {status: 409}}}}\n"
      + "overlays: {sure: {elements: [{text: word}]}}\n"
  }

  @Test("A pattern that the empty text matches beside others stays allowed")
  func emptyBesideOthers() {
    #expect(!compile(Self.field("a?")).contains { $0.code == .badPattern })
  }

  @Test("A single name in place of a list is to stand in one, whichever word is near")
  func listOfOne() {
    let document = Self.flow(
      "{text: word}", facts: "{usr: {type: text}}", more: ", enter: [{clear: usr}]")
    let diagnostics = compile(document)
    #expect(diagnostics.count == 1)
    #expect(
      diagnostics.first?.description.hasSuffix("`clear` is a single value. Write `[usr]`.") == true)
    #expect(
      compile(document.replacing("clear: usr", with: "clear: [usr]")).allSatisfy {
        $0.code == .unused
      })
  }

  @Test("A substitution of a string catalog is not taken for words")
  func substitution() {
    let catalog = """
      {"version": "1.0", "strings": {"word": {"localizations": {"en": {"stringUnit":
      {"state": "translated", "value": "%#@n@ left"}}}}}}
      """
    let document = Self.flow("{text: word}").replacing(
      "texts: {en: {word: Word}}", with: "texts: x.xcstrings")
    let diagnostics = compile(document, ["x.xcstrings": catalog])
    #expect(diagnostics.map(\.code) == [.badTemplate])
    #expect(diagnostics.first?.description.contains("`%#@n@`") == true, "\(diagnostics)")
  }

  @Test(
    "An extension is told what the base has, at its own line",
    arguments: [
      ("extends: onbording\n", "x.flow.yaml:3:10: error: unreadable-file: ", "Write `onboarding`."),
      ("extends: nowhere\n", "x.flow.yaml:3:10: error: ", "`onboarding` or `settings`."),
      ("extend: base.flow.yaml\n", "x.flow.yaml:3:1: error: misplaced-key: ", "Write `extends`."),
      (
        "extends: base.flow.yaml\nsession: token\n", "x.flow.yaml:4:1: error: misplaced-key: ",
        "It is what the base says: leave it out, or write a flow without `extends`."
      ),
      (
        "extends: base.flow.yaml\nwithout: {first: last}\n",
        "x.flow.yaml:4:18: error: bad-initial: ",
        "`last` is not inside it. Leave out `holder` as a whole."
      ),
      (
        "extends: base.flow.yaml\nwithout: {last: first}\nadd: {last: {enter: [{forget: back}]}}\n",
        "x.flow.yaml:5:7: error: misplaced-key: ",
        "`last` is left out by `without`, on line 4. Remove one of the two."
      ),
      (
        "extends: base.flow.yaml\ntexts: {en: {firstHeadline: Hi}}\n",
        "x.flow.yaml:4:14: error: unused: ", "Write `firstHeading`."
      ),
    ])
  func extensions(body: String, place: String, advice: String) {
    let diagnostics = compile("flow: x\nversion: 1\n" + body)
    #expect(
      diagnostics.contains { $0.description.hasPrefix(place) && $0.description.hasSuffix(advice) },
      "\(diagnostics)")
  }

  @Test("A name is suggested only within a few slips")
  func distance() {
    #expect(Suggestion.nearest(to: "session", among: ["version"]) == nil)
    #expect(Suggestion.nearest(to: "confirmingNumber", among: ["confirmedNumbers"]) == nil)
    #expect(Suggestion.nearest(to: "confirmingNumber", among: ["confirmngNumbre"]) != nil)
    #expect(Suggestion.nearest(to: "onbording", among: ["onboarding"]) == "onboarding")
  }

  @Test("The names of shipped flows that are suggested are those of the program")
  func shipped() throws {
    let document = "flow: x\nversion: 1\nextends: nowhere\n"
    let diagnostics = compile(document)
    for name in ["entry", "account", "phone", "market", "bootstrap", "onboarding", "settings"] {
      #expect(diagnostics.first?.description.contains("`\(name)`") == true)
    }
  }

  // MARK: Locks

  @Test("A merge conflict in a lock is told as one")
  func conflict() {
    let lock = "flow: x\n<<<<<<< HEAD\nversions:\n=======\n>>>>>>> other\n"
    let diagnostics = compile(Self.flow("{text: word}"), ["x.flow.lock": lock])
    #expect(diagnostics.map(\.code) == [.badLock])
    #expect(diagnostics.first?.position.line == 2)
    #expect(
      diagnostics.first?.description.contains("merge conflict") == true
        && diagnostics.first?.description.contains("keep the file of one branch") == true)
  }

  @Test("A locked document that is gone is to be restored")
  func missingVersion() throws {
    let lock =
      "flow: x\nversions:\n  1: {shape: \"0000000000000000\", document: versions/1/x.flow.yaml}\n"
    let (versions, diagnostics) = EarlierVersion.all(of: "x.flow.yaml", below: 2) {
      $0 == "x.flow.lock" ? Array(lock.utf8) : nil
    }
    #expect(versions.isEmpty && diagnostics.count == 1)
    #expect(diagnostics.first?.description.hasSuffix("Restore it from version control.") == true)
  }
}
