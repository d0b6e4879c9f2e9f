/// What can go wrong with one send of a request (ENT-4).
package enum SendFault: String, CaseIterable, Sendable {
  /// The connection breaks before the request arrives.
  case requestLost = "request lost"
  /// The request takes effect, and the connection breaks before the response arrives.
  case answerLost = "answer lost"
  /// The response arrives twice; so does a request that may be repeated.
  case doubled
  /// The response arrives when it is no longer awaited.
  case late
  /// The server fails without having done anything.
  case unavailable = "500"
  /// The server refuses the caller, and has done nothing.
  case refused = "401"
  /// Half of the response's body arrives.
  case malformed

  /// How many milliseconds after the timeout a late response arrives.
  static let lateness: Int64 = 1

  /// Whether it requires a response.
  var needsAnswer: Bool {
    switch self {
    case .answerLost, .doubled, .late, .malformed: true
    case .requestLost, .unavailable, .refused: false
    }
  }
}
