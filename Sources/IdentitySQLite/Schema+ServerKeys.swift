extension Schema {
  /// `StoreMigration.serverKeys`. Never edited.
  static let serverKeys = """
    CREATE TABLE serverKey (
      id TEXT NOT NULL PRIMARY KEY, use TEXT NOT NULL, activeFrom INTEGER NOT NULL,
      record TEXT NOT NULL);
    CREATE INDEX serverKey_use ON serverKey (use, activeFrom, id);

    CREATE TABLE mark (place INTEGER PRIMARY KEY CHECK (place = 1), record TEXT NOT NULL);
    """
}
