/// All tables, which every engine makes and none of them changes.
///
/// A table stands beside the values that are its rows (`Store/Rows`), for they say the columns. The
/// list begins with `StoreMigration.relational`; a later change of the stored
/// values is a migration of its own, and a test holds the list to the golden file of the last one.
///
/// What the columns are for:
/// - Each thing that the domain knows has a column. A list that is looked into has rows of its own
///   (`participation_goal`); one that only comes along with its row is text of a form that is written
///   down where it is written (`session.methods`, `session.shown`, `identifier_change.bindings`).
/// - A case of several has a text for which it is, and columns of its own.
/// - Columns hold what happened, not when a rule ends: a rule may change, and no row with it.
/// - There are no foreign keys: the ports promise that each table can be written alone (a sign-out
///   outlives its account, a push token may come before its session), and the operations of the
///   domain remove what goes together.
package enum StoreSchema {
  package static let tables: [StoreTable] = [
    Account.table, IdentifierBinding.table, PasswordCredential.table, AttemptRow.table,
    Challenge.table, GuessRow.table, Session.table, SeenProof.table, Device.table,
    DeviceTrust.table, PushEndpoint.table, SignOutRecord.table, IdempotencyRecord.table,
    RateLimitRow.table, Selection.table, ServerKey.table, StoreMarks.table,
    ParticipationRow.table, GoalRow.table, TemporaryPassword.table, OutboxRow.table,
    ChannelPause.table, DeadLetter.table, DetachedNumber.table, IdentifierChange.table,
    SecurityEventRow.table, securityEventTotal, FederatedIdentity.table, AuthorizationRequest.table,
    TOTPAuthenticator.table, RecoveryCodeSet.table, SecondStep.table, FactorReset.table,
    Passkey.table, PasskeyCeremony.table,
  ]

  /// How often each kind of security event happened since the store was made. Rows of events come and
  /// go; this only grows, and the store counts it by itself.
  package static let securityEventTotal = StoreTable(
    "security_event_total", key: ["kind"], [.text("kind"), .integer("total")])
}
