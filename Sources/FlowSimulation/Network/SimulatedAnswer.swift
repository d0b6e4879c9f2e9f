/// What a simulated network and server do with one send.
package struct SimulatedAnswer: Equatable, Sendable {
  package enum Course: Equatable, Sendable {
    /// The server gets the request and its answer arrives.
    case answered
    /// The connection breaks before the server got it; the app cannot tell.
    case requestLost
    /// The server got it and did what was asked; the connection breaks before the answer arrives.
    case answerLost
    /// There is no connection: certainly not sent.
    case offline
    /// The server got it and never answers; the app waits for its own timeout.
    case never
  }

  package var course: Course
  package var status: UInt16
  package var body: [UInt8]
  /// Milliseconds until the app hears of it.
  package var delay: Int64
  /// The answer arrives twice.
  package var isDoubled: Bool

  package init(
    _ course: Course = .answered, status: UInt16 = 200, body: [UInt8] = [], delay: Int64 = 0,
    isDoubled: Bool = false
  ) {
    self.course = course
    self.status = status
    self.body = body
    self.delay = delay
    self.isDoubled = isDoubled
  }
}

/// What answers a request from here on: each entry one send, the last one all that follow.
package struct AnswerPlan: Equatable, Sendable {
  package enum Entry: Equatable, Sendable {
    case answer(SimulatedAnswer)
    /// What answers when nothing is stated: a server that was passed in, or else the flow's own
    /// `simulated`.
    case unstated
  }

  package var entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }

  func entry(_ turn: Int) -> Entry {
    guard let last = entries.last else { return .unstated }
    return turn < entries.count ? entries[turn] : last
  }
}
