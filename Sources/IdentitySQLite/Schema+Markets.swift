extension Schema {
  /// `StoreMigration.markets`. Never edited.
  static let markets = """
    CREATE TABLE temporaryPassword (
      identifier TEXT NOT NULL PRIMARY KEY, sentAt INTEGER NOT NULL, record TEXT NOT NULL);
    CREATE INDEX temporaryPassword_sentAt ON temporaryPassword (sentAt);
    """
}
