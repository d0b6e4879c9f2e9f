import FlowMachine
import FlowVerification
import Testing

/// Each built-in property has a small wrong flow that violates exactly it.
@Suite("Wrong flows")
struct WrongFlowTests {
  struct Wrong: CustomTestStringConvertible, Sendable {
    let name: String
    let property: Property
    /// What it is about.
    let subject: String
    /// The moves of the shortest way there; nil for what is wrong with the whole flow.
    let length: Int?
    /// What the smallest change replaces, and what it writes there.
    let mistake: String
    let correction: String

    var testDescription: String { name }
  }

  static let all = [
    Wrong(
      name: "deadEnd", property: .deadEnd, subject: "-", length: 1, mistake: "back: false",
      correction: "back: true"),
    Wrong(
      name: "unhandledFailure", property: .unhandledFailure, subject: "load", length: 2,
      mistake: "[{when: load.succeeded, to: home}]",
      correction: "[{when: load.settled, to: home}]"),
    Wrong(
      name: "droppedSuccess", property: .droppedSuccess, subject: "load", length: 2,
      mistake: "survives: true", correction: "survives: false"),
    Wrong(
      name: "unreachableScreen", property: .unreachableScreen, subject: "waiting", length: nil,
      mistake: "{to: waiting, when: network}",
      correction: "{to: waiting, when: not network}"),
    Wrong(
      name: "unreachableTransition", property: .unreachableTransition, subject: "start always",
      length: nil, mistake: "tries: 1", correction: "tries: tries + 1"),
    Wrong(
      name: "endlessLoop", property: .endlessLoop, subject: "-", length: 1,
      mistake: "[{when: open, to: start}]", correction: "[{when: not open, to: start}]"),
    Wrong(
      name: "unprotectedScreen", property: .unprotectedScreen, subject: "home", length: 1,
      mistake: "token is unreadable", correction: "token is absent"),
    Wrong(
      name: "unprotectedAfterKill", property: .unprotectedScreen, subject: "home", length: 3,
      mistake: "restore: here", correction: "restore: start"),
    Wrong(
      name: "unprotectedAfterExpiry", property: .unprotectedScreen, subject: "home", length: 1,
      mistake: "{more: settings}",
      correction: "{more: settings, sessionExpired: {to: start, do: [{clear: [token]}]}}"),
    Wrong(
      name: "unprotectedAfterSignOut", property: .unprotectedScreen, subject: "home", length: 1,
      mistake: "protected: true",
      correction: "protected: true\n    always: [{when: token is absent, to: start}]"),
    Wrong(
      name: "unstableRestore", property: .unstableRestore, subject: "second", length: 1,
      mistake: "restore: third", correction: "restore: here"),
    Wrong(
      name: "backOverFinal", property: .backOverFinal, subject: "cart", length: 3,
      mistake: "keyed, final: true", correction: "safe, final: false"),
    Wrong(
      name: "backToOverlay", property: .backToOverlay, subject: "start", length: 3,
      mistake: "backTarget: true", correction: "backTarget: false"),
    Wrong(
      name: "never", property: .declared(0), subject: "onlyAgreed", length: 1,
      mistake: "go: {to: home}", correction: "go: [{to: home, when: agreed}, {do: [{toast: t}]}]"),
    Wrong(
      name: "always", property: .declared(0), subject: "inOrder", length: 1,
      mistake: "go: second",
      correction: "go: [{to: second, when: first is present}, {do: [{toast: t}]}]"),
    Wrong(
      name: "reachable", property: .declared(0), subject: "guests", length: nil,
      mistake: "skip: {to: home, do: [{set: {agreed: true}}]}", correction: "skip: home"),
    Wrong(
      name: "reachableFrom", property: .declared(0), subject: "wayOut", length: 2,
      mistake: "leave: {do:", correction: "leave: {to: start, do:"),
  ]

  @Test("A wrong flow violates exactly its property, after a shortest trace", arguments: all)
  func wrong(_ wrong: Wrong) throws {
    let checked = try Checked(text: Checked.text(of: wrong.name))
    #expect(
      checked.report == [
        "\(wrong.property) \(wrong.subject) after \(wrong.length.map { "\($0)" } ?? "-")"
      ])
  }

  @Test("With the smallest change to it nothing is found", arguments: all)
  func corrected(_ wrong: Wrong) throws {
    let text = try Checked.text(of: wrong.name)
    let parts = text.split(separator: wrong.mistake, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let checked = try Checked(text: parts.joined(separator: wrong.correction))
    #expect(checked.report == [])
  }

  @Test("A brute force search finds the same in them", arguments: all)
  func bruteForce(_ wrong: Wrong) throws {
    let checked = try Checked(text: Checked.text(of: wrong.name))
    let brute = try BruteForce(checked, most: 2_000)
    #expect(brute.isComplete || wrong.property == .unreachableTransition)
    let isWhole = [.unreachableScreen, .unreachableTransition].contains(wrong.property)
    #expect(brute.lengths == (isWhole ? [:] : [wrong.property: wrong.length ?? 0]))
  }

  @Test("Onboarding violates nothing")
  func onboarding() throws {
    #expect(try Checked(path: "Flows/onboarding/onboarding.flow.yaml").report == [])
  }
}
