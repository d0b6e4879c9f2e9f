package import FlowDefinition
import FlowMachine
import Statechart

extension Explorer {
  /// What was found, in words, in the order of the document.
  package func findings(_ plan: VerificationPlan) -> [Finding] {
    let own = violations.all.map { (violation: $0, finding: finding($0, plan)) }
    // What a sub-flow's own exploration also found has a shorter trace here.
    let known = Set(own.map { $0.violation.subjectKey })
    let inParts = (parts?.actual ?? []).flatMap { graph in
      graph.explorer.violations.all.filter { !known.contains($0.subjectKey) }.map {
        graph.explorer.finding($0, plan)
      }
    }
    return (own.map(\.finding) + inParts).sorted {
      ($0.position.file, $0.position.line, $0.position.column)
        < ($1.position.file, $1.position.line, $1.position.column)
    }
  }

  /// What was found, each as a line with its place and no path.
  func suspicions(_ plan: VerificationPlan) -> [String] {
    violations.all.map { violation in
      let (position, problem, remedy) = words(violation, plan)
      return
        "\(position.file):\(position.line):\(position.column): \(violation.property.code): \(problem). \(remedy)."
    }.sorted()
  }

  private func finding(_ violation: Violation, _ plan: VerificationPlan) -> Finding {
    var violation = violation
    if violation.property == .deadEnd { violation.place = end(of: violation.place) }
    let words = words(violation, plan)
    var trace = trace(to: violation.place)
    // It is the second relaunch that leads elsewhere.
    if violation.property == .unstableRestore { trace?.moves.append(moves.plainKill) }
    var script: String?
    if let trace, var writer = TraceScript(trace, self) {
      script = writer.text(title: "\(violation.property.code): \(words.problem)")
    }
    return Finding(
      property: violation.property, position: words.position, problem: words.problem,
      remedy: words.remedy, stops: trace.map { stops(of: $0) } ?? [], script: script)
  }

  typealias Words = (position: Position, problem: String, remedy: String)

  private func words(_ violation: Violation, _ plan: VerificationPlan) -> Words {
    let names = FlowNames(flow: flow)
    let subject = violation.subject
    let start = plan.statePositions[Int(flow.tables.main)]
    let goals = intentions.goals.map { "'\(names.state($0))'" }.joined(separator: ", ")
    switch violation.property {
    case .deadEnd:
      guard !intentions.goals.isEmpty else {
        return (
          start, "The flow has no goal",
          "List the states that it must be able to reach under `goals`"
        )
      }
      return deadEndWords(at: violation.place, "No goal (\(goals)) is reachable", plan)
    case .unhandledFailure, .droppedSuccess, .unaskedSend, .repeatedSend, .repeatedSuccess,
      .repeatedAfterBack, .repeatedAltered, .lateSave, .unsentRequest, .absentValue, .requestLoop:
      return requestWords(violation, plan)
    case .unreachableScreen:
      let overlay = subject - flow.chart.states.count
      return overlay < 0
        ? (
          plan.statePositions[subject],
          "'\(names.state(StateID(subject)))' can never be shown",
          "Fix the guards of the transitions that lead there, or remove it"
        )
        : (
          plan.overlayPositions[overlay],
          "The overlay '\(names.overlay(overlay))' can never be shown",
          "Fix what shows it, or remove it"
        )
    case .unreachableTransition:
      let row = flow.chart.transitions[subject]
      let why = whyNever(subject)
      let event = row.event == noID ? "" : " on \(names.event(row.event))"
      return (
        plan.transitionPositions[subject],
        "This transition of '\(names.state(row.source))'\(event) is never taken\(why?.cause ?? "")",
        why?.remedy
          ?? (row.condition == noID
            ? "Change what leads there, or remove it"
            : "Fix its guard, or remove it")
      )
    case .endlessLoop:
      return (
        screen(at: violation.place).map { plan.statePositions[Int($0)] } ?? start,
        "Eventless transitions, or events that the flow raises itself, form an endless loop",
        "Add a guard that ends it"
      )
    case .unprotectedScreen:
      return (
        plan.statePositions[subject],
        "'\(names.state(StateID(subject)))' is shown without a session",
        overlay(at: violation.place).map {
          "While the overlay '\(names.overlay(Int($0)))' is shown, no `always` is taken: hide it when the session is "
            + "absent, for example in the transition that clears the session"
        }
          ?? "Leave the screen when the session is absent or has expired, including after a relaunch"
      )
    case .unprotectedData:
      let (state, fact) = (subject >> 16 & 0xFFFF, FactID(subject & 0xFFFF))
      let place =
        switch DataPlace(subject: subject) {
        case .element: ""
        case .overlay(let overlay): " in the overlay '\(names.overlay(Int(overlay)))'"
        case .toast: " in a message"
        }
      return (
        plan.statePositions[state],
        "'\(names.state(StateID(state)))' shows '\(names.fact(fact))'\(place), which only a session brings, and "
          + "is not protected",
        "Add `protected: true` to the screen"
          + (names.state(StateID(state)).contains(".")
            ? ", and to its document a `session` that is bound to the one around it" : "")
      )
    case .unstableRestore:
      return (
        screen(at: violation.place).map { plan.statePositions[Int($0)] } ?? start,
        "A second relaunch leads to a different state than the first",
        "Make what a relaunch does independent of what the previous one did; an overlay that stays over a relaunch has "
          + "`restorable: true`"
      )
    case .backOverFinal:
      return (
        plan.statePositions[subject],
        "Back leads to '\(names.state(StateID(subject)))' past the success of a `final` request",
        "Prevent going back there, or remove `final` from the request"
      )
    case .backToOverlay:
      return (
        plan.statePositions[subject],
        "Back leads to '\(names.state(StateID(subject)))' with an overlay on top",
        "Show the overlay on the transition that needs it, not on entry"
      )
    case .backBounces:
      let before = screen(before: violation.place).map { "'\(names.state($0))'" }
      return (
        plan.statePositions[subject],
        "Back from '\(names.state(StateID(subject)))' leads to "
          + "\(before ?? "the screen before it"), which leads here again at once",
        "Give the screen before it `backTarget: false`, or clear what leads on from there"
      )
    case .leakedSecret:
      return (
        plan.factPositions[subject],
        "The secret '\(names.fact(FactID(subject)))' can reach an untrusted destination",
        "Send it alone in a header or body, to an operation or an origin listed under `origins`"
      )
    case .strandedSnapshot:
      guard let screen = screen(at: violation.place) else {
        return (
          start,
          "A snapshot of version \(subject) leads to no state from which a goal is reachable",
          "Map the states of that version under `migrate`"
        )
      }
      return (
        plan.statePositions[Int(screen)],
        "A snapshot of version \(subject) leads to '\(names.state(screen))', from which no goal (\(goals)) is reachable"
          + (whyStuck(on: screen).map { ": \($0.cause)" } ?? ""),
        "Map under `migrate` what that version had and this one lacks: the state that it was taken in, or the timer, the value or the request that this screen waits for. Or add a way out"
      )
    case .waitForDevice:
      let screen = names.state(StateID(subject & 0xFFFF))
      guard subject >> 16 > 0 else {
        return (
          plan.statePositions[subject],
          "Only the device can lead on from '\(screen)': a permission that stays denied leaves nothing "
            + "to do here",
          "Add a button, or a transition after some time"
        )
      }
      let stubborn = stubborns[subject >> 16 - 1]
      let fact = names.fact(stubborn.fact)
      let value =
        domain.onlyChanged.contains(stubborn.fact)
        ? "does not change" : "stays \(stubborn.value.spelled(as: stubborn.fact, in: flow))"
      return (
        plan.statePositions[subject & 0xFFFF],
        "No goal (\(goals)) is reachable from '\(screen)' as long as '\(fact)' \(value)",
        "Add a way on that does not need it, or a button that asks for it"
      )
    case .waitForSuccess:
      return failingWords(violation, plan)
    case .deadButton:
      return (
        plan.elementPositions[subject],
        "The button '\(names.element(ElementID(subject)))' is enabled, and a tap does nothing",
        "Give it `enabled` with the guard of its transition, or a transition for every case"
      )
    case .hiddenElement:
      return (
        plan.elementPositions[subject],
        "\(spelled(ElementID(subject), names)) is never shown: its `when` never holds",
        "Fix its `when`, or remove it"
      )
    case .idleButton:
      return (
        plan.elementPositions[subject],
        "A tap on the button '\(names.element(ElementID(subject)))' changes nothing, wherever it can be tapped",
        "Let its transition lead elsewhere or do something, or remove the button"
      )
    case .erasedSession:
      return (
        plan.factPositions[subject],
        "'\(names.fact(FactID(subject)))' is erased because secure storage was locked",
        "Ask for `\(names.fact(FactID(subject))) is unreadable`, and wait until it can be read"
      )
    case .declared(let place):
      let property = plan.properties[place]
      let summary = property.summary.map { " (\($0))" } ?? ""
      return (
        property.position, "The property '\(property.name)'\(summary) does not hold",
        "Fix the flow or the property"
      )
    }
  }

  /// An element by its name; one that has none, such as a text, by its kind.
  private func spelled(_ element: ElementID, _ names: FlowNames) -> String {
    let name = names.element(element)
    return name.isEmpty
      ? "This \(flow.tables.elements[Int(element)].kind.name)" : "'\(name)'"
  }

  /// The screen where a violation is.
  func screen(at place: Violation.Place) -> StateID? {
    let index: Int
    switch place {
    case .state(let state), .move(let state, _): index = state
    case .launch(let number): return begun(initialStates[number])?.0.screenState
    case .flow: return nil
    }
    machine.pointee.load(projection, from: single(index))
    return machine.pointee.screenState
  }

  /// The overlay that holds transitions back where a violation is.
  func overlay(at place: Violation.Place) -> OverlayID? {
    guard case .state(let index) = place else { return nil }
    machine.pointee.load(projection, from: single(index))
    return machine.pointee.topOverlay
  }

  /// The screen to which back leads from where a violation is.
  private func screen(before place: Violation.Place) -> StateID? {
    guard case .move(let index, _) = place else { return nil }
    machine.pointee.load(projection, from: single(index))
    return machine.pointee.backStack.last
  }
}
