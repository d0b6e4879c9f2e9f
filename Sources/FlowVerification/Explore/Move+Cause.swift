import FlowMachine
import Statechart

// Who causes a move.

extension Move {
  /// Whether it comes without anything that a person, another app or a server wants.
  ///
  /// - Parameter isFromSystem: whether only the system, or the server, causes the move.
  func isByItself(isFromSystem: Bool) -> Bool {
    switch self {
    case .relaunch, .elapse, .input(.told), .input(.foreground), .input(.secretsReadable),
      .input(.wake):
      true
    case .input(.signal): isFromSystem
    case .input(.tap), .input(.type), .input(.typeSecret), .input(.set), .input(.back),
      .input(.dismiss), .input(.dismissScreen), .input(.answered), .fill:
      false
    }
  }

  /// Whether something is typed or chosen, or comes with a signal: that makes another request of what sends it.
  var isTyped: Bool {
    switch self {
    case .input(.type), .input(.typeSecret), .input(.set), .input(.signal), .fill: true
    default: false
    }
  }

  /// The elements that a person gives a value.
  var filledElements: [ElementID] {
    switch self {
    case .input(let input): [input].compactMap(\.filledElement)
    case .fill(let inputs): inputs.compactMap(\.filledElement)
    case .elapse, .relaunch: []
    }
  }
}
