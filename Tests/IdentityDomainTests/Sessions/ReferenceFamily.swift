import IdentityDomain

/// The refresh rules restated naively: a list of every token issued, its predecessor, and whether
/// it was used. No generations, no arithmetic on them.
struct ReferenceFamily {
  struct Given {
    /// The index of the token that it was issued for; nil for the sign-in's.
    var from: Int?
    var wasUsed = false
  }

  let kind: SessionKind
  let opened: Timestamp
  var lastUse: Timestamp
  var tokens = [Given()]
  var cause: SignOutCause?

  init(kind: SessionKind, opened: Timestamp) {
    self.kind = kind
    self.opened = opened
    lastUse = opened
  }

  /// The index of the refresh token in the response.
  enum Answer: Equatable {
    case token(Int)
    case refused
    case ended(SignOutCause)
  }

  var isOver: Bool { cause != nil }

  mutating func present(_ token: Int, proof: ProofStanding, at now: Timestamp) -> Answer {
    if kind != .compat {
      switch proof {
      case .fresh(let key): if key != kind.key { return .refused }
      case .absent, .outdated, .duplicate: return .refused
      }
    }
    if isOver { return .refused }
    if let late = timeIsUp(now) {
      cause = late
      return .ended(late)
    }
    if token >= tokens.count { return .refused }
    if kind == .compat {
      used(now)
      return .token(0)
    }
    if !tokens[token].wasUsed {
      tokens[token].wasUsed = true
      tokens.append(Given(from: token))
      used(now)
      return .token(tokens.count - 1)
    }
    let successor = tokens.indices.first { tokens[$0].from == token }
    if let successor, !tokens[successor].wasUsed {
      used(now)
      return .token(successor)
    }
    cause = .refreshTokenReuse
    return .ended(.refreshTokenReuse)
  }

  mutating func end(_ why: SignOutCause) { if cause == nil { cause = why } }

  mutating func read(at now: Timestamp) {
    guard !isOver, timeIsUp(now) == nil else { return }
    if now.milliseconds - lastUse.milliseconds >= 60_000 { lastUse = now }
  }

  private mutating func used(_ now: Timestamp) { if now > lastUse { lastUse = now } }

  private func timeIsUp(_ now: Timestamp) -> SignOutCause? {
    let day: Int64 = 86_400_000
    let (idle, whole): (Int64, Int64) =
      switch kind {
      case .bound: (90, 365)
      case .cookie: (30, 90)
      case .compat: (30, 90)
      }
    if now.milliseconds - opened.milliseconds >= whole * day { return .absoluteTimeout }
    if now.milliseconds - lastUse.milliseconds >= idle * day { return .idleTimeout }
    return nil
  }
}
