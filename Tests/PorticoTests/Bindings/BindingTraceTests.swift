import FlowDefinition
import FlowMachine
import FlowSimulation
import Portico
import StandardFlows
import TestSupport
import Testing

/// The play scripts of the shipped flows through `AppEntry` and what `PorticoUI`'s views are bound to. `Tests/Web/test_hosts_agree.py`
/// shows that the page gives the trace of the play; so these traces are those of the page, too.
@MainActor @Suite("Play scripts through the views' bindings", .timeLimit(.minutes(20)))
struct BindingTraceTests {
  struct Script: CustomTestStringConvertible, Sendable {
    let flow: String
    let file: String

    var testDescription: String { String(file.split(separator: "/").last ?? "") }

    static let all = StandardFlow.all.flatMap { flow in
      Repository.files(below: "Flows/\(flow.name)/play", ending: ".play.yaml").map {
        Script(flow: flow.name, file: $0)
      }
    }

    func read() throws -> (PlayScript, AppFlow) {
      let standard = try #require(StandardFlow.all.first { $0.name == self.flow })
      let flow = AppFlow(standard)
      let (root, _) = YAMLTree.read(bytes: Repository.read(file) ?? [], file: file)
      let node = ScriptNode(try #require(root))
      return (try #require(PlayScript.read(node, for: flow.flow).script), flow)
    }
  }

  /// The machine's own lines.
  private static func trace(_ play: PlayScript, _ flow: AppFlow, _ person: Bool) -> (
    lines: [String], failure: PlayFailure?, outside: [String]
  ) {
    var lines: [String] = []
    let player = Player(
      play, flow.flow,
      write: { line in
        let text = String(decoding: line, as: UTF8.self)
        if text.contains(#""effects":["#) { lines.append(text) }
      })
    let views = ViewPerson(player.device, flow)
    if person {
      player.person = { (action: PlayAction, next: PlayAction?) -> Outcome? in
        MainActor.assumeIsolated { views.perform(action, before: next) }
      }
    }
    let failure = player.run()
    return (lines, failure, views.outside)
  }

  @Test("Each script gives the trace of the play, byte for byte", arguments: Script.all)
  func same(_ script: Script) throws {
    let (play, flow) = try script.read()
    let expected = Self.trace(play, flow, false)
    let found = Self.trace(play, flow, true)
    #expect(found.failure == nil)
    #expect(!expected.lines.isEmpty)
    let difference = zip(expected.lines, found.lines).first { $0 != $1 }
    #expect(difference == nil)
    #expect(expected.lines.count == found.lines.count)
  }

  @Test(
    "Nine of ten steps go through the bindings, and each of the others does not for a known reason")
  func outside() throws {
    var steps = 0
    var reasons: [String: Int] = [:]
    for script in Script.all {
      let (play, flow) = try script.read()
      steps += play.steps.filter(\.action.isInput).count
      for reason in Self.trace(play, flow, true).outside { reasons[reason, default: 0] += 1 }
    }
    let known: Set = [
      // Returns from a provider, which the app's delegate hears of.
      "the device's",
      // An alert has buttons. The scripts also use the page's key that dismisses it.
      "the gesture on something else than a sheet",
      // The view sends nothing where nothing changes.
      "a text that the field shows already",
      // The scripts look at the screen before they press the button; the views have pressed it by then.
      "a complete code that is not sent at once",
      // Inputs that the scripts expect to be refused; a view does not offer them.
      "a way back that is not there", "a button that is disabled", "a button that is not there",
      "a choice that is disabled or not there",
    ]
    #expect(Set(reasons.keys).subtracting(known) == [])
    #expect(reasons.values.reduce(0, +) * 10 < steps)
  }
}
