import FlowMachine
import Statechart

// What each step does outside of the flow.

/// What is known of a request that steps start, by the transition whose action starts it.
struct Sends {
  /// Where it was started and ended within one step.
  var dropped: Violation.Place?
  var isSent: Bool { isSentWithin || isSentWithout }
  /// Whether it is sent in some state with a session.
  var isSentWithin = false
  /// Whether it is sent in some state without one.
  var isSentWithout = false
}

/// What is known of a secret of a request.
struct SentSecret {
  /// Where it was absent first.
  var absent: Violation.Place?
  var isSent = false
}

extension Explorer {
  /// Looks at the requests that a step or a launch has started; the machine stands behind it.
  ///
  /// - Parameters:
  ///   - move: what led there; nil for a launch.
  ///   - first: the highest ticket of the requests that ran before.
  func checkSends(
    by move: Move?, above first: UInt32, at place: Violation.Place
  ) {
    var started: [(request: RequestID, isSent: Bool)] = []
    var toasted: [TextID] = []
    machine.pointee.forEachEffect {
      switch $0 {
      case .perform(let request, let ticket) where ticket > first: started.append((request, true))
      case .cancel(let request, let ticket) where ticket > first: started.append((request, false))
      case .toast(let text): if !intentions.sessions.isEmpty { toasted.append(text) }
      default: break
      }
    }
    if !toasted.isEmpty, let screen = machine.pointee.screenState {
      for text in toasted { toasts.insert(ShownToast(screen: screen, text: text)) }
    }
    guard !started.isEmpty else { return }
    for (request, isSent) in started {
      var cause: UInt16 = noID
      machine.pointee.forEachTaken { if starters[Int($0)].contains(request) { cause = $0 } }
      let key = UInt32(cause) << 16 | UInt32(request)
      // Whether it is sent at all is told by the sub-flow's own exploration.
      if !isSent, cause != noID, parts?.isInside(cause) == true { continue }
      if isSent {
        if intentions.sessions.contains(where: { machine.pointee.isPresent($0.fact) }) {
          sends[key, default: Sends()].isSentWithin = true
        } else {
          sends[key, default: Sends()].isSentWithout = true
        }
        if !isSentByDismissal(request, move) {
          checkPlan(of: request, sentBy: move, at: place)
        }
      } else if sends[key]?.dropped == nil {
        sends[key, default: Sends()].dropped = place
      }
    }
  }

  /// Whether a request may have been started because its overlay was put away: states do not hold
  /// what it sends then.
  private func isSentByDismissal(_ request: RequestID, _ move: Move?) -> Bool {
    let row = flow.tables.requests[Int(request)]
    guard row.overlay != noID, row.dismissal == .retry else { return false }
    switch move {
    case .input(.tap(let element)):
      let inside = flow.tables.overlays[Int(row.overlay)].elements.indices
      return inside.contains(Int(element))
    case .input(.dismiss), .relaunch: return true
    default: return false
    }
  }

  /// Looks whether all is there that a request sends: each secret, each fact of its URL, and
  /// what its operation demands.
  private func checkPlan(
    of request: RequestID, sentBy move: Move?, at place: Violation.Place
  ) {
    let call = machine.pointee.callPlace(of: request)
    let needs = needs[call]
    for fact in needs.required where isEmpty(fact) && !intentions.inputs.contains(fact) {
      violations.add(.absentValue, subject: Int(request) << 16 | Int(fact), at: place)
    }
    guard !needs.secrets.isEmpty || needs.url != noID else { return }
    guard let plan = machine.pointee.plan(of: request) else { return }
    for secret in needs.secrets {
      let subject = Int(request) << 16 | Int(secret)
      if plan.secrets.contains(secret) {
        secretsSent[subject, default: SentSecret()].isSent = true
        continue
      }
      if secretsSent[subject]?.absent == nil {
        secretsSent[subject, default: SentSecret()].absent = place
      }
      // What is only typed, and by which alone the request says anything, a person can leave out.
      guard case .input(.tap) = move, needs.secrets.count == 1, !domain.storable.contains(secret)
      else { continue }
      violations.add(.absentValue, subject: subject, at: place)
    }
    guard needs.url != noID, let empty = absentFact(in: needs.url, plan.url) else { return }
    // If two facts are adjacent, the URL alone does not show which of them is missing, or whether one is.
    guard
      let absent = flow.facts(in: needs.url).first(where: { isEmpty($0) })
        ?? (isDivided(needs.url) ? empty : nil),
      !intentions.inputs.contains(absent)
    else { return }
    violations.add(.absentValue, subject: Int(request) << 16 | Int(absent), at: place)
  }

  /// Whether there is something between any two facts of a template.
  private func isDivided(_ template: TemplateID) -> Bool {
    let segments = flow.tables.segments[flow.tables.templates[Int(template)].indices]
    return zip(segments, segments.dropFirst()).allSatisfy {
      $0.kind == .literal || $1.kind == .literal
    }
  }

  /// A configuration is not: it has a default, and what decides nothing is not explored.
  private func isEmpty(_ fact: FactID) -> Bool {
    guard flow.tables.facts[Int(fact)].place != .configuration else { return false }
    return switch machine.pointee.value(of: fact) {
    case .absent: true
    case .text(let text): text.isEmpty
    case .number: false
    }
  }

  /// The first fact that has left nothing in a URL.
  private func absentFact(in template: TemplateID, _ url: Text) -> FactID? {
    let segments = flow.tables.segments[flow.tables.templates[Int(template)].indices]
    var rest = url[...]
    for (place, segment) in segments.enumerated() {
      switch segment.kind {
      case .literal:
        let literal = flow.blob(segment.operand)
        guard rest.starts(with: literal) else { return nil }
        rest = rest.dropFirst(literal.count)
      case .fact, .percentFact:
        if flow.tables.facts[Int(segment.operand)].place == .configuration {
          rest = rest.dropFirst(flow.text(ofConfigured: segment.operand, machine.pointee).count)
          continue
        }
        // What is inserted is encoded, and holds no letter that ends a part of a URL.
        let value = rest.prefix { !Self.ends.contains($0) }
        guard !value.isEmpty else { return segment.operand }
        var count = value.count
        if place + 1 < segments.count {
          let next = segments[segments.startIndex + place + 1]
          if next.kind == .literal {
            let literal = flow.blob(next.operand)
            if let end = value.indices.first(where: { rest[$0...].starts(with: literal) }) {
              count = rest.distance(from: rest.startIndex, to: end)
            }
          }
        }
        guard count > 0 else { return segment.operand }
        rest = rest.dropFirst(count)
      default: return nil
      }
    }
    return nil
  }

  private static let ends = Text("/?&=#".utf8)

  /// Secrets that no start of their request has ever found.
  func findAbsent() {
    let all = withParts
    for explorer in all {
      for (subject, row) in explorer.secretsSent.sorted(by: { $0.key < $1.key }) {
        guard let absent = row.absent,
          !all.contains(where: { $0.secretsSent[subject]?.isSent ?? false })
        else { continue }
        explorer.violations.add(.absentValue, subject: subject, at: absent)
      }
    }
  }

  /// Requests that a transition starts and no step that takes it ever sends; and those that something
  /// else starts, and nothing ever sends.
  func findUnsent() {
    let all = withParts
    for explorer in all {
      for (key, row) in explorer.sends.sorted(by: { $0.key < $1.key }) {
        guard let dropped = row.dropped else { continue }
        let isSent = all.contains { explorer in
          explorer.sends.contains { other in
            other.value.isSent
              && (key >> 16 == UInt32(noID)
                ? other.key & 0xFFFF == key & 0xFFFF : other.key == key)
          }
        }
        guard !isSent else { continue }
        explorer.violations.add(.unsentRequest, subject: Int(key), at: dropped)
      }
    }
  }

  /// Cycles of responses: requests that start each other as fast as they are answered.
  ///
  /// Others may run beside them all the time: of several that run in a state the one is to blame that runs alone in
  /// another one.
  func findResponseCycles() {
    var cycles = graph.pointee.responseCycles().map { (index: $0, running: running(at: $0)) }
    cycles.sort { ($0.running.count, $0.index) < ($1.running.count, $1.index) }
    for cycle in cycles where looping.isDisjoint(with: cycle.running) {
      if let first = cycle.running.first { noteResponseCycle(of: first, at: cycle.index) }
    }
  }

  func noteResponseCycle(of request: Int, at index: Int) {
    looping.insert(request)
    violations.add(.requestLoop, subject: request, at: .state(index))
  }

  private func running(at index: Int) -> [Int] {
    var state = projection.machine
    state.load(projection, from: single(index))
    return flow.tables.requests.indices.filter {
      state.chartState.cells[Int(flow.tables.requests[$0].cell)] == RequestStatus.running
    }
  }
}

extension Flow {
  /// By transition the requests that its actions start.
  var starters: [Set<RequestID>] {
    (0..<chart.transitions.count).map { index in
      Set(
        chart.transitions[index].actions.indices.compactMap {
          let action = chart.actions[$0]
          return action.kind == .host && Operation(rawValue: action.a) == .request
            ? action.b : nil
        })
    }
  }
}

/// What a call needs to be there when it is sent.
struct CallNeeds {
  /// Secrets of its headers and body.
  var secrets: [FactID] = []
  /// Its URL, where facts are inserted.
  var url: TemplateID = noID

  /// Facts that its operation demands, unless only forms that demand them start the request.
  var required: [FactID] = []

  static func all(of flow: Flow, _ required: [Int: [FactID]]) -> [CallNeeds] {
    let tables = flow.tables
    return tables.calls.enumerated().map { index, call in
      var needs = CallNeeds()
      needs.required = required[index] ?? []
      needs.secrets = call.secrets(in: flow)
      if !flow.facts(in: call.url).allSatisfy({
        tables.facts[Int($0)].place == .configuration
      }) {
        needs.url = call.url
      }
      return needs
    }
  }
}

extension Flow {
  /// What a configuration value leaves in a URL.
  func text(ofConfigured fact: FactID, _ machine: FlowMachine) -> Text {
    switch machine.value(of: fact) {
    case .absent: []
    case .number(let number): Text(String(number).utf8)
    case .text(let text): text
    }
  }
}
