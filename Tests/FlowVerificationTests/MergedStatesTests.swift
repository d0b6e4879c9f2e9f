import FlowDefinition
import FlowMachine
import FlowVerification
import Foundation
import TestSupport
import Testing

/// What nothing wrong is found in with merged states, is right.
@Suite("Merged states")
struct MergedStatesTests {
  /// What is found in a flow with merged states; nil where the exploration does not end, or there is nothing to merge.
  static func merged(_ checked: Checked, most: Int = 100_000) throws -> Explorer? {
    let explorer = try Explorer(
      checked.domain, Intentions(checked.plan), merges: true)
    guard explorer.isMerging else { return nil }
    explorer.begin()
    guard explorer.explore(shouldStop: { states, _ in states > most }) else { return nil }
    explorer.conclude()
    return explorer
  }

  /// `PORTICO_FLOWS` asks for more flows.
  private static let wanted =
    ProcessInfo.processInfo.environment["PORTICO_FLOWS"].flatMap { Int($0) } ?? 60

  @Test("What is wrong with random flows is found with merged states too")
  func agree() throws {
    var random = SeededGenerator(announcing: "merged states", seed: 41)
    var (compared, right, proven, single, merged) = (0, 0, 0, 0, 0)
    while compared < Self.wanted {
      let seed = random.next()
      var (facts, choices) = (FlowGenerator(seed: seed), ChoiceFlowGenerator(seed: seed))
      // What a property reads is never merged.
      let text =
        compared % 4 == 0 ? Self.withoutProperties(facts.document()) : choices.document()
      guard let checked = try? Checked(text: text, most: 1_000),
        checked.explorer.isComplete, let explorer = try Self.merged(checked)
      else { continue }
      compared += 1
      single += checked.explorer.stateCount
      merged += explorer.stateCount
      if checked.found.isEmpty { right += 1 }
      if checked.found.isEmpty, explorer.found.isEmpty { proven += 1 }
      #expect(Self.missing(from: explorer, of: checked) == [], "seed \(seed)\n\(text)")
    }
    #expect(merged < single)
    print(
      "merged states: \(compared) flows, of \(right) right ones \(proven) proven; "
        + "\(single) states, \(merged) merged")
  }

  /// What is found in a flow and not with merged states. A state in which one waits for the device may be a dead end for
  /// some of those that a merged one stands for.
  static func missing(from merged: Explorer, of checked: Checked) -> Set<String> {
    func findings(_ explorer: Explorer) -> Set<String> {
      Set(explorer.found.map { "\($0.property) \(checked.name(of: $0, by: explorer))" })
    }
    let isStuck = merged.found.contains { [.deadEnd, .waitForDevice].contains($0.property) }
    return findings(checked.explorer).subtracting(findings(merged)).filter {
      !(isStuck && $0.hasPrefix("waitForDevice"))
    }
  }

  private static func withoutProperties(_ text: String) -> String {
    var isInside = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if !line.hasPrefix(" ") { isInside = line.hasPrefix("properties:") }
      return !isInside
    }.joined(separator: "\n")
  }

  @Test("What is wrong with each wrong flow is found with merged states too")
  func wrong() throws {
    let paths = Repository.files(
      below: "Tests/FlowVerificationTests/Wrong", ending: ".flow.yaml")
    var compared = 0
    for path in paths {
      guard let checked = try? Checked(path: path),
        checked.explorer.isComplete, !checked.found.isEmpty,
        let explorer = try Self.merged(checked)
      else { continue }
      compared += 1
      #expect(Self.missing(from: explorer, of: checked) == [], "\(path)")
    }
    print("merged states: \(compared) wrong flows")
  }

  /// One screen with many switches, each of which opens a button of its own.
  static func switches(_ count: Int) -> String {
    let numbers = 1...count
    return """
      flow: switches
      version: 1
      languages: [en]
      goals: [end]
      facts:
      \(numbers.map { "  f\($0): {type: flag, initial: false}" }.joined(separator: "\n"))
      initial: settings
      screens:
        settings:
          elements:
            - {button: done, label: t}
      \(numbers.map { "      - {toggle: s\($0), fact: f\($0), label: t}" }.joined(separator: "\n"))
      \(numbers.map { "      - {button: b\($0), label: t, when: f\($0)}" }.joined(separator: "\n"))
          on:
            done: end
      \(numbers.map { "      b\($0): end" }.joined(separator: "\n"))
        end: {elements: [{heading: t}]}
      texts: {en: {t: T}}
      """
  }

  /// Questions one after the other, of which a last screen leads back to each, and a request that sends the answers.
  static func questions(_ count: Int) -> String {
    let numbers = 1...count
    let facts = numbers.map { "  c\($0): {type: choice, values: [a, b]}" }
    let screens = numbers.map {
      """
        s\($0):
          back: true
          elements:
            - {choice: p, fact: c\($0), label: t, options: {a: t, b: u}}
            - {button: next, label: t, enabled: c\($0) is present}
          on: {next: \($0 == count ? "review" : "s\($0 + 1)")}
      """
    }
    return """
      flow: questions
      version: 1
      languages: [en]
      goals: [end]
      facts:
      \(facts.joined(separator: "\n"))
      requests:
        send: {app: send, with: {\(numbers.map { "c\($0): \"{c\($0)}\"" }.joined(separator: ", "))}, repeat: keyed}
      initial: s1
      screens:
      \(screens.joined(separator: "\n"))
        review:
          back: true
          elements:
      \(numbers.map { "      - {button: e\($0), label: t, when: c\($0) == b}" }.joined(separator: "\n"))
            - {button: send, label: t}
            - {progress: u, when: send.running}
            - {text: failed, when: send.failed}
          on:
            send: {do: [{request: send}]}
      \(numbers.map { "      e\($0): s\($0)" }.joined(separator: "\n"))
          always: [{when: send.succeeded, to: end}]
        end: {elements: [{heading: t}]}
      texts: {en: {t: T, u: U, failed: F}}
      """
  }

  @Test(
    "Twenty-four choices are proven",
    arguments: [
      (ScaleDocuments.choices(24), 100), (switches(24), 1_000), (questions(24), 5_000),
    ])
  func many(text: String, states: Int) throws {
    let checked = try Checked(text: text, most: -1)
    let result = try Verification.run(checked.flow, checked.plan)
    #expect(result.isComplete)
    #expect(result.findings.map(\.problem) == [])
    #expect(result.states <= states)
  }

  /// Where the first field leads on as soon as it is filled in, by a choice.
  static let leading = """
    flow: leading
    version: 1
    languages: [en]
    goals: [end]
    facts: {first: {type: text}, second: {type: text}, wanted: {type: flag}}
    initial: settings
    screens:
      settings:
        elements: [{toggle: w, fact: wanted, label: t}, {button: next, label: t}]
        on: {next: form}
      form:
        elements:
          - {field: one, fact: first, label: t, validate: [{required: true, message: u}]}
          - {field: two, fact: second, label: t, validate: [{required: true, message: u}]}
          - {button: send, label: t, submits: true}
        on: {send: end}
        always: [{when: first is valid and wanted, to: stuck}]
      stuck: {elements: [{heading: u}]}
      end: {elements: [{heading: t}]}
    texts: {en: {t: T, u: U}}
    """

  @Test("What is filled in may lead on by a choice before all is filled in")
  func leadingField() throws {
    let checked = try Checked(text: Self.leading)
    let explorer = try #require(try Self.merged(checked))
    #expect(checked.found.contains { $0.property == .deadEnd })
    #expect(explorer.found.contains { $0.property == .deadEnd })
  }

  @Test("A flow that is wrong for one of many choices is not proven, and what may be wrong is said")
  func wrongForOne() throws {
    let right = ScaleDocuments.choices(16)
    let text = right.replacing(
      "{button: finish, label: t}", with: "{button: finish, label: t, when: choice9 == a}")
    #expect(text != right)
    let checked = try Checked(text: text, most: -1)
    let explorer = try #require(try Self.merged(checked))
    #expect(explorer.found.contains { $0.property == .deadEnd })
    let result = try Verification.run(
      checked.flow, checked.plan, budget: .init(states: 30_000))
    #expect(!result.isComplete)
    #expect(result.limit == .states)
    #expect(result.suspicions.count == 1)
    #expect(result.suspicions.first?.contains("dead-end: No goal ('end') is reachable") == true)
  }
}
