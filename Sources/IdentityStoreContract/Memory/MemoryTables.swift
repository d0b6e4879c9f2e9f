import IdentityDomain

/// All rows, as one value: a copy of it is a snapshot.
struct MemoryTables: Sendable {
  struct DeviceRow: Hashable {
    let key: KeyThumbprint
    let account: ID<Account>
  }
  struct ProofRow: Hashable {
    let key: KeyThumbprint
    let proofID: String
  }
  struct ParticipationRow: Hashable {
    let installation: ID<Installation>
    let experiment: ID<Experiment>
  }
  struct SelectionRow: Hashable {
    let holder: Session.Holder
    let key: String
  }

  var accounts: [ID<Account>: Account] = [:]
  var bindings: [String: IdentifierBinding] = [:]
  var passwords: [ID<Account>: PasswordCredential] = [:]
  var registrations: [String: [PendingRegistration]] = [:]
  var temporaryPasswords: [String: TemporaryPassword] = [:]
  var challenges: [ID<Challenge>: Challenge] = [:]
  var guesses: [LimitKey: IdentifierGuesses] = [:]
  var sessions: [ID<Session>: Session] = [:]
  var proofs: [ProofRow: Timestamp] = [:]
  var devices: [DeviceRow: Device] = [:]
  var trusts: [String: DeviceTrust] = [:]
  var detachments: [DetachedNumber] = []
  var identifierChanges: [ID<IdentifierChange>: IdentifierChange] = [:]
  var pushEndpoints: [String: PushEndpoint] = [:]
  var signOuts: [SignOutRecord] = []
  var securityEvents: [SecurityEventRow.Key: SecurityEventRow] = [:]
  var intents: [IntentKey: IdempotencyRecord] = [:]
  var spendings: [LimitKey: Spending] = [:]
  var outbox: [OutboxRow] = []
  var channelPauses: [MessageChannel: ChannelPause] = [:]
  var deadLetters: [DeadLetter] = []
  var selections: [SelectionRow: Selection] = [:]
  var serverKeys: [KeyID: ServerKey] = [:]
  var participations: [ParticipationRow: Participation] = [:]
  var marks: StoreMarks?
}
