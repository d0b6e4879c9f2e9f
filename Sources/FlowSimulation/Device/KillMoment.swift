package import FlowMachine
import FlowRuntime

/// A point at which a simulated app is to be killed: the next time that it does something of a
/// kind.
package struct KillMoment: Equatable, Sendable {
  package enum Side: String, CaseIterable, Sendable { case before, during, after }

  package enum Target: Equatable, Sendable {
    case kind(EffectKind)
    /// The effect with this number, from 1, in a step that has that many.
    case effect(Int)
  }

  package var side: Side
  package var target: Target
  /// For a request, a fact or a service: which one; nil: any.
  package var name: Text?

  package init(_ side: Side, _ target: Target, of name: Text? = nil) {
    self.side = side
    self.target = target
    self.name = name
  }
}

/// The kinds of effects by which scripts name the time of a kill.
package enum EffectKind: String, CaseIterable, Sendable {
  /// A secret is stored: sealed for a request, copied, or taken from a response.
  case secret
  case journal
  case preference
  /// A secret is erased.
  case erasure
  case request, cancel, service, toast, open, tell
}

extension HostPoint {
  /// The kind of the pending action and the name of its request, fact or service; nil at the end of
  /// a step.
  func effect(in flow: Flow) -> (kind: EffectKind, name: Text)? {
    func factName(_ fact: FactID) -> Text { flow.blob(flow.tables.facts[Int(fact)].name) }
    func requestName(_ request: RequestID) -> Text {
      flow.blob(flow.tables.requests[Int(request)].name)
    }
    switch self {
    case .storingAnswer(let request): return (.secret, requestName(request))
    case .storingSignal(let signal):
      return (.secret, flow.blob(flow.tables.signals[Int(signal)].name))
    case .continuing, .catchingUp, .endOfStep: return nil
    case .effect(let effect):
      switch effect {
      case .sealSecret(let fact, _, _), .storeSecret(let fact, _): return (.secret, factName(fact))
      case .journal: return (.journal, [])
      case .eraseSecret(let fact), .forgetSecret(let fact): return (.erasure, factName(fact))
      case .unseal(let request, _): return (.erasure, requestName(request))
      case .writePreference(let fact): return (.preference, factName(fact))
      case .perform(let request, _): return (.request, requestName(request))
      case .cancel(let request, _): return (.cancel, requestName(request))
      case .startService(let service), .stopService(let service):
        return (.service, flow.blob(flow.tables.services[Int(service)]))
      case .toast: return (.toast, [])
      case .open: return (.open, [])
      case .tell(let name, _): return (.tell, flow.blob(name))
      }
    }
  }

  /// For messages: `before journal`, `before request rLogin`.
  package func description(in flow: Flow) -> String {
    guard let effect = effect(in: flow) else {
      switch self {
      case .continuing: return "in the middle of an effect"
      case .catchingUp: return "before pending writes"
      case .effect, .storingAnswer, .storingSignal, .endOfStep: return "at the end of the step"
      }
    }
    let name = effect.name.isEmpty ? "" : " \(String(decoding: effect.name, as: UTF8.self))"
    return "before \(effect.kind.rawValue)\(name)"
  }
}

/// Decides at each point whether the app is killed there.
struct Killer {
  /// Counts all points of a device's life.
  private(set) var pointCount = 0
  /// The point, from 1, at which the app is killed.
  var fatalPoint = 0
  /// If the journal is written at that point, this much of the frame is written, and then the app
  /// is killed.
  var fatalTear: Int?
  private(set) var hasStruckFatally = false
  private(set) var moment: KillMoment?
  private var strikesNext = false
  private var effectsOfStep = 0

  mutating func arm(_ moment: KillMoment) {
    self.moment = moment
    effectsOfStep = 0
  }

  mutating func disarm() {
    moment = nil
    strikesNext = false
  }

  /// - Returns: whether the app is killed here; `tear` is called if it is killed while it writes
  ///   its journal.
  mutating func strikes(at point: HostPoint, in flow: Flow, tear: (Int) -> Void) -> Bool {
    pointCount += 1
    let effect = point.effect(in: flow)
    // The effect after which the app is to be killed is not complete yet.
    if strikesNext, case .continuing = point { return false }
    if strikesNext || pointCount == fatalPoint {
      if !strikesNext { hasStruckFatally = true }
      strikesNext = false
      guard let fatalTear, effect?.kind == .journal else { return true }
      tear(fatalTear)
      return false
    }
    guard let moment else { return false }
    guard let effect else {
      if case .continuing = point { return false }
      effectsOfStep = 0
      return false
    }
    effectsOfStep += 1
    let isMeant: Bool
    switch moment.target {
    case .kind(let kind): isMeant = kind == effect.kind
    case .effect(let number): isMeant = number == effectsOfStep
    }
    guard isMeant, moment.name == nil || moment.name == effect.name else { return false }
    self.moment = nil
    switch moment.side {
    case .before: return true
    case .during: tear(11)
    case .after: strikesNext = true
    }
    return false
  }
}
