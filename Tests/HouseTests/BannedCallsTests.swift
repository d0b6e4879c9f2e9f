import Testing

@Suite("The check of banned calls")
struct BannedCallsTests {
  @Test(
    "A banned call is reported with its name, file and line",
    arguments: [
      ("Date()", "let start = Date()"),
      ("Date()", "let soon = Date(timeIntervalSinceNow: 5)"),
      ("Date.now", "let start = Date.now"),
      (".now", "let start: Date = .now"),
      (".now", "let start = ContinuousClock.now"),
      (".now", "queue.asyncAfter(deadline: .now() + 5) { work() }"),
      ("ContinuousClock()", "let clock = ContinuousClock()"),
      ("DispatchTime.now", "let start = DispatchTime.now()"),
      ("Task.sleep", "try await Task.sleep(for: .seconds(1))"),
      ("Task.detached", "Task.detached { work() }"),
      ("UUID()", "let key = UUID().uuidString"),
      (".random(in:", "let code = Int.random(in: 0..<10)"),
      ("SystemRandomNumberGenerator", "var chance = SystemRandomNumberGenerator()"),
      ("SystemRandomNumberGenerator", "let one = list.shuffled()"),
      ("print(", "print(code)"),
      ("environment", "let path = ProcessInfo.processInfo.environment[name]"),
      ("exit(", "exit(1)"),
      ("fatalError(", "fatalError(message)"),
      ("try!", "let flow = try! load()"),
      ("as!", "let flow = value as! Flow"),
    ])
  func bannedEverywhere(call: String, line: String) throws {
    let result = try check(["Sources/Middle/Deep/Clock.swift": "// first\n\(line)\n"])
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix("Sources/Middle/Deep/Clock.swift:2: '\(call)' is not for here; "))
    #expect(result.lines.count == 2)
  }

  @Test(
    "Layer 0 may not use what Embedded Swift lacks; other layers may",
    arguments: [
      ("import Foundation", "import Foundation"),
      ("any", "let store: any Store"),
      ("Codable", "struct Fact: Codable {}"),
      ("async", "func load() async {}"),
      ("await", "let flow = await load()"),
      ("actor", "actor Mailbox {}"),
      ("Mirror", "let mirror = Mirror(reflecting: fact)"),
      ("Regex", "let digits = Regex<Substring>.self"),
    ])
  func bannedInLayer0(call: String, line: String) throws {
    let pure = try check(["Sources/Pure/Pure.swift": line])
    #expect(pure.status == 1)
    #expect(pure.output.hasPrefix("Sources/Pure/Pure.swift:1: '\(call)' is not for here; "))

    let middle = try check(["Sources/Middle/Middle.swift": line])
    #expect(middle.status == 0)
  }

  @Test("Comments and string literals are not code")
  func commentsAndStrings() throws {
    let result = try check([
      "Sources/Middle/Middle.swift": ##"""
      // print(1)
      /// Like `Date()`, but /* not.
      /* exit(1) /* Date() */ UUID() */
      let plain = "Date() \" print(1)"
      let raw = #"Date() " print(1) \(Date())"#
      let lines = """
        print(1) "quoted" Date()
        """
      """##
    ])
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("The contents of an interpolation are code")
  func interpolation() throws {
    let result = try check([
      "Sources/Middle/Middle.swift": ##"""
      let plain = "at \(format(Date(), "Date()")) print(1)"
      let raw = #"\#(UUID())"#
      """##
    ])
    #expect(result.status == 1)
    #expect(result.lines.count == 3)
    #expect(result.lines[0].hasPrefix("Sources/Middle/Middle.swift:1: 'Date()'"))
    #expect(result.lines[1].hasPrefix("Sources/Middle/Middle.swift:2: 'UUID()'"))
  }

  @Test(
    "What only resembles a banned call passes",
    arguments: [
      "let start = clock.now", "let date = Date(timeIntervalSince1970: now)", "chart.exit(state)",
      "case .now: return now",
      "state.print(tree)", "func print(_ text: String) {}", "let key = UUID(uuidString: text)",
      "let one = Int.random(in: 0..<10, using: &generator)", "let many = company",
    ])
  func harmless(line: String) throws {
    let result = try check(["Sources/Middle/Middle.swift": line])
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("The allow list permits a call, or a kind of calls, only for the files of its glob")
  func allowList() throws {
    let allowed = """
      # Where the door is.
      Sources/Middle/**/Live*.swift  clock   the live side of the door
      Sources/Top/**                 print(  talks to the person
      """
    let source = "let start = Date()\nprint(start)"
    let result = try check(
      [
        "Sources/Middle/LiveClock.swift": source,
        "Sources/Middle/Deep/LiveClock.swift": source,
        "Sources/Middle/AliveClock.swift": source,
        "Sources/Top/Deep/Top.swift": source,
      ], allowed: allowed)
    #expect(result.status == 1)
    let found = result.lines.dropLast().map { $0.prefix { $0 != ";" } }
    #expect(
      found == [
        "Sources/Middle/AliveClock.swift:1: 'Date()' is not for here",
        "Sources/Middle/AliveClock.swift:2: 'print(' is not for here",
        "Sources/Middle/Deep/LiveClock.swift:2: 'print(' is not for here",
        "Sources/Middle/LiveClock.swift:2: 'print(' is not for here",
        "Sources/Top/Deep/Top.swift:1: 'Date()' is not for here",
      ])
  }

  @Test(
    "A line of the allow list without a reason, or with an unknown call, stops the check",
    arguments: ["Sources/**  clock", "Sources/**  Date  no such rule"])
  func brokenAllowList(line: String) throws {
    let result = try check(["Sources/Middle/Middle.swift": ""], allowed: line)
    #expect(result.status == 2)
    #expect(result.output.contains("banned-calls.allow:1: "))
  }

  @Test("A tree without sources does not pass")
  func nothingToCheck() throws {
    let result = try check([:])
    #expect(result.status == 2)
    #expect(result.output.contains("nothing was checked"))
  }

  private func check(
    _ sources: [String: String], allowed: String? = nil
  ) throws -> CommandResult {
    let tree = try MadeUpTree(sources)
    try tree.write("Pure : 0 : :\nMiddle : 1 : Pure :\n", to: "scripts/arrows.table")
    if let allowed {
      try tree.write(allowed, to: "scripts/banned-calls.allow")
    }
    return try runScript("banned-calls", [tree.folder])
  }
}
