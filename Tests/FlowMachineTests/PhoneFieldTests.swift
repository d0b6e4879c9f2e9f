import FlowMachine
import Testing

/// Fields of kind `phone` beside a country, with and without the host's table of numbers.
@Suite("Phone fields")
struct PhoneFieldTests {
  /// The rule of one country: `XX` numbers have the code 99, a leading zero at home, and six
  /// digits.
  private static let rules = PhoneRules(
    version: [UInt8]("7.0"),
    kept: { typed, country in
      let keys = typed.filter { $0 != 0x20 }
      let isHome = country == [UInt8]("XX") && keys.first == 0x30 && keys.count == 7
      return isHome ? [UInt8]("+99") + keys.dropFirst() : keys
    },
    shown: { kept, country in
      guard kept.starts(with: [UInt8]("+99")) else { return kept }
      return [UInt8](country == [UInt8]("XX") ? "0 " : "+99 ") + kept.dropFirst(3)
    },
    accepts: { $0.starts(with: [UInt8]("+99")) && $0.count == 9 },
    country: { $0.starts(with: [UInt8]("+99")) && $0.count == 9 ? [UInt8]("XX") : [] })

  private static let form = """
    facts: {country: {type: text}, number: {type: text}, other: {type: text}}
    initial: form
    screens:
      form:
        elements:
          - {field: country, fact: country, kind: country, label: t}
          - {field: number, fact: number, kind: phone, country: country, label: t, validate: [{phone: true, message: m.bad}]}
          - {field: other, fact: other, kind: phone, label: t, validate: [{phone: true, message: m.bad}]}
          - {button: go, label: t, submits: true}
          - {button: sure, label: t, enabled: number is valid and number is present}
        on: {go: done, sure: done}
      done:
        elements:
          - text: m.sent
    languages: [en]
    texts: {en: {t: T, m.bad: Wrong, m.sent: "{number}, {other}"}}
    """

  private func play(_ rules: PhoneRules?) throws -> Play {
    try Play(Flow(decoding: Fixture.bytes(Self.form), phones: rules))
  }

  private func text(_ name: String, _ play: Play) -> String {
    guard case .text(let text) = play.drawn(name)?.value else { return "" }
    return text.string
  }

  private func fact(_ name: String, _ play: Play) -> String {
    guard let fact = play.flow.fact(named: [UInt8](name)),
      case .text(let text) = play.machine.value(of: fact)
    else { return "" }
    return text.string
  }

  @Test("A text formats a number from a field, and shows any other as stored")
  func inText() throws {
    var play = try play(Self.rules)
    play.type("country", "XX")
    play.type("number", "0123456")
    play.type("other", "+99123456")
    play.tap("go")
    #expect(play.drawn.screen?.elements.first?.text.string == "+99 123456, +99123456")
  }

  @Test("PHN-3: with a table the fact becomes E.164 once valid, and shows in national format")
  func typed() throws {
    var play = try play(Self.rules)
    play.type("country", "XX")
    play.type("number", "012 345")
    #expect(fact("number", play) == "012345")
    #expect(play.drawn("number")?.problem.string == "Wrong")
    #expect(!play.acts("go"))
    #expect(play.drawn("sure")?.isEnabled == false)
    play.type("number", "012 3456")
    #expect(fact("number", play) == "+99123456")
    #expect(text("number", play) == "0 123456")
    #expect(play.drawn("number")?.problem.string == "")
    #expect(play.acts("go"))
    #expect(play.drawn("sure")?.isEnabled == true)
    play.type("number", "0 1234567")
    #expect(fact("number", play) == "01234567")
    play.type("number", "")
    #expect(play.drawn("number")?.problem.string == "")
  }

  @Test("PHN-3: changing the country parses the shown number again")
  func country() throws {
    var play = try play(Self.rules)
    play.type("country", "YY")
    play.type("number", "0123456")
    #expect(fact("number", play) == "0123456")
    play.type("country", "XX")
    #expect(fact("number", play) == "+99123456")
    play.type("country", "YY")
    #expect(fact("number", play) == "0123456")
    #expect(play.drawn("number")?.problem.string == "Wrong")
  }

  @Test("PHN-3: a number typed with another country's calling code brings its country")
  func foreign() throws {
    var play = try play(Self.rules)
    play.type("country", "YY")
    play.type("number", "+99 12345")
    #expect(fact("country", play) == "YY")
    play.type("number", "+99 123456")
    #expect(fact("number", play) == "+99123456" && fact("country", play) == "XX")
    #expect(text("number", play) == "0 123456")
  }

  @Test("Typed text survives a kill, and shows as before")
  func kill() throws {
    var play = try play(Self.rules)
    play.type("country", "XX")
    for number in ["012345", "0123456"] {
      play.type("number", number)
      let shown = text("number", play)
      try play.relaunch(after: 60_000)
      #expect(text("number", play) == shown)
    }
  }

  @Test("Without a table a number is checked for E.164 and shown as typed")
  func withoutTable() throws {
    var play = try play(nil)
    play.type("country", "XX")
    play.type("number", "012 3456")
    #expect(fact("number", play) == "012 3456")
    #expect(play.drawn("number")?.problem.string == "Wrong")
    play.type("number", "+99123456")
    #expect(text("number", play) == "+99123456")
    #expect(play.acts("go"))
  }

  @Test("A field without a country does not use the table")
  func withoutCountry() throws {
    var play = try play(Self.rules)
    play.type("other", "+1234 5678")
    #expect(fact("other", play) == "+1234 5678")
    play.type("other", "+12345678")
    #expect(play.drawn("other")?.problem.string == "")
  }

  @Test("A launch line names the table, and is refused with any other table")
  func recorded() throws {
    let bytes = try Fixture.bytes(Self.form)
    let flow = try Flow(decoding: bytes, phones: Self.rules)
    let line = LaunchLine(LaunchContext(now: 1, entropy: 1, runID: RunID(high: 7, low: 9)))
    let written = flow.write(line)
    #expect(written.string.contains(#""phones":"7.0""#))
    #expect(throws: Never.self) { try flow.launchLine(written) }
    let bare = try Flow(decoding: bytes)
    #expect(!bare.write(line).string.contains("phones"))
    #expect(throws: InputError.otherPhones) { try bare.launchLine(written) }
    #expect(throws: InputError.otherPhones) { try flow.launchLine(bare.write(line)) }
  }

  @Test("A flow without such a field accepts any table")
  func unused() throws {
    let bytes = try Fixture.bytes("initial: a\nscreens: {a: {}}\n")
    let line = LaunchLine(LaunchContext(now: 1, entropy: 1, runID: RunID(high: 7, low: 9)))
    let written = try Flow(decoding: bytes).write(line)
    #expect(try Flow(decoding: bytes, phones: Self.rules).write(line) == written)
  }
}
