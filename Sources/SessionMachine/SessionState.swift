/// One session as a value: inputs go in, actions come out.
///
/// The rules, in short:
/// - One call with a refresh token at a time, under a lock shared with other processes; it presents
///   the token that is stored at that time, so a token that could not be stored is never used.
/// - A response changes the store only if the token that was presented is still stored.
/// - Only a refusal of the refresh token, the user, or a lost device key ends a session.
/// - Every caller gets exactly one answer.
package struct SessionState: Hashable, Sendable {
  package let rules: SessionRules
  var known = Known.unread
  /// The last access token that the server refused or that is too old.
  var spent: Bytes = []
  /// The time of the record whose tokens this process received: its age is what the steady clock
  /// says.
  var ownMoment: Moment?
  var keyThumbprint: Bytes = []
  var waiting: [Need] = []
  var attempt = Attempt.none
  var lastAttempt: UInt32 = 0
  var lastSend: UInt32 = 0
  var lastChange: UInt32 = 0
  /// Changes in progress, with the callers that wait for them.
  var changes: [OpenChange] = []
  /// Families that have ended as far as this process knows.
  var ended: [Bytes] = []
  /// A sign-out that could not be stored.
  var unwritten: StoreChange?
  var isDelivering = false
  /// When pending sign-outs may next be delivered, by the steady clock.
  var deliverAfter = Int64.min
  /// Whether the last delivery had no response, so that any other response is a reason to try
  /// again.
  var isUnheard = false
  /// The number of consecutive failed deliveries.
  var failedDeliveries = 0
  var told: SessionStatus?
  var actions: [SessionAction] = []

  enum Known: Hashable, Sendable {
    case unread
    case unreadable(StorageProblem)
    case stored(StoredSession)
  }

  /// One renewal.
  enum Attempt: Hashable, Sendable {
    case none
    /// Checks whether a user has signed in elsewhere.
    case looking
    case locking(UInt32)
    case reading(UInt32)
    case sending(UInt32, Sending)
    case storing(UInt32, Sending)

    struct Sending: Hashable, Sendable {
      var family: Bytes
      var presented: Bytes
      var form: Need.Form
      /// The callers that wait for the launch call by which this renewal is made.
      var launchers: [CallerID]
      var send: UInt32
      var resends = 0
      var newProofs = 0
    }
  }

  struct OpenChange: Hashable, Sendable {
    var id: ChangeID
    var change: StoreChange
    var caller: CallerID?
  }

  package init(rules: SessionRules = SessionRules()) { self.rules = rules }

  /// The session as this process knows it.
  package var session: SessionRecord? {
    @inline(never) get {
      guard case .stored(let stored) = known, let session = stored.session,
        !ended.contains(session.family)
      else { return nil }
      return session
    }
  }

  /// Whether nothing is in progress.
  package var isAtRest: Bool {
    attempt == .none && waiting.isEmpty && changes.isEmpty && !isDelivering
  }

  package var signOut: SignOutNote? {
    guard case .stored(let stored) = known else { return nil }
    return stored.signOut
  }

  /// The status of the session to report now.
  package func status(at now: Moment) -> SessionStatus? {
    switch known {
    case .unread: return nil
    case .unreadable(let problem): return .unreadable(problem)
    case .stored(let stored):
      guard let session else {
        guard let note = stored.signOut, note.isRefusal else { return .absent(stored.signOut) }
        return .revoked(note)
      }
      // The wall clock decides only whether to ask the server first; it never signs anybody out.
      let age =
        ownMoment == session.receivedAt
        ? now.steady - session.receivedAt.steady : now.wall - session.receivedAt.wall
      return age <= rules.validFor ? .valid : .stale
    }
  }

  /// Whether an access token is still valid, as far as can be known here.
  func isUsable(_ session: SessionRecord, at now: Moment) -> Bool {
    guard !session.accessToken.isEmpty, session.accessToken != spent else { return false }
    let age =
      ownMoment == session.receivedAt
      ? now.steady - session.receivedAt.steady : now.age(of: session.receivedAt)
    guard let age else { return false }
    // For a token that lives shorter than the margin, half of its lifetime is the margin.
    let margin = min(rules.renewBefore, session.lifetime / 2)
    return age < session.lifetime - margin
  }
}
