import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import Portico
import PorticoCommands
import TestSupport
import Testing

@Suite(
  "The terminal's app, with a clock and a client that a test controls", .timeLimit(.minutes(20)))
struct TerminalSessionTests {
  /// A call and a timer run on its first screen.
  private static let waiting = """
    flow: waiting
    version: 1
    languages: [en]
    requests: {ask: {CALL, repeat: safe, simulated: {body: {}, delay: 1s}}}
    initial: first
    screens:
      first:
        title: first
        elements: [{text: first.line}]
        enter: [{request: ask}]
        after: {90s: late}
        always: [{when: ask.settled, to: second}]
      late: {title: late}
      second:
        title: second
        back: true
        elements: [{button: on}]
        on: {on: end}
      end: {title: end, final: true}
    texts:
      en: {first: First, first.line: One moment, late: Late, second: Second, second.on: On, end: End}
    """

  private static func flow(_ call: String) throws -> Flow {
    try TestFlow.compile(waiting.replacing("CALL", with: call))
  }

  @Test(
    "`k` kills the app: none of its timers and calls goes on waiting, and the app can continue")
  func kills() async throws {
    try await Person.runs(Self.flow("capability: ask")) { person in
      try await person.see("First")
      // The call and the timer; a third waits for the screen to change by itself, if it will.
      await person.waitForSleepers()
      person.types("k")
      try await person.see("The app was killed")
      #expect(person.clock.sleeperCount == 0)
      person.clock.advance(by: 60_000)
      person.types("")
      try await person.see("First")
      await person.waitForSleepers()
      person.clock.advance(by: 1000)
      try await person.see("Second")
    }
  }

  @Test("`r` during a call relaunches the app, which makes the call again")
  func relaunches() async throws {
    try await Person.runs(Self.flow("capability: ask")) { person in
      for _ in 0..<3 {
        try await person.see("First")
        await person.waitForSleepers()
        person.types("r")
      }
      try await person.see("First")
      await person.waitForSleepers()
      person.clock.advance(by: 1000)
      try await person.see("Second")
    }
  }

  private static let invited = """
    flow: invited
    version: 1
    languages: [en]
    facts: {code: {type: text}, seats: {type: number}, link: {type: secret}}
    signals:
      invited: {value: text, saves: code}
      seated: {value: number, saves: seats}
      opened: {value: text, saves: link}
      called: {}
    initial: first
    screens:
      first:
        title: first
        elements: [{text: first.line, when: link is present}]
        on: {invited: second}
      second:
        title: second
        elements: [{text: second.code}]
        on: {seated: third, called: first}
      third: {title: third, elements: [{text: third.seats}]}
    texts:
      en: {first: First, first.line: With a link, second: Second, second.code: "Code {code}",
        third: Third, third.seats: "{seats} seats"}
    """

  @Test("`s` sends a signal in place of the app, with its value, and says which ones there are")
  func signals() async throws {
    try await Person.runs(TestFlow.compile(Self.invited)) { person in
      try await person.see("First")
      person.types("s")
      try await person.see(
        "Which signal? Type `s` with a name, and a value if it has one: `called`, `invited`, `opened`, `seated`."
      )
      person.types("s invted A")
      try await person.see("There is no signal `invted`.")
      person.types("s called")
      try await person.see("Nothing happens here by that.")
      person.types("s opened https://example.org/link?token=1")
      try await person.see("With a link")
      person.types("s invited A B")
      try await person.see("Code A B")
      person.types("s seated three")
      try await person.see("`seated` comes with a whole number.")
      person.types("signal seated 3")
      try await person.see("3 seats")
    }
  }

  @Test("A flow without signals says so")
  func withoutSignals() throws {
    #expect(
      TypedSignal("go", of: try TestFlow.compile(Self.waiting.replacing("CALL", with: "app: ask")))
        == .complaint("This flow has no signals."))
  }

  @Test("The client of a launch and all its calls have ended before the next launch begins")
  func endsClients() async throws {
    let outside = StubbornOutside()
    try await Person.runs(Self.flow("operation: getUser"), outside: outside) { person in
      for key in ["r", "k"] {
        try await person.see("First")
        await outside.waitForCall()
        person.types(key)
      }
      try await person.see("The app was killed")
      let life = ["launch", "call", "end", "answered"]
      #expect(await outside.events == life + life)
    }
  }

  @Test(
    "CTR-4: a new password is rated by the server as soon as it is typed, the current one is not")
  func ratesNewPasswords() async throws {
    let flow = try TestFlow.compile(
      """
      flow: passwords
      version: 1
      languages: [en]
      facts: {present: {type: secret}, new: {type: secret}}
      initial: form
      screens:
        form:
          title: form
          elements:
            - {field: present, fact: present, kind: password, label: present}
            - {field: new, fact: new, kind: newPassword, label: new}
            - {button: save, submits: true}
          on: {save: end}
        end: {title: end, final: true}
      texts: {en: {form: Form, present: Present, new: New, form.save: Save, end: End}}
      """)
    try await Person.runs(flow, outside: StubbornOutside()) { person in
      try await person.see("Form")
      person.types("2 seven brown foxes over dinner")
      try await person.see("Strength of the password: strong.")
      person.types("2 short")
      try await person.see("Strength of the password: very easy to guess.")
    }
    try await Person.runs(flow) { person in
      try await person.see("Form")
      person.types("2 short")
      person.types("nothing")
      #expect(try await !person.see("cannot be tapped").contains("Strength"))
    }
    try await Person.runs(flow, outside: StubbornOutside()) { person in
      try await person.see("Form")
      person.types("1 short")
      person.types("nothing")
      #expect(try await !person.see("cannot be tapped").contains("Strength"))
    }
  }

  @Test("The terminal mentions back and the end of the flow only when they apply")
  func endsAndGoesBack() async throws {
    try await Person.runs(Self.flow("capability: ask")) { person in
      let first = try await person.see("First")
      #expect(!first.contains("back") && !first.contains("has ended"))
      person.types("b2")
      let unknown = try await person.see("cannot be tapped")
      #expect(unknown.contains("numbers, or k, r, o, q."), "\(unknown)")
      await person.waitForSleepers()
      person.clock.advance(by: 1000)
      let second = try await person.see("Second")
      #expect(second.contains(" b  Back") && !second.contains("has ended"), "\(second)")
      person.types("x")
      #expect(try await person.see("cannot be tapped").contains("numbers, or b, k, r, o, q."))
      person.types("1")
      let end = try await person.see("╭─ End")
      #expect(end.contains("The flow has ended") && !end.contains(" b  Back"), "\(end)")
    }
  }

  @Test(
    "The way back is called what the flow calls it, and else what Portico does in its language",
    arguments: [("fr", "Retour"), ("de", "Zurück")])
  func namesBack(language: String, word: String) async throws {
    let texts = Self.waiting.components(separatedBy: "en: {")[1]
    let flow = try TestFlow.compile(
      Self.waiting.replacing("CALL", with: "capability: ask").replacing("[en]", with: "[de, fr]")
        .replacing("en: {\(texts)", with: "de: {\(texts)\n  fr: {portico.back: Retour, \(texts)"))
    try await Person.runs(flow, language: language) { person in
      try await person.see("First")
      await person.waitForSleepers()
      person.clock.advance(by: 1000)
      let second = try await person.see("Second")
      #expect(second.contains(" b  \(word)"), "\(second)")
    }
  }

  @Test(
    "CTR-1, CTR-2, CTR-12: a flow that opens another one, closes itself or changes the language leads away; other calls of the app are shown"
  )
  func departures() async throws {
    let flow = try TestFlow.compile(
      """
      flow: opener
      version: 1
      languages: [en]
      initial: home
      screens:
        home:
          title: home
          elements: [{button: settings}, {button: close}, {button: other}, {button: unnamed}, {button: speak}]
          on:
            settings: {do: [{perform: {name: openFlow, with: {flow: settings}}}]}
            close: {do: [{perform: closeFlow}]}
            other: {do: [{perform: rateApp}]}
            unnamed: {do: [{perform: openFlow}]}
            speak: {do: [{perform: {name: changeLanguage, with: {language: de}}}]}
      texts:
        en: {home: Home, home.settings: S, home.close: C, home.other: O, home.unnamed: U, home.speak: D}
      """)
    let opens = try await Person.runs(flow) { person in
      try await person.see("Home")
      person.types("3")
      try await person.see("calls the app: rateApp")
      person.types("4")
      try await person.see("calls the app: openFlow")
      person.types("1")
      await person.seeEnd()
    }
    #expect(opens == .opens("settings"))
    let closes = try await Person.runs(flow) { person in
      try await person.see("Home")
      person.types("2")
      await person.seeEnd()
    }
    #expect(closes == .closes)
    let speaks = try await Person.runs(flow) { person in
      try await person.see("Home")
      person.types("5")
      await person.seeEnd()
    }
    #expect(speaks == .speaks("de"))
  }
}

/// Somebody in front of the terminal.
private final class Person {
  let clock = TestClock(1_000_000)
  private let lines: AsyncStream<String>.Continuation
  private var shown: AsyncStream<String>.Iterator

  private init(
    _ lines: AsyncStream<String>.Continuation, _ shown: AsyncStream<String>.Iterator
  ) {
    (self.lines, self.shown) = (lines, shown)
  }

  /// Runs a flow until the person is through, and quits.
  ///
  /// - Returns: where the flow led, if it did.
  @discardableResult
  static func runs(
    _ flow: Flow, language: String = "en", outside: (any LiveOutside)? = nil,
    _ body: (Person) async throws -> Void
  ) async throws -> TerminalSession.Departure? {
    let folder = try TemporaryFolder()
    let (lines, type) = AsyncStream.makeStream(of: String.self)
    let (shown, show) = AsyncStream.makeStream(of: String.self)
    let person = Person(type, shown.makeAsyncIterator())
    let output = TerminalOutput(isTerminal: false) { show.yield($0) }
    let session = TerminalSession(
      flow, facts: [], language: language, folder: folder.path, usesServer: false, outside: outside,
      parts: .init(lines: lines, output: output, clock: person.clock.clock))
    let run = Task {
      defer { show.finish() }
      return try await session.run()
    }
    do {
      try await body(person)
    } catch {
      run.cancel()
      type.finish()
      throw error
    }
    type.yield("q")
    type.finish()
    return try await run.value
  }

  func types(_ line: String) { lines.yield(line) }

  /// Waits for a piece of output with this text.
  @discardableResult
  func see(_ text: String) async throws -> String {
    while let piece = await shown.next() {
      if piece.contains(text) { return piece }
    }
    throw Missing(text: text)
  }

  /// Waits until the session is over.
  func seeEnd() async {
    while await shown.next() != nil {}
  }

  /// Waits until a call and a timer do.
  func waitForSleepers() async {
    while clock.sleeperCount < 2 { await Task.yield() }
  }

  struct Missing: Error {
    var text: String
  }
}

/// A client whose calls end only when it does, and say so.
private actor StubbornOutside: LiveOutside {
  private(set) var events: [String] = []
  private var calls: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []
  nonisolated let storage = TerminalStorage()

  nonisolated var secrets: any SecretStorage & Sendable { storage }
  nonisolated var preferences: any PreferenceStorage & Sendable { storage }

  func launch() -> [OutsideEvent] {
    events.append("launch")
    return []
  }

  func end() {
    events.append("end")
    for call in calls { call.resume() }
    calls = []
  }

  func returned(_ query: String) { events.append("returned \(query)") }

  func strength(of password: String) -> PasswordStrength? {
    password.count < 20 ? .veryWeak : .strong
  }

  func perform(_ call: OutgoingCall) async -> Answer {
    events.append("call")
    for watcher in watchers { watcher.resume() }
    watchers = []
    await withCheckedContinuation { calls.append($0) }
    events.append("answered")
    return .lost
  }

  func waitForCall() async {
    guard calls.isEmpty else { return }
    await withCheckedContinuation { watchers.append($0) }
  }

  func news() -> AsyncStream<OutsideEvent> { AsyncStream { _ in } }
  nonisolated func reinstall() {}
}
