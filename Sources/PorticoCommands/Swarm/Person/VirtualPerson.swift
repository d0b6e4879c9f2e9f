package import FlowMachine

/// Somebody with a device and no script: fills in what is asked with what the document accepts, taps on, tries
/// again where something failed, and looks for another way where that does not help.
///
/// A value; it sees the machine as a host does, and what it wants is for the host to perform.
package struct VirtualPerson: Sendable {
  package enum Act: Equatable, Sendable {
    /// Nothing can be done now; something is under way, or time leads on.
    case wait
    case input(Input)
    /// A text for a field, perhaps a secret.
    case type(Text, ElementID)
    /// The code of the newest message to them.
    case code(ElementID)
  }

  package let persona: Persona
  private var random: DeviceRandom
  /// As far as they know.
  private(set) var hasAccount = false
  /// The screen that they are on, and how often they have tapped there.
  private var place = ""
  private var taps = 0
  /// How often they have looked in vain for a code there.
  private var vainLooks = 0
  /// How often they have found nothing there to do.
  private var waits = 0
  /// The codes that they have sent from there.
  private var usedCodes: [Text] = []

  package init(_ plan: SwarmPlan, device: Int) {
    persona = Persona(plan, device: device)
    random = DeviceRandom(seed: plan.seed ^ 0x5EED, device: device, .person)
  }

  /// Tapped so often, a screen leads nowhere.
  private static let mostTaps = 4
  /// Looked so often, a code will not come.
  private static let mostLooks = 20

  /// Seen so often, a screen on which nothing can be done will not change.
  private static let mostWaits = 60

  /// - Parameter now: in milliseconds since 1970.
  package mutating func act(on machine: FlowMachine, at now: Int64) -> Act {
    guard let sight = Sight(machine, at: now), !sight.isBusy else { return .wait }
    if sight.name != place {
      (place, taps, vainLooks, waits, usedCodes) = (sight.name, 0, 0, 0, [])
    }
    if sight.isOverlay { return dismissal(sight, machine) }
    let purpose = sight.purpose
    if isRight(purpose) || purpose == .other || purpose == .code {
      if taps >= Self.mostTaps || vainLooks >= Self.mostLooks { reconsider(purpose) }
      if taps < Self.mostTaps, vainLooks < Self.mostLooks,
        let act = form(sight, machine, now)
      {
        return act
      }
    }
    return leave(sight, machine, now, purpose)
  }

  /// There was a code, or none, for what `code` asked.
  ///
  /// - Returns: what to type; nil: none that they have not sent yet.
  package mutating func found(_ code: Text?) -> Text? {
    guard let code, usedCodes.filter({ $0 == code }).count < 2 else {
      vainLooks += 1
      return nil
    }
    usedCodes.append(code)
    return code
  }

  /// Whether they are waiting for a code that has not come.
  package var lacksCode: Bool { vainLooks > 0 }

  // MARK: What they want

  private func isRight(_ purpose: Sight.Purpose) -> Bool {
    switch purpose {
    case .phone: persona.usesPhone
    case .registration: !persona.usesPhone && !hasAccount
    case .signIn: !persona.usesPhone && hasAccount
    case .code, .other, .none: false
    }
  }

  /// What they took for granted was not so.
  private mutating func reconsider(_ purpose: Sight.Purpose) {
    switch purpose {
    case .registration, .code: hasAccount = true
    case .signIn: hasAccount = false
    case .phone, .other, .none: break
    }
  }

  // MARK: What they do

  private mutating func dismissal(_ sight: Sight, _ machine: FlowMachine) -> Act {
    if let button = sight.taps.first(where: { !$0.isDestructive }) {
      return .input(.tap(button.id))
    }
    return machine.shownOverlays.last.map { .input(.dismiss($0)) } ?? .wait
  }

  /// Fills in what is missing, a field at a time, and sends the form.
  private mutating func form(_ sight: Sight, _ machine: FlowMachine, _ now: Int64) -> Act? {
    let filling = FormFilling(persona: persona, machine: machine, now: now)
    for element in sight.elements where element.isEnabled {
      if element.kind == .field, element.styleName == "code", element.value == .none {
        guard vainLooks == Self.mostLooks / 2, let button = anotherCode(sight, machine, now) else {
          return .code(element.id)
        }
        vainLooks += 1
        return .input(.tap(button.id))
      }
      if let act = filling.act(for: element, &random) { return act }
    }
    guard let button = sight.taps.first(where: { $0.isSubmitting }) ?? sight.taps.first else {
      return nil
    }
    taps += 1
    if sight.fields.contains("code") { hasAccount = true }
    return .input(.tap(button.id))
  }

  /// The button that has another code sent: the one that asks the server for something, but for the form's own.
  private func anotherCode(
    _ sight: Sight, _ machine: FlowMachine, _ now: Int64
  ) -> ScreenValue.Element? {
    sight.taps.first { button in
      var tried = machine
      guard !button.isSubmitting, tried.step(.tap(button.id), at: now, entropy: 0).refusal == nil
      else { return false }
      return tried.effects.contains {
        if case .perform = $0 { true } else { false }
      }
    }
  }

  /// Goes where there is something for them.
  private mutating func leave(
    _ sight: Sight, _ machine: FlowMachine, _ now: Int64, _ purpose: Sight.Purpose
  ) -> Act {
    let person = self
    let step = WayFinding(now: now).firstStep(from: machine, shuffledBy: &random) {
      person.isRight($0.purpose)
    }
    if let step {
      taps += 1
      return .input(step)
    }
    // Nothing for them anywhere near: a form for others, if the document has no other.
    if purpose == .phone || purpose == .registration || purpose == .signIn, taps < Self.mostTaps,
      let act = form(sight, machine, now)
    {
      return act
    }
    taps += 1
    // Whoever has tapped in vain tries what stands below.
    let buttons = sight.taps.filter { !$0.isDestructive }
    let eager = taps > Self.mostTaps ? buttons.randomElement(using: &random) : buttons.first
    if let eager { return .input(.tap(eager.id)) }
    // A screen that only shows something goes on by itself; whoever has seen it for long enough goes back.
    waits += 1
    return machine.canGoBack && waits % Self.mostWaits == 0 ? .input(.back) : .wait
  }
}
