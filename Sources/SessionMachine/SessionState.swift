/// One session as a value: what happened goes in, what is to be done comes out.
///
/// The rules, in short:
/// - One call with a refresh token at a time, under a lock that other processes hold as well; it
///   presents what is stored then, so a token that could not be stored is never used.
/// - An answer changes the store only if the token that it was asked for still lies there.
/// - Only a refusal of the refresh token, a person, or a lost device key ends a session.
/// - Every caller gets one answer.
package struct SessionState: Hashable, Sendable {
  package let rules: SessionRules
  var known = Known.unread
  /// The last access token that the server refused or that is too old.
  var spent: Bytes = []
  /// The record whose tokens came in this process: its age is what the steady clock says.
  var ownMoment: Moment?
  var keyThumbprint: Bytes = []
  var waiting: [Need] = []
  var attempt = Attempt.none
  var lastAttempt: UInt32 = 0
  var lastSend: UInt32 = 0
  var lastChange: UInt32 = 0
  /// Changes that were asked for and not answered, with who waits for them.
  var changes: [OpenChange] = []
  /// Families that ended as far as this process is concerned.
  var ended: [Bytes] = []
  /// A sign-out that could not be written.
  var unwritten: StoreChange?
  var isDelivering = false
  /// When pending sign-outs may be told next, by the steady clock.
  var deliverAfter = Int64.min
  /// Whether no answer came to the last telling, so that any other answer is a reason to try again.
  var isUnheard = false
  /// How often in a row they were told in vain.
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
    /// Looking whether somebody signed in elsewhere.
    case looking
    case locking(UInt32)
    case reading(UInt32)
    case sending(UInt32, Sending)
    case storing(UInt32, Sending)

    struct Sending: Hashable, Sendable {
      var family: Bytes
      var presented: Bytes
      var form: Need.Form
      /// Who waits for the launch call that this is.
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

  /// The session that this process believes in.
  package var session: SessionRecord? {
    @inline(never) get {
      guard case .stored(let stored) = known, let session = stored.session,
        !ended.contains(session.family)
      else { return nil }
      return session
    }
  }

  /// Whether it waits for nothing.
  package var isAtRest: Bool {
    attempt == .none && waiting.isEmpty && changes.isEmpty && !isDelivering
  }

  package var signOut: SignOutNote? {
    guard case .stored(let stored) = known else { return nil }
    return stored.signOut
  }

  /// What to tell about the session now.
  package func status(at now: Moment) -> SessionStatus? {
    switch known {
    case .unread: return nil
    case .unreadable(let problem): return .unreadable(problem)
    case .stored(let stored):
      guard let session else {
        guard let note = stored.signOut, note.isRefusal else { return .absent(stored.signOut) }
        return .revoked(note)
      }
      // The wall clock decides nothing but whether to ask first: no one is signed out by it.
      let age =
        ownMoment == session.receivedAt
        ? now.steady - session.receivedAt.steady : now.wall - session.receivedAt.wall
      return age <= rules.validFor ? .valid : .stale
    }
  }

  /// Whether an access token is still good, as far as anybody can tell here.
  func isUsable(_ session: SessionRecord, at now: Moment) -> Bool {
    guard !session.accessToken.isEmpty, session.accessToken != spent else { return false }
    let age =
      ownMoment == session.receivedAt
      ? now.steady - session.receivedAt.steady : now.age(of: session.receivedAt)
    guard let age else { return false }
    // Where a token lives shorter than the margin, half of its life has to do.
    let margin = min(rules.renewBefore, session.lifetime / 2)
    return age < session.lifetime - margin
  }
}
