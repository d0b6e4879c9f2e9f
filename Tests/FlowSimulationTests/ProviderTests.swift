import FlowSimulation
import TestSupport
import Testing

/// Sign-in with an account at a provider, as far as flows carry it; each row by the scripts that are named after it.
@Suite struct ProviderTests {
  @Test(
    "ACC-4, FED-2: a provider signs in somebody who never registered, in both flows that offer it")
  func acc4() throws { try Shipped.shows("ACC-4", atLeast: 2) }

  @Test("CMP-7: a return finds its sign-in where the app was killed meanwhile")
  func cmp7() throws { try Shipped.shows("CMP-7") }

  @Test("FED-1: the chooser has what the server has configured, where anybody can be led back")
  func fed1() throws { try Shipped.shows("FED-1", atLeast: 3) }

  @Test("FED-3: a sign-in outlives its page, and is over after ten minutes")
  func fed3() throws { try Shipped.shows("FED-3") }

  @Test("FED-4: a return that comes twice, or whose completion is lost, signs in once")
  func fed4() throws { try Shipped.shows("FED-4", atLeast: 2) }

  @Test("FED-5: each way to fail is told apart, and leads on")
  func fed5() throws { try Shipped.shows("FED-5", atLeast: 3) }

  @Test("FED-6: a native sheet signs in by the same screens")
  func fed6() throws { try Shipped.shows("FED-6") }

  @Test("FED-7: an address that the provider does not speak for takes a code, or is left out")
  func fed7() throws { try Shipped.shows("FED-7", atLeast: 2) }

  @Test("FED-9: the name that Apple tells once is there at the next sign-in")
  func fed9() throws { try Shipped.shows("FED-9") }

  @Test("FED-10: a provider that is down says so, and the other ways go on")
  func fed10() throws { try Shipped.shows("FED-10") }

  @Test("FED-12: the same scripts go through simulated providers")
  func fed12() throws { try Shipped.shows("FED-12", atLeast: 2) }

  private static func problems(_ step: String) throws -> [String] {
    let text = "title: x\nsteps:\n  - launch\n  - \(step)"
    let flow = try Shipped.flow("account")
    return try Stages.read(text, for: flow).errors.map(\.description)
  }

  @Test(
    "What a return cannot be is refused with what to write",
    arguments: [
      ("return: maybe", "expected one of allow, cancel, deny"),
      ("return: {state: own}", "expected one of foreign"),
      ("return: {nam: Ada}", "unknown key 'nam'; known: decision, as"),
      ("return: {verified: false}", "give its address with 'as'"),
      ("return: {lost: true, twice: true}", "a return that is lost tells nothing"),
      ("return: {twice: 3}", "expected true or false for twice"),
    ])
  func mistakes(_ step: String, _ words: String) throws {
    let problems = try Self.problems(step)
    #expect(problems.contains { $0.contains(words) }, "\(problems)")
    #expect(try Self.problems("return: {as: ada@example.org, verified: false, twice: true}") == [])
  }

  @Test("CMP-7: a return starts an app that does not run, and one that does not wait ignores it")
  func starts() throws {
    let script = try Stages.script(
      "title: x\nsteps: [launch, kill, {return: allow}, {expect: {running: true, screen: signIn}}]",
      for: Shipped.flow("account"))
    #expect(try Player(script, Shipped.flow("account")).run() == nil)
  }
}
