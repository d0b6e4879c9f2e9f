import FlowDefinition
import FlowMachine
import TestSupport
import Testing

/// The largest shipped flow, extended as an app would: a question, other words, another language.
@Suite struct ExtendedEntryTests {
  static let own = """
    flow: shopEntry
    version: 1
    extends: entry
    summary: The entry of a shop.
    languages: [fr]
    before: {home: askedSize}
    facts: {size: {type: choice, values: [small, large]}}
    screens:
      askedSize:
        backTarget: false
        elements:
          - heading: askedSize.heading
          - choice: size
            fact: size
            style: list
            label: askedSize.heading
            options: {small: size.small, large: size.large}
          - {button: go, style: primary, enabled: size is present, label: size.go}
        on: {go: home}
    texts: {en: texts.en.yaml, de: texts.en.yaml, ar: texts.en.yaml, es: texts.en.yaml, ja: texts.en.yaml, fr: texts.fr.yaml}

    """
  static let words = """
    askedSize.heading: Your size
    size.small: Small
    size.large: Large
    size.go: Continue

    """
  /// Of one screen; a new language has its own.
  static let replaced = """
    account.signIn.title: Our shop
    account.signIn.heading: Welcome to our shop

    """
  /// The shipped documents and texts, by their paths.
  static let bases: [String: String] = {
    let paths = Repository.files(below: "Flows", ending: ".yaml").filter {
      !$0.contains("/versions/") && !$0.contains("/play/")
    }
    return Dictionary(
      uniqueKeysWithValues: paths.map {
        ($0, String(decoding: Repository.read($0) ?? [], as: UTF8.self))
      })
  }()

  /// Every text of the base and its sub-flows, each under the name of its document.
  static let french: String = {
    let entry = "Flows/entry/entry.flow.yaml"
    // The one that has its texts in the document.
    let reset = """
      reset.resetFailed.title: That did not work
      reset.resetFailed.text: The app could not be reset yet.
      reset.resetFailed.dismiss: Try again

      """
    let documents = FlowCompiler.compile(file: entry, files: Repository.read).flow?.documents ?? []
    return documents.reduce(into: words + reset) { lines, document in
      let folder = document.split(separator: "/").dropLast().joined(separator: "/")
      let flow = bases[document]?.firstMatch(of: /(?m)^flow: (.+)$/)?.1 ?? ""
      for line in (bases[folder + "/texts.en.yaml"] ?? "").split(separator: "\n") {
        let isKey = document != entry && line.first?.isLetter == true
        lines += (isKey ? "\(flow)." : "") + line + "\n"
      }
    }
  }()

  static var files: [String: String] {
    var files = Dictionary(
      uniqueKeysWithValues: bases.map { ("shipped:\($0.key)", $0.value) })
    files["app/shop.flow.yaml"] = own
    files["app/texts.en.yaml"] = words + replaced
    files["app/texts.fr.yaml"] = french
    return files
  }

  static func lock(_ files: inout [String: String]) -> [Diagnostic] {
    let read = files
    let (locking, problems) = FlowLocking.make(file: "app/shop.flow.yaml") { path in
      read[path].map { Array($0.utf8) }
    }
    guard let locking else { return problems }
    for copy in locking.copies { files[copy.target] = files[copy.source] }
    files[locking.lockFile] = locking.text
    return []
  }

  @Test("The extension has at most 25 lines, and the result has every text in each language")
  func whole() throws {
    #expect(Self.own.split(separator: "\n").count <= 25)
    let files = Self.files
    let (flow, diagnostics) = FlowCompiler.compile(file: "app/shop.flow.yaml") { path in
      files[path].map { Array($0.utf8) }
    }
    #expect(diagnostics == [])
    let tables = try #require(flow).tables
    #expect(tables.languages.count == 6)
    let blobs = Set(tables.blobs.map { String(decoding: $0, as: UTF8.self) })
    #expect(blobs.contains("Welcome to our shop"))
    #expect(blobs.contains("askedSize"))
  }

  @Test(
    "An extension can be locked, and continues after a second version of both renames a state of the base"
  )
  func versions() throws {
    var files = Self.files
    #expect(Self.lock(&files) == [])
    let base = "shipped:Flows/entry/entry.flow.yaml"
    files[base] =
      try #require(files[base])
      .replacing("version: 1\n", with: "version: 2\n").replacing("welcoming", with: "greeting")
      + "\nmigrate: {states: {welcoming: greeting}}\n"
    files["app/shop.flow.yaml"] = Self.own.replacing("version: 1", with: "version: 2")
      .replacing("go: home", with: "go: {to: home, do: [{set: {asked: true}}]}")
      .replacing("facts: {", with: "facts: {asked: {type: flag}, ")
    #expect(Self.lock(&files) == [])
    let read = files
    let earlier = EarlierVersion.all(of: "app/shop.flow.yaml", below: 2) { path in
      read[path].map { Array($0.utf8) }
    }
    #expect(earlier.diagnostics == [])
    #expect(earlier.versions.map(\.version) == [1])
  }
}
