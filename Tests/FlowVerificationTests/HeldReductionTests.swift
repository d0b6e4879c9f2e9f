import FlowVerification
import Testing

/// A held signal stands in a state only where taking it decides something.
@Suite struct HeldReductionTests {
  typealias Pair = ReductionTests.Pair

  /// A link that waits for home, which does something with it.
  static func document(_ taken: String) -> String {
    """
    flow: held
    version: 1
    languages: [en]
    goals: [home]
    signals: {link: {value: text, saves: destination, held: true}}
    facts: {destination: {type: text}, seen: {type: flag, initial: true}}
    initial: start
    screens:
      start:
        backTarget: false
        elements: [{button: on, label: t}, {button: other, label: t}]
        on: {on: middle, other: opened}
      middle: {backTarget: false, elements: [{button: on, label: t}], on: {on: home}}
      home:
        backTarget: false
        elements: [{button: again, label: t}, {button: forget, label: t, enabled: seen}]
        on: {again: start, forget: {to: start, do: [{set: {seen: false}}]}, link: \(taken)}
      opened: {backTarget: false, elements: [{button: on, label: t}], on: {on: home}}
    texts: {en: {t: "{destination}"}}
    """
  }

  static let call = "{perform: {name: open, with: {destination: \"{destination}\"}}}"

  @Test("ENT-4: a link that home only passes on to the app is part of no state before home")
  func inert() throws {
    let text = Self.document("{do: [\(Self.call), {clear: [destination]}]}")
    let pair = try #require(try Pair(text, most: 1_000))
    #expect(pair.findings(pair.reduced) == pair.findings(pair.whole))
    // Four screens, `seen` or not; before home with a link and without one.
    #expect(pair.reduced.stateCount == 8)
    #expect(pair.whole.stateCount == 14)
    #expect(!pair.findings(pair.reduced).contains("unreachableTransition home link"))
  }

  @Test(
    "ENT-4: a link that leads somewhere, or writes what is read, is kept",
    arguments: ["opened", "{do: [{set: {seen: true}}]}"])
  func kept(taken: String) throws {
    let pair = try #require(try Pair(Self.document(taken), most: 1_000))
    #expect(pair.findings(pair.reduced) == pair.findings(pair.whole))
    #expect(pair.reduced.stateCount > 8)
  }
}
