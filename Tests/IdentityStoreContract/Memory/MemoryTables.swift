package import IdentityDomain

/// All rows, as one value: a copy of it is a snapshot.
package struct MemoryTables: Sendable {
  package struct DeviceRow: Hashable, Sendable {
    package let key: KeyThumbprint
    package let account: ID<Account>
  }
  struct ProofRow: Hashable {
    let key: KeyThumbprint
    let proofID: String
  }
  struct ParticipationRow: Hashable {
    let installation: ID<Installation>
    let experiment: ID<Experiment>
  }
  struct SignOutRow {
    let position: LogPosition
    let record: SignOutRecord
  }
  struct SelectionRow: Hashable {
    let holder: Session.Holder
    let key: String
  }

  package init() {}

  package var accounts: [ID<Account>: Account] = [:]
  package var bindings: [String: IdentifierBinding] = [:]
  package var passwords: [ID<Account>: PasswordCredential] = [:]
  package var registrations: [String: [PendingRegistration]] = [:]
  package var temporaryPasswords: [String: TemporaryPassword] = [:]
  package var challenges: [ID<Challenge>: Challenge] = [:]
  var guesses: [LimitKey: IdentifierGuesses] = [:]
  package var sessions: [ID<Session>: Session] = [:]
  var proofs: [ProofRow: Timestamp] = [:]
  package var devices: [DeviceRow: Device] = [:]
  package var trusts: [String: DeviceTrust] = [:]
  package var detachments: [DetachedNumber] = []
  package var federatedIdentities: [FederatedSubject: FederatedIdentity] = [:]
  package var authorizationRequests: [ID<AuthorizationRequest>: AuthorizationRequest] = [:]
  package var totpAuthenticators: [ID<TOTPAuthenticator>: TOTPAuthenticator] = [:]
  package var recoveryCodeSets: [ID<RecoveryCodeSet>: RecoveryCodeSet] = [:]
  package var secondSteps: [ID<SecondStep>: SecondStep] = [:]
  package var factorResets: [ID<Account>: FactorReset] = [:]
  package var passkeys: [String: Passkey] = [:]
  package var passkeyCeremonies: [String: PasskeyCeremony] = [:]
  package var identifierChanges: [ID<IdentifierChange>: IdentifierChange] = [:]
  var pushEndpoints: [String: PushEndpoint] = [:]
  var signOuts: [SignOutRow] = []
  var signOutEnd = LogPosition.start
  var securityEvents: [SecurityEventRow.Key: SecurityEventRow] = [:]
  /// Where each of them was written last.
  var securityEventPlaces: [SecurityEventRow.Key: LogPosition] = [:]
  var securityEventEnd = LogPosition.start
  var securityEventTotals: [SecurityEvent.Kind: Int] = [:]
  var intents: [IntentKey: IdempotencyRecord] = [:]
  var counters: [LimitKey: RateLimitCounter] = [:]
  package var outbox: [OutboxRow] = []
  var channelPauses: [MessageChannel: ChannelPause] = [:]
  var deadLetters: [DeadLetter] = []
  var selections: [SelectionRow: Selection] = [:]
  var serverKeys: [KeyID: ServerKey] = [:]
  var participations: [ParticipationRow: Participation] = [:]
  var marks: StoreMarks?
}
