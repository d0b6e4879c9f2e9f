import FlowSimulation

/// What can go wrong with one exchange on the wire: the faults of `SendFault`, some in more than one form.
enum WireFault: String, CaseIterable, Sendable {
  /// The connection is cut before the server got anything.
  case requestLost = "request lost"
  /// The server did what was asked, and the connection is cut before its answer.
  case answerLost = "answer lost"
  /// The server gets the same bytes twice, as from a proxy that tries again; the second answer comes.
  case doubled
  /// The server did what was asked, and its answer comes when nobody waits any more.
  case late
  /// Something before the server fails; the server hears nothing.
  case unavailable = "500"
  /// A refusal after which a session is over, in the server's own form.
  case refused = "401 that ends a session"
  /// An access token that is not taken, in the server's own form: no reason to sign anybody out.
  case unauthorized = "401 for an access token"
  /// Somebody else's 401: of a proxy, say.
  case foreignRefusal = "401 of somebody else"
  /// The server did what was asked; half of its answer comes as if it were whole.
  case half = "half an answer"
  /// The server did what was asked; its answer comes as a page.
  case page = "a page for an answer"

  /// Which of the faults of the simulation it is.
  var kind: SendFault {
    switch self {
    case .requestLost: .requestLost
    case .answerLost: .answerLost
    case .doubled: .doubled
    case .late: .late
    case .unavailable: .unavailable
    case .refused, .unauthorized, .foreignRefusal: .refused
    case .half, .page: .malformed
    }
  }
}

/// One fault of one run.
struct WirePlan: Sendable, CustomStringConvertible {
  enum Kill: String, CaseIterable, Sendable {
    case none
    /// The app dies during the exchange: its client takes nothing in any more.
    case during
    /// The client has taken the answer in, and stored what it stores; the flow has not.
    case after
  }

  var fault: WireFault
  /// Which exchange it hits, from 1. After a kill the first one with the same call is hit as well.
  var place: Int
  var kill = Kill.none

  var description: String {
    let death = kill == .none ? "" : ", killed \(kill.rawValue) it"
    return "exchange \(place): \(fault.rawValue)\(death)"
  }
}
