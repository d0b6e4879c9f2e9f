extension Schema {
  /// `StoreMigration.identity`. Never edited.
  ///
  /// Texts may be stored as BLOB where they hold a NUL; see `SQLiteTransaction.key`. So the tables
  /// are not STRICT.
  static let identity = """
    CREATE TABLE account (id TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL);

    CREATE TABLE identifier (
      identifier TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, record TEXT NOT NULL);
    CREATE INDEX identifier_account ON identifier (account, identifier);

    CREATE TABLE password (account TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL);

    CREATE TABLE registration (
      identifier TEXT NOT NULL PRIMARY KEY, newestAt INTEGER NOT NULL, record TEXT NOT NULL);
    CREATE INDEX registration_newestAt ON registration (newestAt);

    CREATE TABLE challenge (
      id TEXT NOT NULL PRIMARY KEY, purpose TEXT NOT NULL, identifier TEXT NOT NULL,
      device TEXT NOT NULL, account TEXT, expiresAt INTEGER NOT NULL, record TEXT NOT NULL);
    CREATE UNIQUE INDEX challenge_identifier ON challenge (identifier, purpose, device);
    CREATE INDEX challenge_account ON challenge (account) WHERE account IS NOT NULL;
    CREATE INDEX challenge_expiresAt ON challenge (expiresAt);

    CREATE TABLE guess (key TEXT NOT NULL PRIMARY KEY, lastWrongAt INTEGER, record TEXT NOT NULL);
    CREATE INDEX guess_lastWrongAt ON guess (lastWrongAt) WHERE lastWrongAt IS NOT NULL;

    CREATE TABLE session (
      id TEXT NOT NULL PRIMARY KEY, account TEXT, key TEXT, openedAt INTEGER NOT NULL,
      isOpen INTEGER NOT NULL, endsAt INTEGER NOT NULL, record TEXT NOT NULL);
    CREATE INDEX session_account ON session (account, openedAt, id)
      WHERE isOpen = 1 AND account IS NOT NULL;
    CREATE INDEX session_key ON session (key, openedAt, id) WHERE isOpen = 1 AND key IS NOT NULL;
    CREATE INDEX session_endsAt ON session (endsAt);

    CREATE TABLE proof (
      key TEXT NOT NULL, proofID TEXT NOT NULL, forgettableAt INTEGER NOT NULL,
      PRIMARY KEY (key, proofID)) WITHOUT ROWID;
    CREATE INDEX proof_forgettableAt ON proof (forgettableAt);

    CREATE TABLE device (
      account TEXT NOT NULL, key TEXT NOT NULL, firstSeenAt INTEGER NOT NULL,
      record TEXT NOT NULL, PRIMARY KEY (account, key));
    CREATE INDEX device_account ON device (account, firstSeenAt, key);

    CREATE TABLE trust (
      number TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, record TEXT NOT NULL);
    CREATE INDEX trust_account ON trust (account);

    CREATE TABLE push (
      pushToken TEXT NOT NULL PRIMARY KEY, session TEXT NOT NULL UNIQUE, account TEXT NOT NULL,
      record TEXT NOT NULL);
    CREATE INDEX push_account ON push (account, pushToken);

    CREATE TABLE signOut (
      place INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE, holder TEXT NOT NULL,
      record TEXT NOT NULL);
    CREATE INDEX signOut_holder ON signOut (holder, place);

    CREATE TABLE audit (place INTEGER PRIMARY KEY, record TEXT NOT NULL);

    CREATE TABLE idempotency (
      operation TEXT NOT NULL, scope TEXT NOT NULL, key TEXT NOT NULL, startedAt INTEGER NOT NULL,
      record TEXT NOT NULL, PRIMARY KEY (scope, operation, key));
    CREATE INDEX idempotency_startedAt ON idempotency (startedAt);

    CREATE TABLE spending (
      key TEXT NOT NULL PRIMARY KEY, endsAt INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX spending_endsAt ON spending (endsAt);

    CREATE TABLE outbox (
      place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, expiresAt INTEGER NOT NULL,
      record TEXT NOT NULL);
    CREATE INDEX outbox_expiresAt ON outbox (expiresAt);

    CREATE TABLE selection (
      holder TEXT NOT NULL, key TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (holder, key));
    """
}
