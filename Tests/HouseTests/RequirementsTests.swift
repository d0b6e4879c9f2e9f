import Testing

@Suite("The check of requirements")
struct RequirementsTests {
  @Test("A tree in which everything cited is defined, and everything built is proven, passes")
  func goodTree() throws {
    let result = try check([
      "Sources/Clock.swift": "// ONB-1, and ONB-1 to ONB-3; SHA-256, ISO-8601, FNV-1a, V2.1.4",
      "Flows/onboarding/play/ONB-2-shown.play.yaml": "proves: [ONB-2]",
    ])
    #expect(result.status == 0, "\(result.output)")
    #expect(
      result.output
        == "requirements: 3 requirements (2 proven, 1 open) in 4 files looked at,"
        + " nothing to repair\n"
    )
  }

  @Test(
    "An undefined id is reported where it is cited",
    arguments: [
      ("ONB-\(9)", "ONB-9 is not defined; "),
      ("ONB-2…\(4)", "ONB-4 is not defined; "),
      ("ONB-3 to ONB-\(4)", "ONB-4 is not defined; "),
      ("ONB-\(2)b", "'ONB-\(2)b' is no id; "),
      ("OBN-\(1)", "'OBN-\(1)' looks like the id of a requirement, and none begins with OBN; "),
      ("SEC \"Pass\(1)\"", "no security rule is called 'Pass1'; "),
    ])
  func unknown(citation: String, problem: String) throws {
    let result = try check([
      "Flows/onboarding/play/ONB-2-shown.play.yaml": "",
      "Web/host/page.js": "// first\n// as \(citation) says\n",
    ])
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("Web/host/page.js:2: " + problem), "\(result.output)")
    #expect(result.lines.count == 2)
  }

  @Test("An id that is defined twice is reported with both places")
  func definedTwice() throws {
    let result = try check([
      "Flows/onboarding/play/ONB-2-shown.play.yaml": "",
      "docs/requirements/phone.md": "# Phone\n\n### ONB-1\n\nOnce more.\n",
    ])
    #expect(result.status == 1)
    #expect(
      result.lines.first
        == "docs/requirements/phone.md:3: ONB-1 is defined at docs/requirements/onboarding.md:3"
        + " already; keep one of the two")
  }

  @Test(
    "A built requirement that no test names is reported",
    arguments: [
      ("Tests/Clock.swift", "// ONB-2: a comment is no test"),
      ("Tests/Clock.swift", #"// @Test("ONB-2: switched off") func one() {}"#),
      ("Tests/Clock.swift", #"@Test("ONB-2: later", .disabled("it rains")) func one() {}"#),
      ("Tests/Clock.swift", #"let text = "@Test(\"ONB-2: a text\")""#),
      ("Tests/Server/test_clock.py", "def help():\n  \"\"\"ONB-2: no test.\"\"\"\n"),
      ("Sources/Clock.swift", #"@Test("ONB-2: not where tests are") func one() {}"#),
    ])
  func unproven(file: String, text: String) throws {
    let result = try check([file: text])
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix("docs/requirements/onboarding.md:7: no test names ONB-2; "),
      "\(result.output)")
    #expect(result.lines.count == 2)
  }

  @Test(
    "Titles in Swift, names and docstrings in Python, and names of play scripts are proofs",
    arguments: [
      ("Tests/Clock.swift", "@Test(\n  \"ONB-2: it shows\", arguments: [1])\nfunc one() {}"),
      ("Tests/Clock.swift", "@Test func `ONB-2: it shows`() {}"),
      ("Tests/Server/test_clock.py", "def test_it():\n  \"\"\"ONB-2: it shows.\"\"\"\n"),
      ("Tests/Server/test_clock.py", "def test_onb_2_shows():\n  pass\n"),
      ("Flows/onboarding/play/exercise/ONB-2-shown.play.yaml", ""),
    ])
  func proven(file: String, text: String) throws {
    let result = try check([file: text])
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("A title with more than three ids proves none of them")
  func list() throws {
    let more = (4...5).map { "### ONB-\($0)\n\n**Open.** Later.\n" }.joined(separator: "\n")
    let result = try check([
      "docs/requirements/more.md": more,
      "Tests/Clock.swift": "@Test(\"ONB-2 to ONB-\(5): everything\") func one() {}",
    ])
    #expect(result.status == 1)
    #expect(result.lines.count == 2)
    #expect(result.output.contains("no test names ONB-2; "))
  }

  @Test("An open requirement that a test names is reported with the test")
  func wronglyOpen() throws {
    let result = try check([
      "Flows/onboarding/play/ONB-2-shown.play.yaml": "",
      "Tests/Late.swift": "\n@Test(\"ONB-3: it is built\") func one() {}",
    ])
    #expect(result.status == 1)
    #expect(
      result.lines.first
        == "docs/requirements/onboarding.md:11: ONB-3 is marked open, and Tests/Late.swift:2 proves"
        + " it; take the mark out, or the id out of the test")
  }

  @Test("A tree without definitions does not pass")
  func nothingToCheck() throws {
    let tree = try MadeUpTree(["Sources/Clock.swift": "// ONB-1"])
    let result = try runScript("requirements", [tree.folder])
    #expect(result.status == 2)
    #expect(result.output.contains("nothing was checked"))
  }

  /// Three requirements: one that is proven, one that is up to the test, and an open one.
  private func check(_ files: [String: String]) throws -> CommandResult {
    let tree = try MadeUpTree(files)
    try tree.write(
      """
      # Onboarding

      ### ONB-1

      It starts.

      ### ONB-2

      It shows.

      ### ONB-3

      **Open.** It ends.
      """, to: "docs/requirements/onboarding.md")
    try tree.write("@Test(\"ONB-1: it starts\") func one() {}", to: "Tests/Start.swift")
    return try runScript("requirements", [tree.folder])
  }
}
