package import SessionMachine
import WireText

/// The client of one process of an app, as a value: what happened goes in, what is to be done comes
/// out.
///
/// The rules, in short:
/// - Credentials pass through no caller in either direction: they are added to calls here, and taken
///   out of answers.
/// - What an answer holds is stored before anybody hears of it (SEC "Secrets on the device").
/// - A refused access token is renewed once; only the refusal of the refresh token ends a session
///   (ACC-7).
/// - Every call gets one answer.
package struct ClientProcess: ~Copyable {
  let profile: ClientProfile
  var session: SessionState
  var calls: [OpenCall] = []
  var stores: [OpenStore] = []
  var sends: [OpenSend] = []
  var lastStore: StoreID = 0
  var lastSend: SendID = 0
  var lastOwnCall = ClientRules.ownCalls

  /// Of the device key; empty as long as it is not known.
  var thumbprint: Bytes = []
  /// The newest nonce of the server.
  var nonce: Bytes = []
  /// Whether the device key is still to be looked for since the app woke.
  var wantsKey = false
  /// A sign-out that waits for the cookie's lock.
  var delivery: PendingSignOut?
  /// Why the device key could not be read.
  var keyProblem = StorageProblem.broken
  /// Of the installation, in memory only: it is opened again by the device key.
  var installation: Credential?
  /// Until when it is used, by the steady clock.
  var installationEnds: Int64 = 0

  /// How many renewals there were.
  var renewals: UInt32 = 0
  /// The launch call that the last renewal was, without credentials; nil for another.
  var launchAnswer: ClientAnswer?
  /// What the server said when it did not extend the session and did not end it either.
  var retryAt: Bytes?

  /// What is not told yet; nil where nothing is kept back.
  var held: [SessionStatus]?
  /// Whether all of that is to be told now; false: another session has taken the place of the one
  /// that ended, and only how it stands now counts.
  var heldIsOver: Bool?
  var actions: [ClientAction] = []
  /// What the session asks for and what was not done yet.
  var asked: [SessionAction] = []
  var isFeeding = false
  var now: ClientMoment

  /// - Parameter nonce: of the server, where the app has one from before.
  package init(
    _ profile: ClientProfile, nonce: Bytes = [], rules: SessionRules = SessionRules()
  ) {
    self.profile = profile
    self.nonce = nonce
    session = SessionState(rules: rules)
    now = ClientMoment(time: Moment(steady: 0, wall: 0), random: (0, 0))
  }

  /// The session that this process believes in.
  package var record: SessionRecord? { session.session }

  /// What is known of the session at a time.
  package func status(at time: Moment) -> SessionStatus? { session.status(at: time) }

  /// Takes in what happened.
  ///
  /// - Returns: what is to be done, in this order.
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

  /// Has the host do something. Called, so that its many callers are short.
  @inline(never) mutating func act(_ action: ClientAction) { actions.append(action) }

  /// The thumbprint of no key.
  private static let noKey: Bytes = [0]

  private mutating func take(key: Bytes) {
    guard thumbprint != key || key.isEmpty else { return }
    thumbprint = key
    // A session that is bound to another key is over.
    feed(.keyKnown(key.isEmpty ? Self.noKey : key))
  }

  // MARK: What the app is told

  mutating func tell(_ status: SessionStatus) {
    if held != nil {
      held?.append(status)
      return
    }
    act(.tell(.session(status)))
    if case .revoked(let note) = status { act(.tell(.sessionExpired(note.cause))) }
  }

  /// Tells what was kept back, once all of an input is worked off.
  private mutating func release() {
    guard let heldIsOver else { return }
    let list = held ?? []
    held = nil
    self.heldIsOver = nil
    for status in heldIsOver ? list[...] : list.suffix(1) { tell(status) }
  }
}

/// An access token with the crumb that its session's calls need.
struct Credential: Sendable {
  var access: Bytes
  var crumb: Bytes
}
