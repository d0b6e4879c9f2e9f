package import SessionMachine
import WireText

/// The client of one process of an app, as a value: events go in, actions come out.
///
/// The rules, in short:
/// - Callers never see credentials: they are added to calls here, and removed from responses.
/// - A response is stored before it is reported (SEC "Secrets on the device").
/// - A refused access token is renewed once; only the refusal of the refresh token ends a session
///   (ACC-7).
/// - Every call gets exactly one answer.
package struct ClientProcess: ~Copyable {
  let profile: ClientProfile
  var session: SessionState
  var calls: [OpenCall] = []
  var stores: [OpenStore] = []
  var sends: [OpenSend] = []
  var lastStore: StoreID = 0
  var lastSend: SendID = 0
  var lastOwnCall = ClientRules.ownCalls

  /// Thumbprint of the device key; empty while it is unknown.
  var thumbprint: Bytes = []
  /// The server's latest nonce.
  var nonce: Bytes = []
  /// Whether the device key must still be looked up since the app woke.
  var wantsKey = false
  /// A sign-out that waits for the cookie's lock.
  var delivery: PendingSignOut?
  /// Why the device key could not be read.
  var keyProblem = StorageProblem.broken
  /// The installation's session, in memory only; the device key can always open it again.
  var installation: Credential?
  /// When it expires, by the steady clock.
  var installationEnds: Int64 = 0

  /// The number of renewals so far.
  var renewals: UInt32 = 0
  /// The response of the launch call by which the last renewal was made, without credentials; nil
  /// if it was another call.
  var launchAnswer: ClientAnswer?
  /// What the server said if it neither extended nor ended the session.
  var retryAt: Bytes?

  /// Whether the app was told last that there is no session.
  var hasToldOfEnd = false
  /// Status changes that are withheld; nil if none are.
  var held: [SessionStatus]?
  /// Whether to report the withheld changes now. False: another session has replaced the one that
  /// ended, and only the current status is reported.
  var heldIsOver: Bool?
  var actions: [ClientAction] = []
  /// Session actions that have not been performed yet.
  var asked: [SessionAction] = []
  var isFeeding = false
  var now: ClientMoment

  /// - Parameter nonce: the server's, if the app has one from before.
  package init(
    _ profile: ClientProfile, nonce: Bytes = [], rules: SessionRules = SessionRules()
  ) {
    self.profile = profile
    self.nonce = nonce
    session = SessionState(rules: rules)
    now = ClientMoment(time: Moment(steady: 0, wall: 0), random: (0, 0))
  }

  /// The session as this process knows it.
  package var record: SessionRecord? { session.session }

  /// The status of the session at a time.
  package func status(at time: Moment) -> SessionStatus? { session.status(at: time) }

  /// Takes an event.
  ///
  /// - Returns: what to do, in this order.
  package mutating func take(_ input: ClientInput, at moment: ClientMoment) -> [ClientAction] {
    now = moment
    switch input {
    case .woke:
      wantsKey = true
      feed(.woke)
    case .emptied:
      thumbprint = []
      nonce = []
      installation = nil
      feed(.woke)
    case .returned(let query): store(.challenges, .returned(query))
    case .storeChanged: readSession(0)
    case .call(let call): begin(call)
    case .cancelled(let id): giveUp(id, .lost)
    case .keyKnown(let key): take(key: key)
    case .stored(let id, let problem): stored(id, problem)
    case .lockTaken(let id): lockTaken(id)
    case .lockMissed(let id): lockMissed(id)
    case .answered(let id, let outcome): answered(id, outcome)
    case .timePassed(let id):
      if id == 0 { feed(.timePassed) } else { giveUp(id, .timedOut) }
    }
    if wantsKey, record != nil, thumbprint.isEmpty {
      wantsKey = false
      act(.lookForKey)
    }
    release()
    defer { actions = [] }
    return actions
  }

  /// Requests an action. Not inlined, which keeps its many callers small.
  @inline(never) mutating func act(_ action: ClientAction) { actions.append(action) }

  /// A thumbprint that no key has.
  private static let noKey: Bytes = [0]

  private mutating func take(key: Bytes) {
    guard thumbprint != key || key.isEmpty else { return }
    thumbprint = key
    // A session that is bound to another key is over.
    feed(.keyKnown(key.isEmpty ? Self.noKey : key))
  }

  // MARK: Events for the app

  mutating func tell(_ status: SessionStatus) {
    if held != nil {
      held?.append(status)
      return
    }
    hasToldOfEnd = status.isOver
    act(.tell(.session(status)))
    if case .revoked(let note) = status { act(.tell(.sessionExpired(note.cause))) }
  }

  /// Reports what was withheld, once an input is processed.
  private mutating func release() {
    guard let heldIsOver else { return }
    let list = held ?? []
    held = nil
    self.heldIsOver = nil
    for status in heldIsOver ? list[...] : list.suffix(1) { tell(status) }
  }
}

/// An access token with the CSRF token (`crumb`) that its session's calls need.
struct Credential: Sendable {
  var access: Bytes
  var crumb: Bytes
}
