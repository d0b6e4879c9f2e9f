import FlowMachine
import Foundation
import TestSupport
import Testing

@Suite("Computed facts")
struct ComputedFactTests {
  private static let body = """
    languages: [en]
    configuration: {rate: {type: number, default: 3}}
    facts:
      seats: {type: number, place: device, domain: {least: 0, most: 9}}
      price: {type: number, place: preferences, domain: {least: 0, most: 100}}
      member: {type: flag, place: device}
      music: {type: flag, place: memory}
      film: {type: flag, place: memory}
      first: {type: text, place: memory}
      size: {type: choice, values: [small, large], place: memory}
      half: {type: number, value: total / 2}
      total:
        type: number
        value:
          - {when: member, value: "price * seats - 5"}
          - {when: member is present, value: price * seats}
      kinds: {type: number, value: "count(music, film)"}
      isLarge: {type: flag, value: total > 20 and not member}
      greeting: {type: text, value: "Dear {first} ({size}, {half}, {rate})"}
    requests:
      book:
        app: book
        repeat: safe
        with: {total: "{total}", greeting: "{greeting}", isLarge: "{isLarge}", half: "is {half}"}
    initial: form
    screens:
      form:
        elements:
          - {toggle: music, fact: music, label: t}
          - {toggle: film, fact: film, label: t}
          - {choice: size, fact: size, label: t, options: {small: t, large: t}}
          - {field: first, fact: first, label: t}
          - {text: kinds}
          - {button: cheap, label: t}
          - {button: book, label: t, enabled: isLarge}
        on:
          cheap: {do: [{set: {price: 7}}, {when: total > 20, toast: dear}]}
          book: {do: [{request: book}]}
    texts:
      en: {t: T, dear: Dear, kinds: {count: kinds, one: "{kinds} kind, {greeting}", other: "{kinds} kinds, {greeting}"}}
    """

  private func play() throws -> Play { try Play(Fixture.flow(Self.body)) }

  @Test("They follow what they are computed from, at once and in any order of declaration")
  func follow() throws {
    var play = try play()
    #expect(play.number("total") == nil && play.number("half") == nil)
    #expect(play.number("kinds") == 0)
    #expect(play.number("isLarge") == 0)
    play.tell("seats", .number(4))
    play.tell("member", .number(0))
    #expect(play.number("total") == nil)
    play.tap("cheap")
    #expect(play.number("total") == 28 && play.number("half") == 14)
    #expect(play.number("isLarge") == 1)
    play.tell("member", .number(1))
    #expect(play.number("total") == 23 && play.number("half") == 11)
    #expect(play.number("isLarge") == 0)
    play.tell("member", .absent)
    #expect(!play.isPresent("total") && !play.isPresent("half"))
  }

  @Test("Texts, plural forms, guards of elements and bodies read them like any fact")
  func readers() throws {
    var play = try play()
    play.tell("seats", .number(4))
    play.tell("member", .number(0))
    play.tap("cheap")
    play.step(.set(play.element("music"), .flag(true)))
    play.type("first", "Ann")
    play.step(.set(play.element("size"), .option(1)))
    #expect(play.text("greeting") == "Dear Ann (large, 14, 3)")
    let screen = try #require(play.machine.screen(at: play.now, language: 0).screen)
    #expect(screen.elements.map(\.text.string).contains("1 kind, Dear Ann (large, 14, 3)"))
    #expect(play.acts("book"))
    play.tap("book")
    #expect(
      play.sent("book")
        == #"{"total":28,"greeting":"Dear Ann (large, 14, 3)","isLarge":true,"half":"is 14"}"#)
  }

  @Test("An action sees what the actions before it have changed")
  func withinActions() throws {
    var play = try play()
    play.tell("seats", .number(4))
    play.tell("member", .number(0))
    let before = play.machine.journalRecord.count
    play.tap("cheap")
    #expect(play.number("total") == 28)
    #expect(play.toasts == ["Dear"])
    #expect(before > 0)
  }

  @Test("A kill takes them only with what they are computed from")
  func kill() throws {
    var play = try play()
    play.tell("seats", .number(4))
    play.tell("member", .number(0))
    play.tap("cheap")
    play.step(.set(play.element("music"), .flag(true)))
    play.type("first", "Ann")
    try play.relaunch()
    #expect(play.number("total") == 28 && play.number("isLarge") == 1)
    #expect(play.number("kinds") == 0)
    #expect(play.text("greeting") == "Dear  (, 14, 3)")
  }

  @Test("The sample of the manual computes what the manual says")
  func manual() throws {
    let manual = try #require(Repository.read("docs/flow-language.md")).string
    let section = try #require(manual.components(separatedBy: "### Computed facts").last)
    let parts = section.components(separatedBy: "```")
    let sample = try #require(parts.dropFirst().first { $0.hasPrefix("yaml\n") }).dropFirst(5)
    var play = try Play(
      Fixture.flow(
        """
        languages: [en]
        \(sample)
        initial: form
        signals: {priced: {value: number, saves: price}, seated: {value: number, saves: seats}, joined: {}}
        on: {joined: {do: [{set: {member: true}}]}}
        screens:
          form:
            elements:
              - {field: first, fact: first, label: t}
              - {field: last, fact: last, label: t}
              - {text: t, when: isGroup}
        texts: {en: {t: "{total} {fullName}"}}
        """))
    play.signal("priced", number: 101)
    play.signal("seated", number: 5)
    play.type("first", "Ann")
    play.type("last", "Lee")
    #expect(play.number("total") == 505 && play.number("isGroup") == 1)
    #expect(play.text("fullName") == "Ann Lee")
    play.signal("joined")
    #expect(play.number("total") == 454 && play.number("isGroup") == 0)
  }

  // MARK: Expressions

  /// An expression and its value, computed apart from the machine; nil where it has none.
  private struct Drawn {
    var text: String
    var value: Int64?

    init(_ random: inout SeededGenerator, depth: Int, _ facts: [Int64?]) {
      guard depth > 0, random.chance(75) else {
        if random.chance(40) {
          let number = Int64(random.pick([0, 1, 2, 3, 10, 1_000_000, 4_000_000_000]))
          (text, value) = ("\(number)", number)
        } else {
          let fact = random.below(facts.count)
          (text, value) = ("f\(fact)", facts[fact])
        }
        return
      }
      let left = Drawn(&random, depth: depth - 1, facts)
      let right = Drawn(&random, depth: depth - 1, facts)
      let sign = random.pick(["+", "-", "*", "/", "%", "min", "max"])
      text =
        sign.count > 1
        ? "\(sign)(\(left.text), \(right.text))" : "(\(left.text) \(sign) \(right.text))"
      guard let first = left.value, let second = right.value else {
        value = nil
        return
      }
      let (number, isOver): (Int64, Bool) =
        switch sign {
        case "+": first.addingReportingOverflow(second)
        case "-": first.subtractingReportingOverflow(second)
        case "*": first.multipliedReportingOverflow(by: second)
        case "/": second == 0 ? (0, true) : first.dividedReportingOverflow(by: second)
        case "%": second == 0 ? (0, true) : (first % second, false)
        case "min": (min(first, second), false)
        default: (max(first, second), false)
        }
      value = isOver || number == .min ? nil : number
    }
  }

  @Test(
    "Random expressions have the value that arithmetic gives them, and what could fail is refused")
  func arithmetic() throws {
    var random = SeededGenerator(announcing: "expressions", seed: 11)
    var (accepted, refused) = (0, 0)
    for _ in 0..<600 {
      let facts: [Int64?] = (0..<3).map { _ in
        random.pick([nil, -7, -1, 0, 1, 2, 5, 9, 2_000_000_000])
      }
      let drawn = Drawn(&random, depth: 4, facts)
      let declared = facts.indices.map {
        "  f\($0): {type: number, place: device, domain: {least: -7, most: 2000000000}}"
      }
      let body = """
        languages: [en]
        facts:
        \(declared.joined(separator: "\n"))
          used: {type: number, value: 0 * f0 + 0 * f1 + 0 * f2}
          x: {type: number, value: "\(drawn.text)"}
        initial: form
        screens: {form: {elements: [{text: t}]}}
        texts: {en: {t: "{x}{used}"}}
        """
      guard let flow = try? Fixture.flow(body) else {
        refused += 1
        continue
      }
      accepted += 1
      var play = try Play(flow)
      for (place, fact) in facts.enumerated() {
        if let fact { play.tell("f\(place)", .number(fact)) }
      }
      #expect(play.number("x") == drawn.value, "\(drawn.text) of \(facts)")
    }
    // Of what is accepted, nothing has no value but for an absent fact: `OverflowTests` has the rest.
    #expect(accepted > 150 && refused > 50, "\(accepted) accepted, \(refused) refused")
  }

  @Test("No expression that was accepted has no value while its facts are in their domains")
  func total() throws {
    var random = SeededGenerator(announcing: "total expressions", seed: 12)
    var accepted = 0
    for _ in 0..<600 {
      let facts: [Int64?] = (0..<3).map { _ in random.pick([-7, -1, 0, 1, 2, 5, 9]) }
      let drawn = Drawn(&random, depth: 3, facts)
      let declared = facts.indices.map {
        "  f\($0): {type: number, place: device, domain: {least: -7, most: 9}}"
      }
      let body = """
        languages: [en]
        facts:
        \(declared.joined(separator: "\n"))
          used: {type: number, value: f0 + f1 + f2}
          x: {type: number, value: "\(drawn.text)"}
        initial: form
        screens: {form: {elements: [{text: t}]}}
        texts: {en: {t: "{x}{used}"}}
        """
      guard (try? Fixture.flow(body)) != nil else { continue }
      accepted += 1
      #expect(drawn.value != nil, "\(drawn.text) of \(facts)")
    }
    #expect(accepted > 200, "\(accepted) accepted")
  }

  @Test("A number outside its domain that leaves 64 bits leaves the fact absent")
  func outside() throws {
    var play = try play()
    play.tell("member", .number(0))
    play.tap("cheap")
    play.tell("seats", .number(.max))
    #expect(!play.isPresent("total") && !play.isPresent("half") && play.isPresent("greeting"))
    play.tell("seats", .number(2))
    #expect(play.number("total") == 14)
  }

  @Test(
    "A flow has at most 256 computed values, of which a flag has two", arguments: [false, true])
  func limit(areFlags: Bool) throws {
    let most = areFlags ? 128 : 256
    for count in [most, most + 1] {
      let facts = (0..<count).map {
        areFlags ? "  f\($0): {type: flag, value: a}" : "  f\($0): {type: number, value: 1}"
      }
      let uses = (0..<count).map { "{f\($0)}" }.joined()
      let body = """
        languages: [en]
        facts:
          a: {type: flag, place: device}
        \(facts.joined(separator: "\n"))
        initial: form
        screens: {form: {elements: [{text: t, when: a}]}}
        texts: {en: {t: "\(uses)"}}
        """
      #expect(((try? Fixture.flow(body)) == nil) == (count > most), "\(count)")
    }
  }

  @Test("Tables that compute a fact of another place, or too many, are refused")
  func tables() throws {
    let tables = try FlowTables(decoding: Fixture.bytes(Self.body))
    var wrong = tables
    let seats = try #require(wrong.facts.firstIndex { $0.place == .device })
    wrong.computed[0].fact = FactID(seats)
    #expect(throws: FlowError.self) { try Flow(decoding: wrong.encoded()) }
    var many = tables
    many.computed = Array(repeating: tables.computed[0], count: FlowLimits.computed + 1)
    #expect(throws: FlowError.self) { try Flow(decoding: many.encoded()) }
    many.computed.removeLast()
    #expect(throws: Never.self) { try Flow(decoding: many.encoded()) }
    // Segments that are no expression have no value; nothing else comes of them.
    var torn = tables
    for row in torn.computed.indices { torn.computed[row].template = 0 }
    _ = try Play(Flow(decoding: torn.encoded()))
  }
}
