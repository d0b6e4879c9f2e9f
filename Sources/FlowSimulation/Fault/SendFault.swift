/// What can go wrong with one send of a request (ENT-4).
package enum SendFault: String, CaseIterable, Sendable {
  /// The connection breaks before the server got it.
  case requestLost = "request lost"
  /// The server did what was asked, and the connection breaks before its answer arrives.
  case answerLost = "answer lost"
  /// The answer arrives twice; a request that may be repeated does too.
  case doubled
  /// The answer arrives when nobody waits for it any more.
  case late
  /// The server fails, and has done nothing.
  case unavailable = "500"
  /// The server does not take who asks, and has done nothing.
  case refused = "401"
  /// Half of the answer's body arrives.
  case malformed

  /// Milliseconds by which a late answer comes after the time limit.
  static let lateness: Int64 = 1

  /// Whether there has to be an answer for it.
  var needsAnswer: Bool {
    switch self {
    case .answerLost, .doubled, .late, .malformed: true
    case .requestLost, .unavailable, .refused: false
    }
  }
}
