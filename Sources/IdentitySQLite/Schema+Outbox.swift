extension Schema {
  /// `StoreMigration.outbox`. Never edited.
  ///
  /// What waits is carried over, due at once and never tried. A channel without a name has the
  /// messages that nobody gets.
  static let outbox = """
    ALTER TABLE outbox RENAME TO oldOutbox;
    DROP INDEX outbox_expiresAt;

    CREATE TABLE outbox (
      place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, channel TEXT NOT NULL,
      recipient TEXT NOT NULL, dueAt INTEGER NOT NULL, attempts INTEGER NOT NULL, lease TEXT,
      expiresAt INTEGER NOT NULL, record TEXT NOT NULL);
    INSERT INTO outbox
      SELECT place, id,
        CASE WHEN json_extract(record, '$.template') = 'suppressed' THEN ''
          WHEN json_type(record, '$.recipient.email') IS NOT NULL THEN 'email' ELSE 'sms' END,
        coalesce(
          json_extract(record, '$.recipient.email._0.text'),
          json_extract(record, '$.recipient.phone._0.e164')),
        json_extract(record, '$.createdAt.milliseconds'), 0, NULL, expiresAt, record
      FROM oldOutbox ORDER BY place;
    DROP TABLE oldOutbox;
    CREATE INDEX outbox_dueAt ON outbox (channel, dueAt, place);
    CREATE INDEX outbox_recipient ON outbox (channel, recipient, place);
    CREATE INDEX outbox_expiresAt ON outbox (expiresAt, place);

    CREATE TABLE channelPause (channel TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL);

    CREATE TABLE deadLetter (
      place INTEGER PRIMARY KEY, message TEXT NOT NULL UNIQUE, channel TEXT NOT NULL,
      reason TEXT NOT NULL, diedAt INTEGER NOT NULL, record TEXT NOT NULL);
    CREATE INDEX deadLetter_reason ON deadLetter (channel, reason);
    CREATE INDEX deadLetter_diedAt ON deadLetter (diedAt);
    """
}
