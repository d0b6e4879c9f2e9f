/// What one connection may do, and for how long: events lead to a new state and an action. Times
/// are those of the connection's event loop.
package struct ConnectionRules: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case nothing
    /// Discard what was read.
    case drop
    /// Refuse in the failure form, then linger. Nothing else responds after that.
    case refuse(Refusal)
    /// Close our half, and discard what still arrives.
    case linger
    case close(Cut)
  }

  package enum Refusal: CaseIterable, Hashable, Sendable {
    case slowHeader
    case slowBody
    case unreadable
    /// Every place is taken by a connection with a request in progress.
    case full
  }

  /// Why the server closes a connection.
  package enum Cut: CaseIterable, Hashable, Sendable {
    case idle
    case unreadAnswer
    case unreadable
    case lingered
    /// Closed for a newcomer, since it was waiting for its client.
    case displaced
  }

  /// What a connection expects of its client, in the order in which such connections are closed when there
  /// are too many.
  package struct Waiting: Hashable, Sendable {
    package enum Kind: Int, Hashable, Sendable {
      case firstRequest
      case nextRequest
      case body
    }

    package let kind: Kind
    package let since: Duration

    package init(kind: Kind, since: Duration) {
      self.kind = kind
      self.since = since
    }
  }

  private enum Reading: Hashable, Sendable {
    case nothing
    case header(since: Duration)
    case body(since: Duration)
  }

  private enum Phase: Hashable, Sendable {
    case open
    case lingering(until: Duration, bytes: Int)
    case over
  }

  private let limits: HTTPLimits
  private var phase = Phase.open
  private var reading = Reading.nothing
  /// Requests whose response has not been written yet.
  private var pending = 0
  private var pendingSince = Duration.zero
  private var isAnswering = false
  private var endsAfterAnswer = false
  private var hasAnswered = false
  private var idleSince: Duration

  package init(limits: HTTPLimits, now: Duration) {
    self.limits = limits
    idleSince = now
  }

  package var isOpen: Bool { phase == .open }

  /// Bytes arrived, and have not been parsed yet.
  package mutating func received(bytes: Int, now: Duration) -> Step {
    switch phase {
    case .open:
      if reading == .nothing { reading = .header(since: now) }
      return .nothing
    case .lingering(let until, let left):
      phase = .lingering(until: until, bytes: left - bytes)
      return left > bytes ? .drop : over(.lingered)
    case .over: return .drop
    }
  }

  /// The header of a request was read.
  /// - Parameter isLast: whether the client wants to end the connection after it.
  package mutating func headerEnded(isLast: Bool = false, now: Duration) {
    reading = .body(since: now)
    if isLast { endsAfterAnswer = true }
    pending += 1
    if pending == 1 { pendingSince = now }
  }

  package mutating func requestEnded() { reading = .nothing }

  /// - Parameter isLast: whether the response itself ends the connection.
  /// - Returns: whether it must say so, because the rest of its request will not be read.
  package mutating func answerBegan(isLast: Bool) -> Bool {
    isAnswering = true
    if isLast || (pending == 1 && isReadingBody) { endsAfterAnswer = true }
    return endsAfterAnswer
  }

  package mutating func answerEnded(now: Duration) -> Step {
    isAnswering = false
    pending -= 1
    pendingSince = now
    idleSince = now
    hasAnswered = true
    guard endsAfterAnswer, phase == .open else { return .nothing }
    return linger(now)
  }

  /// Nil while the server works for the connection, or closes it.
  package var waiting: Waiting? {
    guard phase == .open else { return nil }
    if pending == 0 {
      return Waiting(kind: hasAnswered ? .nextRequest : .firstRequest, since: idleSince)
    }
    guard case .body(let since) = reading, pending == 1, !isAnswering else { return nil }
    return Waiting(kind: .body, since: since)
  }

  /// Its place is needed for another connection.
  package mutating func displaced() -> Step { waiting == nil ? .nothing : over(.displaced) }

  /// The bytes are not a request, or the connection ended in the middle of one; or this is no time for one.
  package mutating func failed(_ refusal: Refusal = .unreadable, now: Duration) -> Step {
    guard phase == .open else { return .nothing }
    // Responses are sent in the order of the requests: if another one is due or half sent, a
    // refusal has no place.
    let isNext = pending == (isReadingBody ? 1 : 0)
    guard isNext, !isAnswering else { return over(.unreadable) }
    return refuse(refusal, now)
  }

  /// When to call `timePassed`; nil if there is nothing to wait for.
  package var deadline: Duration? {
    switch phase {
    case .over: return nil
    case .lingering(let until, _): return until
    case .open: break
    }
    let ofRequest: Duration? =
      switch reading {
      case .nothing: pending == 0 ? idleSince + limits.idleTime : nil
      case .header(let since): since + limits.headerTime
      case .body(let since): since + limits.bodyTime
      }
    guard pending > 0 else { return ofRequest }
    let ofAnswer = pendingSince + limits.answerTime
    return ofRequest.map { min($0, ofAnswer) } ?? ofAnswer
  }

  package mutating func timePassed(now: Duration) -> Step {
    guard let deadline, now >= deadline else { return .nothing }
    switch (phase, reading) {
    case (.lingering, _): return over(.lingered)
    case (.open, .header(let since)) where now >= since + limits.headerTime && pending == 0:
      return refuse(.slowHeader, now)
    case (.open, .body(let since))
    where now >= since + limits.bodyTime && pending == 1 && !isAnswering:
      return refuse(.slowBody, now)
    case (.open, _): return over(pending > 0 ? .unreadAnswer : .idle)
    case (.over, _): return .nothing
    }
  }

  private var isReadingBody: Bool {
    if case .body = reading { true } else { false }
  }

  private mutating func refuse(_ refusal: Refusal, _ now: Duration) -> Step {
    _ = linger(now)
    return .refuse(refusal)
  }

  private mutating func linger(_ now: Duration) -> Step {
    phase = .lingering(until: now + limits.lingerTime, bytes: limits.lingerBytes)
    return .linger
  }

  private mutating func over(_ cut: Cut) -> Step {
    phase = .over
    return .close(cut)
  }
}
