import FlowMachine
import FlowRuntime
import FlowSimulation
import PorticoCommands
import Statechart
import TestSupport
import Testing

/// People without a script, on simulated devices whose server answers as the document says.
@Suite("A person without a script")
struct VirtualPersonTests {
  private static let facts = [
    "session": "\"absent\"", "network": "true", "region": "\"DE\"", "location": "\"highest\"",
  ]

  /// A device in the hands of somebody, and the screens on which they did something.
  private final class Hands {
    let flow: SwarmFlow
    let device: SimulatedDevice
    var person: VirtualPerson
    private(set) var screens: [String] = []

    init(_ flow: SwarmFlow, number: Int, phones: Double = 0) throws {
      var plan = SwarmPlan()
      plan.phones = phones
      person = VirtualPerson(plan, device: number)
      self.flow = flow
      var settings = SimulatedDevice.Settings()
      settings.facts = VirtualPersonTests.facts.sorted { $0.key < $1.key }.compactMap {
        name, json in
        guard let fact = flow.flow.fact(named: name.bytes),
          let value = flow.flow.factValue(json.bytes, of: fact)
        else { return nil }
        return FactChange(fact, value)
      }
      device = SimulatedDevice(flow.flow, settings)
      device.launch()
    }

    var isAtGoal: Bool { device.driver.map { flow.isAtGoal($0.machine) } ?? false }

    /// - Returns: whether they get there.
    func goOn(code: Text? = "123456".bytes) -> Bool {
      screens = []
      for _ in 0..<300 where !isAtGoal {
        device.advance(by: 2000)
        guard !isAtGoal, let machine = device.driver?.machine else { continue }
        let place = machine.screenState.map { flow.flow.stateName($0).string } ?? ""
        let act = person.act(on: machine, at: device.now)
        if act != .wait, screens.last != place { screens.append(place) }
        switch act {
        case .wait: break
        case .input(let input): device.send(input)
        case .type(let text, let element): type(text, element)
        case .code(let element): if let code = person.found(code) { type(code, element) }
        }
      }
      return isAtGoal
    }

    private func type(_ text: Text, _ element: ElementID) {
      device.run { driver throws(Killed) in try driver.type(text, into: element) }
    }
  }

  private static func flow(_ name: String) throws -> SwarmFlow {
    try SwarmFlow(document: "Flows/\(name)/\(name).flow.yaml", files: Repository.read)
  }

  @Test(
    "They arrive at a goal of each flow that an entry is made of",
    arguments: ["entry", "account", "phone", "onboarding", "bootstrap"])
  func arrives(name: String) throws {
    let flow = try Self.flow(name)
    for number in 1...5 {
      let hands = try Hands(flow, number: number)
      #expect(hands.goOn(), "device \(number): \(hands.screens)")
    }
  }

  @Test("Without an account they register, and later sign in with the same address and password")
  func registersOnce() throws {
    let hands = try Hands(try Self.flow("entry"), number: 1)
    #expect(hands.goOn())
    #expect(hands.screens.contains("account.signUp"), "\(hands.screens)")
    let logout = try #require(hands.flow.signOut)
    hands.device.send(.signal(logout, number: absent, text: nil))
    #expect(!hands.isAtGoal)
    #expect(hands.goOn())
    #expect(hands.screens.contains("account.signIn"), "\(hands.screens)")
    #expect(!hands.screens.contains("account.signUp"), "\(hands.screens)")
  }

  @Test("Whoever uses a phone number goes where one is asked for")
  func byPhone() throws {
    let hands = try Hands(try Self.flow("entry"), number: 1, phones: 1)
    #expect(hands.goOn())
    #expect(hands.screens.contains("phone.login"), "\(hands.screens)")
    #expect(!hands.screens.contains { $0.hasPrefix("account.") }, "\(hands.screens)")
  }

  @Test("Where no code comes they ask for another, try to sign in instead, and never arrive")
  func withoutCode() throws {
    let hands = try Hands(try Self.flow("account"), number: 1)
    #expect(!hands.goOn(code: nil))
    #expect(hands.screens.contains("confirming.confirm"), "\(hands.screens)")
    #expect(hands.person.lacksCode || hands.screens.contains("signIn"))
  }

  @Test("A form gets what its document accepts, whatever the fields are called")
  func forms() throws {
    let text = """
      flow: form
      version: 1
      languages: [en]
      goals: [done]
      facts:
        age: {type: number}
        plate: {type: text}
        agreed: {type: flag}
        colour: {type: choice, values: [red, blue]}
      initial: form
      screens:
        form:
          title: t
          elements:
            - field: age
              fact: age
              kind: number
              label: t
              validate: [{required: true, message: t}]
            - field: plate
              fact: plate
              kind: text
              label: t
              validate: [{required: true, message: t}, {pattern: "[A-Z][0-9]", message: t}]
            - toggle: agreed
              fact: agreed
              label: t
              required: true
            - choice: colour
              fact: colour
              style: list
              label: t
              required: true
              options: {red: t, blue: t}
            - button: go
              style: primary
              submits: true
          on:
            go: done
        done:
          title: t
          elements:
            - heading: t
      texts:
        en: {t: "T", form.go: "Go", invalid.required: "T"}
      """
    let flow = try SwarmFlow(document: "form.flow.yaml") {
      $0 == "form.flow.yaml" ? Array(text.utf8) : nil
    }
    let hands = try Hands(flow, number: 3)
    #expect(hands.goOn(), "\(hands.screens)")
  }

  @Test("A document that says nothing of where to arrive is refused in one line")
  func noGoal() throws {
    let text = """
      flow: form
      version: 1
      languages: [en]
      initial: only
      screens:
        only:
          title: t
          elements:
            - heading: t
      texts:
        en: {t: "T"}
      """
    let error = #expect(throws: (any Error).self) {
      try SwarmFlow(document: "form.flow.yaml") {
        $0 == "form.flow.yaml" ? Array(text.utf8) : nil
      }
    }
    #expect(
      "\(error.map { "\($0)" } ?? "")".hasPrefix("form.flow.yaml: the document has no `goals`"))
  }
}
