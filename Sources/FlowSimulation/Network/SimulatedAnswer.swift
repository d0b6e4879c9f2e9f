/// What a simulated network and server do with one send.
package struct SimulatedAnswer: Equatable, Sendable {
  /// What happens to the request and its response.
  package enum Course: Equatable, Sendable {
    /// The request arrives, and so does its response.
    case answered
    /// The connection breaks before the request arrives; the app cannot tell.
    case requestLost
    /// The request arrives and takes effect; the connection breaks before the response arrives.
    case answerLost
    /// There is no connection: definitely not sent.
    case offline
    /// The request arrives, but no response comes; the app waits for its own timeout.
    case never
  }

  package var course: Course
  package var status: UInt16
  package var body: [UInt8]
  /// Milliseconds until the app receives it.
  package var delay: Int64
  /// Whether the response arrives twice.
  package var isDoubled: Bool
  /// Whether the server answers as the flow's own simulation says, in place of `status` and `body`.
  package var isSimulated: Bool

  package init(
    _ course: Course = .answered, status: UInt16 = 200, body: [UInt8] = [], delay: Int64 = 0,
    isDoubled: Bool = false, isSimulated: Bool = false
  ) {
    self.course = course
    self.status = status
    self.body = body
    self.delay = delay
    self.isDoubled = isDoubled
    self.isSimulated = isSimulated
  }
}

/// The responses to a request from here on: one for each send, the last for all that follow.
package struct AnswerPlan: Equatable, Sendable {
  package enum Entry: Equatable, Sendable {
    case answer(SimulatedAnswer)
    /// The response if none is stated: that of a server that was passed in, or otherwise the flow's
    /// own `simulated`.
    case unstated
  }

  /// A response to every send, once another request has taken effect on the server: a kill does not
  /// change it, as it changes which send is which.
  package struct Later: Equatable, Sendable {
    package var request: [UInt8]
    package var answer: SimulatedAnswer
  }

  package var entries: [Entry]
  package var later: [Later]

  package init(_ entries: [Entry], later: [Later] = []) {
    self.entries = entries
    self.later = later
  }

  /// The response to a send, counted from 0.
  func entry(_ turn: Int, hasTakenEffect: (_ request: [UInt8]) -> Bool) -> Entry {
    if let later = later.last(where: { hasTakenEffect($0.request) }) {
      return .answer(later.answer)
    }
    guard let last = entries.last else { return .unstated }
    return turn < entries.count ? entries[turn] : last
  }
}
