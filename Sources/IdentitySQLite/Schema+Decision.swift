extension Schema {
  /// `StoreMigration.decision`. Never edited.
  ///
  /// Lines of the sign-out log get a time after which they are deleted. Those of the audit become rows of security
  /// events, one for all that differ in nothing but their time of the day.
  static let decision = """
    CREATE TABLE detachment (
      number TEXT NOT NULL, account TEXT NOT NULL, at INTEGER NOT NULL, record TEXT NOT NULL,
      PRIMARY KEY (number, account));
    CREATE INDEX detachment_number ON detachment (number, at);
    CREATE INDEX detachment_account ON detachment (account);

    CREATE TABLE identifierChange (
      id TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, at INTEGER NOT NULL,
      record TEXT NOT NULL);
    CREATE INDEX identifierChange_account ON identifierChange (account, at);
    CREATE INDEX identifierChange_at ON identifierChange (at);

    ALTER TABLE signOut ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
    UPDATE signOut SET at = coalesce(json_extract(record, '$.end.at.milliseconds'), 0);
    CREATE INDEX signOut_at ON signOut (at);

    CREATE TABLE securityEvent (
      account TEXT NOT NULL, day INTEGER NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL,
      lastAt INTEGER NOT NULL, record TEXT NOT NULL,
      PRIMARY KEY (account, day, kind, source)) WITHOUT ROWID;
    CREATE INDEX securityEvent_lastAt ON securityEvent (lastAt);
    CREATE INDEX securityEvent_account ON securityEvent (account, lastAt);
    CREATE TABLE securityEventTotal (kind TEXT NOT NULL PRIMARY KEY, total INTEGER NOT NULL);
    INSERT INTO securityEvent (account, day, kind, source, lastAt, record)
      SELECT coalesce(account, ''), at / 86400000, kind, '', max(at),
        json_object(
          'account', account, 'count', count(*), 'day', at / 86400000,
          'firstAt', json_object('milliseconds', min(at)), 'kind', kind,
          'lastAt', json_object('milliseconds', max(at)), 'session', session)
      FROM (
        SELECT account, json_extract(record, '$.event') AS kind,
          json_extract(record, '$.at.milliseconds') AS at,
          json_extract(record, '$.session') AS session
        FROM audit)
      GROUP BY account, at / 86400000, kind;
    INSERT INTO securityEventTotal
      SELECT json_extract(record, '$.event'), count(*) FROM audit GROUP BY 1;
    DROP TABLE audit;
    """
}
