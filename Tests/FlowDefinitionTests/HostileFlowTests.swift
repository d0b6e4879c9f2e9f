import FlowDefinition
import FlowMachine
import Foundation
import Statechart
import TestSupport
import Testing

/// Documents that are wrong in ways that only the whole compiler sees, and documents that are made
/// to be large.
@Suite(.timeLimit(.minutes(20))) struct HostileFlowTests {
  /// More of them: PORTICO_FUZZ_ROUNDS=1000 swift test --filter HostileFlowTests
  static let rounds =
    ProcessInfo.processInfo.environment["PORTICO_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 20

  @Test(
    "Changed copies of real flows give diagnostics or a flow that runs, and no crash",
    arguments: ShippedFlowTests.all)
  func mutated(path: String) throws {
    var random = SeededGenerator(announcing: "changed copies of \(path)", seed: 20_261_122)
    let text = String(decoding: try #require(ShippedFlowTests.read(path)), as: UTF8.self)
    for round in 0..<Self.rounds {
      let changed = Mutation.change(text, &random)
      let outcome = FlowCompiler.compile(file: path) {
        // The lock file would refuse most of them for their names alone.
        $0 == path ? Array(changed.utf8) : $0.hasSuffix(".lock") ? nil : ShippedFlowTests.read($0)
      }
      let told: Comment = "seed \(random.seed), round \(round) of \(path)"
      #expect((outcome.flow == nil) == !outcome.diagnostics.isEmpty, told)
      guard let compiled = outcome.flow else { continue }
      var running = try RunningFlow(Flow(decoding: compiled.bytes))
      running.wait(60_000)
    }
  }

  @Test("More states than ids can number are refused, at the first one too many")
  func states() {
    let states = (0...4_096).map { "  s\($0): {}\n" }.joined()
    #expect(codes("initial: s0\nstates:\n" + states) == [.tooMany])
  }

  @Test(
    "More transitions, actions or conditions than ids can number are refused, however they are written"
  )
  func rows() {
    let transitions = String(repeating: "{when: a, to: home}, ", count: 20_000)
    let facts = "facts: {a: {type: flag}, n: {type: number}}\n"
    let screens = (0..<4).map { "  s\($0): {always: [\(transitions)]}\n" }.joined()
    #expect(
      codes(facts + "initial: home\nscreens:\n  home: {}\n" + screens).contains(.tooManyNodes))
    let guardText = (0..<127).map { "n == \($0)" }.joined(separator: " or ")
    let guards = String(repeating: "{when: 'a or \(guardText)', to: home}, ", count: 600)
    #expect(
      codes(facts + "initial: home\nscreens: {home: {\"on\": {back: [\(guards)]}}}\n") == [
        .tooLarge
      ])
    let clears = String(repeating: "a, ", count: 90_000)
    #expect(
      codes(facts + "initial: home\nscreens: {home: {enter: [{clear: [\(clears)]}]}}\n").contains(
        .duplicateName))
  }

  @Test("More constants than ids can number are refused")
  func constants() {
    let guards = (0..<700).map { line in
      let conditions = (0..<100).map { "n == \(line * 100 + $0)" }
      return "{when: '\(conditions.joined(separator: " or "))', to: home}"
    }
    let body = """
      facts: {n: {type: number}}
      initial: home
      screens: {home: {"on": {back: [\(guards.joined(separator: ", "))]}}}
      """
    #expect(codes(body) == [.tooLarge])
  }

  @Test("Too many choices, classes or columns are refused")
  func lists() {
    let many = (0..<30_000).map { "v\($0)" }
    let values = many.joined(separator: ", ")
    #expect(codes("facts: {m: {type: choice, values: [\(values)]}}\n") == [.tooMany])
    #expect(codes("configuration: {m: {values: [\(values)], default: v0}}\n") == [.tooMany])
    let columns = many.map { "\($0): text" }.joined(separator: ", ")
    #expect(codes("facts: {m: {type: list, of: {\(columns)}}}\n") == [.tooMany])
    let classes = many.prefix(20_000).map { "\($0): {status: 400}" }.joined(separator: ", ")
    let request = "requests: {r: {http: {url: https://example.org}, classes: {\(classes)}}}\n"
    #expect(codes(request + "initial: s\nscreens: {s: {}}\n") == [.tooMany])
    let statuses = String(repeating: "400, ", count: 60_000)
    let status =
      "requests: {r: {http: {url: https://example.org}, classes: {c: {status: [\(statuses)]}}}}\n"
    #expect(codes(status).contains(.duplicateName))
  }

  @Test("Thousands of unknown names in a flow with thousands of names are reported without delay")
  func unknownNames() {
    let padding = String(repeating: "x", count: 50)
    let facts = (0..<4_000).map { "  f\(padding)\($0): {type: flag}\n" }.joined()
    let always = (0..<10_000).map { "      - {when: g\(padding)\($0), to: home}\n" }.joined()
    let diagnostics = Documents(
      "facts:\n" + facts + "initial: home\nscreens:\n  home:\n    always:\n" + always
    ).outcome.diagnostics
    #expect(diagnostics.count == 100 && Set(diagnostics.map(\.code)) == [.unknownName])
  }

  private func codes(_ body: String) -> [DiagnosticCode] {
    Array(Set(Documents(body).outcome.diagnostics.map(\.code)))
  }
}

/// Changes a document as a slip of the hand would, or a hand that means harm.
private enum Mutation {
  static func change(_ text: String, _ random: inout SeededGenerator) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0...random.below(3) {
      let line = random.below(lines.count)
      switch random.below(7) {
      case 0: lines.remove(at: line)
      case 1: lines.insert(lines[line], at: random.below(lines.count))
      case 2: lines.swapAt(line, random.below(lines.count))
      case 3: lines[line] = "  " + lines[line]
      default: lines[line] = replaceWord(in: lines[line], from: lines, &random)
      }
      if lines.isEmpty { return "" }
    }
    return lines.joined(separator: "\n")
  }

  /// Puts a word from anywhere in the document in the place of another one.
  private static func replaceWord(
    in line: String, from lines: [String], _ random: inout SeededGenerator
  ) -> String {
    let words = words(of: line)
    let others = Self.words(of: lines[random.below(lines.count)])
    guard !words.isEmpty, !others.isEmpty else { return line }
    let word = words[random.below(words.count)]
    let other = others[random.below(others.count)]
    return line.replacing(word, with: other, maxReplacements: 1)
  }

  private static func words(of line: String) -> [Substring] {
    line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
  }
}
